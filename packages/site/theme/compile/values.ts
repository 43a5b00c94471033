import {
  evalToken,
  filters,
  TypeGuards,
  type Context,
  type Expression,
  type Filter,
  type Hash,
  type Liquid,
  type Token,
  type Value,
} from 'liquidjs';
import { binaryOperators, not } from './operators.ts';
import { toText } from './page-text.ts';
import { compileAccess } from './property-access.ts';
import { resolveResult } from './resolve-result.ts';
import type { Evaluate } from './step.ts';

interface FilterCall {
  readonly context: Context;
  readonly token: Token;
  readonly liquid: Liquid;
}

type FilterHandler = (this: FilterCall, ...values: unknown[]) => unknown;

export function compileValue({ initial, filters }: Value): Evaluate {
  return filters.reduce(filtered, compileExpression(initial));
}

export function compileToken(token: Token | undefined): Evaluate {
  if (token !== undefined && 'content' in token) {
    const { content } = token;
    return () => content;
  }
  if (TypeGuards.isPropertyAccessToken(token)) return compileAccess(token, compileToken);
  return (ctx) => resolveResult(evalToken(token, ctx));
}

/** `true` without a value. */
export function compileHash({ hash }: Hash): (ctx: Context) => Record<string, unknown> {
  const entries = Object.keys(hash).map((name): [string, Evaluate] => {
    const token = hash[name];
    return [name, token === undefined ? () => true : compileToken(token)];
  });
  return (ctx) => {
    const given: Record<string, unknown> = {};
    for (const [name, value] of entries) given[name] = value(ctx);
    return given;
  };
}

const escapeHtml = filters.escape as (this: { context: Context }, text: string) => string;

/** Fast path for texts without special characters. */
export function compileEscaped(value: Evaluate): Evaluate {
  return (ctx) => {
    const text = toText(value(ctx));
    if (/[&<>"']/.test(text)) return escapeHtml.call({ context: ctx }, text);
    ctx.memoryLimit.use(text.length);
    return text;
  };
}

function compileExpression(expression: Expression): Evaluate {
  const operands: Evaluate[] = [];
  for (const token of expression.postfix) {
    operands.push(
      TypeGuards.isOperatorToken(token) ? applied(token.operator, operands) : compileToken(token),
    );
  }
  // Liquid decides their meaning.
  if (operands.length !== 1) return (ctx) => resolveResult(expression.evaluate(ctx));
  return operands[0]!;
}

const nothing: Evaluate = () => undefined;

function applied(name: string, operands: Evaluate[]): Evaluate {
  const right = operands.pop() ?? nothing;
  if (name === 'not') return (ctx) => not(right(ctx), ctx);
  const left = operands.pop() ?? nothing;
  const operator = binaryOperators[name]!;
  return (ctx) => operator(left(ctx), right(ctx), ctx);
}

function filtered(input: Evaluate, filter: Filter): Evaluate {
  const handler = filter['handler'] as FilterHandler;
  if (handler === filters.escape && filter.args.length === 0) return compileEscaped(input);
  const args = filter.args.map(compileArgument);
  const known = { token: filter['token'] as Token, liquid: filter['liquid'] as Liquid };
  return (ctx) => {
    const values = [input(ctx)];
    for (const arg of args) values.push(arg(ctx));
    return resolveResult(handler.apply({ context: ctx, ...known }, values));
  };
}

/** A named argument is a pair. */
function compileArgument(arg: Filter['args'][number]): Evaluate {
  if (!Array.isArray(arg)) return compileToken(arg);
  const [name, token] = arg;
  const value = compileToken(token);
  return (ctx) => [name, value(ctx)];
}
