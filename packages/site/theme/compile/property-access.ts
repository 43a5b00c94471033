import {
  evalToken,
  toValue,
  UndefinedVariableError,
  type Context,
  type PropertyAccessToken,
} from 'liquidjs';
import { resolveResult } from './resolve-result.ts';
import type { Evaluate } from './step.ts';

type Key = string | number;
type Readable = Parameters<Context['readProperty']>[0];

/** `page.title`, `list[0]`, `names[key]`. Failures report the position of the whole expression. */
export function compileAccess(
  token: PropertyAccessToken,
  compileToken: (prop: PropertyAccessToken['props'][number]) => Evaluate,
): Evaluate {
  if (token.variable !== undefined) return (ctx) => resolveResult(evalToken(token, ctx));
  const fixed = token.props.map((prop) => ('content' in prop ? prop.content : undefined));
  if (fixed.every(isKey)) return (ctx) => read(ctx, fixed, token);
  const props = token.props.map(compileToken);
  return (ctx) => {
    const keys = props.map((prop) => toValue(prop(ctx)) as Key);
    return read(ctx, keys, token);
  };
}

function isKey(value: unknown): value is Key {
  return typeof value === 'string' || typeof value === 'number';
}

function read(ctx: Context, keys: readonly Key[], token: PropertyAccessToken): unknown {
  try {
    let value = findScope(ctx, keys[0]!);
    for (const key of keys) value = property(ctx, value, key);
    return value;
  } catch (error) {
    throw new UndefinedVariableError(error as Error, token);
  }
}

function findScope(ctx: Context, name: Key): unknown {
  return (ctx as unknown as { findScope(name: Key): unknown }).findScope(name);
}

/** Fast path for own properties of plain data. */
function property(ctx: Context, value: unknown, key: Key): unknown {
  if (value === undefined || value === null) return value;
  const from = value as Readable;
  if (typeof value === 'object' && Object.hasOwn(value, key)) {
    const own: unknown = from[key];
    const isPlain = own !== undefined && typeof own !== 'function';
    if (isPlain && typeof from.toLiquid !== 'function') return own;
  }
  return resolveResult(ctx.readProperty(from, key));
}
