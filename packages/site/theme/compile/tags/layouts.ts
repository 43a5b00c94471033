import { BlockTag, Drop, LayoutTag, type Context, type Emitter } from 'liquidjs';
import { PageText } from '../page-text.ts';
import { resolveResult } from '../resolve-result.ts';
import type { CompileNode, Step } from '../step.ts';
import { compileHash } from '../values.ts';
import { compileFileName } from './file-name.ts';
import { newScope } from './scope.ts';

/** Register: render a block in place, or store it for the surrounding layout. */
export const blockModes = { show: 0, keep: 1 } as const;

/** Register: renderers of the inner template's blocks by name. */
type ShowBlock = (around: Drop, out: Emitter) => unknown;

/** The content fills the layout's blocks, or its unnamed block. */
export const compileLayout: CompileNode = (template, compiler) => {
  if (!(template instanceof LayoutTag)) return undefined;
  const body = compiler.sequence(template.templates);
  if (template.file === undefined) return withoutLayout(body);
  const fileName = compileFileName(template.file, template.liquid);
  const given = compileHash(template.args);
  return (ctx, out) => {
    const layout = compiler.file('layouts', fileName(ctx));
    ctx.setRegister('blockMode', blockModes.keep);
    const inside = new PageText(ctx);
    body(ctx, inside);
    const blocks = blocksOf(ctx);
    blocks[''] ??= (_around, shown) => shown.write(inside.buffer);
    ctx.setRegister('blockMode', blockModes.show);
    ctx.push(newScope(given(ctx)));
    layout(ctx, out);
    ctx.pop();
  };
};

function withoutLayout(body: Step): Step {
  return (ctx, out) => {
    ctx.setRegister('blockMode', blockModes.show);
    body(ctx, out);
  };
}

/** The inner template's block of that name, or its own body. */
export const compileBlock: CompileNode = (template, compiler) => {
  if (!(template instanceof BlockTag)) return undefined;
  const { block: name } = template;
  const body = compiler.sequence(template.templates);
  return (ctx, out) => {
    const showOwn: ShowBlock = (around, shown) => {
      const open = ctx.getRegister<unknown[]>('blockStack', []);
      if (open.includes(template)) throw new Error('block tag cannot be nested');
      open.push(template);
      ctx.push(newScope({ block: around }));
      body(ctx, shown);
      ctx.pop();
      open.pop();
    };
    const inside = blocksOf(ctx)[name];
    const show: ShowBlock = inside
      ? (around, shown) => inside(new BlockAround(ctx, (text) => showOwn(around, text)), shown)
      : showOwn;
    if (ctx.getRegister('blockMode') === blockModes.keep) blocksOf(ctx)[name] = show;
    else resolveResult(show(new BlockAround(ctx, () => ''), out));
  };
};

function blocksOf(ctx: Context): Record<string, ShowBlock | undefined> {
  return ctx.getRegister('blocks', {});
}

/** `{{ block.super }}` renders the replaced block. */
class BlockAround extends Drop {
  readonly superBlockRender: (out: Emitter) => unknown;
  readonly #ctx: Context;

  constructor(ctx: Context, superBlockRender: (out: Emitter) => unknown) {
    super();
    this.#ctx = ctx;
    this.superBlockRender = superBlockRender;
  }

  super(): string {
    const text = new PageText(this.#ctx);
    resolveResult(this.superBlockRender(text));
    return text.buffer;
  }
}
