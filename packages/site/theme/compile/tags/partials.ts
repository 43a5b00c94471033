import { IncludeTag, RenderTag, type Hash, type Token } from 'liquidjs';
import type { CompileNode } from '../step.ts';
import { compileHash, compileToken } from '../values.ts';
import { compileFileName, type FileName } from './file-name.ts';
import { blockModes } from './layouts.ts';
import { enumerable, LoopState } from './loop-state.ts';
import { newScope } from './scope.ts';

/** `with value as name` or `for values as name` */
interface Binding {
  readonly value: Token;
  readonly alias?: string;
}

/** The partial sees its arguments and globals. */
export const compileRender: CompileNode = (template, compiler) => {
  if (!(template instanceof RenderTag)) return undefined;
  const fileName = compileFileName(template['file'] as FileName, template.liquid);
  const given = compileHash(template['hash'] as Hash);
  const one = compileBinding(template['with'] as Binding | undefined);
  const each = compileBinding(template['forBinding'] as Binding | undefined);
  return (ctx, out) => {
    const name = fileName(ctx);
    const own = ctx.spawn();
    const scope: Record<string, unknown> = Object.assign(own.bottom(), given(ctx));
    if (one) scope[one.alias || name] = one.value(ctx);
    if (!each) return compiler.file('partials', name)(own, out);
    const items = enumerable(each.value(ctx));
    const variable = String(each.alias);
    scope.forloop = new LoopState(items.length, each.text, variable);
    for (const item of items) {
      scope[variable] = item;
      compiler.file('partials', name)(own, out);
      (scope.forloop as LoopState).next();
    }
  };
};

/** The partial sees the whole surrounding scope. */
export const compileInclude: CompileNode = (template, compiler) => {
  if (!(template instanceof IncludeTag)) return undefined;
  const fileName = compileFileName(template['file'] as FileName, template.liquid);
  const given = compileHash(template['hash'] as Hash);
  const withVar = template['withVar'] as Token | undefined;
  const one = withVar && compileToken(withVar);
  return (ctx, out) => {
    const name = fileName(ctx);
    const saved = ctx.saveRegister('blocks', 'blockMode');
    ctx.setRegister('blocks', {});
    ctx.setRegister('blockMode', blockModes.show);
    const scope = newScope(given(ctx));
    if (one) scope[name] = one(ctx);
    const partial = compiler.file('partials', name);
    ctx.push(scope);
    partial(ctx, out);
    ctx.pop();
    ctx.restoreRegister(saved);
  };
};

function compileBinding(binding: Binding | undefined) {
  if (binding === undefined) return undefined;
  const { value, alias } = binding;
  return { value: compileToken(value), text: value.getText(), alias };
}
