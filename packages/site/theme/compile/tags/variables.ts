import { AssignTag, CaptureTag, LiquidTag, type Value } from 'liquidjs';
import { PageText } from '../page-text.ts';
import type { CompileNode } from '../step.ts';
import { compileValue } from '../values.ts';

export const compileAssign: CompileNode = (template) => {
  if (!(template instanceof AssignTag)) return undefined;
  const name = template['key'] as string;
  const value = compileValue(template['value'] as Value);
  return (ctx) => {
    ctx.bottom()[name] = value(ctx);
  };
};

export const compileCapture: CompileNode = (template, compiler) => {
  if (!(template instanceof CaptureTag)) return undefined;
  const { variable } = template;
  const body = compiler.sequence(template.templates);
  return (ctx) => {
    const text = new PageText(ctx);
    body(ctx, text);
    ctx.bottom()[variable] = text.buffer;
  };
};

export const compileLiquid: CompileNode = (template, compiler) =>
  template instanceof LiquidTag ? compiler.sequence(template.templates) : undefined;
