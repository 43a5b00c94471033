import {
  evalToken,
  toValue,
  UndefinedVariableError,
  type Context,
  type PropertyAccessToken,
} from 'liquidjs';
import { settle } from './settle.ts';
import type { Evaluate } from './step.ts';

type Key = string | number;
type Readable = Parameters<Context['readProperty']>[0];

/** `page.title`, `list[0]`, `names[key]`. What fails while it is read is told with the place of all of it. */
export function compileAccess(
  token: PropertyAccessToken,
  compileToken: (prop: PropertyAccessToken['props'][number]) => Evaluate,
): Evaluate {
  if (token.variable !== undefined) return (ctx) => settle(evalToken(token, ctx));
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

/** Where the name is known: in a loop, a block or a tag around this, in the view, or else in every template. */
function findScope(ctx: Context, name: Key): unknown {
  return (ctx as unknown as { findScope(name: Key): unknown }).findScope(name);
}

/** What Liquid's `readProperty` says, sooner for what data mostly is: an object's own value. */
function property(ctx: Context, value: unknown, key: Key): unknown {
  if (value === undefined || value === null) return value;
  const from = value as Readable;
  if (typeof value === 'object' && Object.hasOwn(value, key)) {
    const own: unknown = from[key];
    const isPlain = own !== undefined && typeof own !== 'function';
    if (isPlain && typeof from.toLiquid !== 'function') return own;
  }
  return settle(ctx.readProperty(from, key));
}
