import { defaultOperators, isFalsy, isTruthy, toValue, type Context } from 'liquidjs';
import { resolveResult } from './resolve-result.ts';

type Binary = (left: unknown, right: unknown, ctx: Context) => unknown;

/** Liquid handles lists, objects and drops. */
function forPlainValues(name: string, plain: (left: never, right: never) => boolean): Binary {
  const operator = defaultOperators[name]!;
  return (left, right, ctx) =>
    isPlain(left) && isPlain(right)
      ? plain(left as never, right as never)
      : resolveResult(operator(left, right, ctx));
}

export const equals = forPlainValues('==', (left: unknown, right: unknown) => left === right);

/** `and` and `or` evaluate both sides, like Liquid. */
export const binaryOperators: Readonly<Record<string, Binary | undefined>> = {
  '==': equals,
  '!=': forPlainValues('!=', (left: unknown, right: unknown) => left !== right),
  '>': forPlainValues('>', (left: number, right: number) => left > right),
  '<': forPlainValues('<', (left: number, right: number) => left < right),
  '>=': forPlainValues('>=', (left: number, right: number) => left >= right),
  '<=': forPlainValues('<=', (left: number, right: number) => left <= right),
  contains: (left, right, ctx) =>
    typeof left === 'string' && isPlain(right)
      ? left.indexOf(right as string) > -1
      : resolveResult(defaultOperators.contains!(left, right, ctx)),
  and: (left, right, ctx) => isTruthy(toValue(left), ctx) && isTruthy(toValue(right), ctx),
  or: (left, right, ctx) => isTruthy(toValue(left), ctx) || isTruthy(toValue(right), ctx),
};

export function not(value: unknown, ctx: Context): boolean {
  return isFalsy(toValue(value), ctx);
}

function isPlain(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}
