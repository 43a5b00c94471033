import { EchoTag, filters, Output, RawTag, TypeGuards, type Value } from 'liquidjs';
import type { CompileNode, Step } from '../step.ts';
import { compileValue, compileEscaped } from '../values.ts';

export const compileText: CompileNode = ({ token }) =>
  TypeGuards.isHTMLToken(token) ? literal(token.getContent()) : undefined;

/** Liquid adds escaping as a filter. */
export const compileOutput: CompileNode = (template) => {
  if (!(template instanceof Output)) return undefined;
  const value = compileValue(template.value);
  return (ctx, out) => {
    out.write(value(ctx));
  };
};

export const compileEcho: CompileNode = (template) => {
  if (!(template instanceof EchoTag)) return undefined;
  if (template.liquid.options.outputEscape !== filters.escape) return undefined;
  const value = template['value'] as Value | undefined;
  if (value === undefined) return literal('');
  const plain = compileValue(value);
  const text = value.filters.at(-1)?.raw ? plain : compileEscaped(plain);
  return (ctx, out) => {
    out.write(text(ctx));
  };
};

export const compileRaw: CompileNode = (template) =>
  template instanceof RawTag ? literal(template.render()) : undefined;

function literal(text: string): Step {
  return (_ctx, out) => {
    out.write(text);
  };
}
