import { defaultOperators, isFalsy, isTruthy, toValue, type Context } from 'liquidjs';
import { settle } from './settle.ts';

type Binary = (left: unknown, right: unknown, ctx: Context) => unknown;

/** What Liquid's operator of the name says, sooner for two values that are neither lists, objects nor drops. */
function forPlainValues(name: string, plain: (left: never, right: never) => boolean): Binary {
  const operator = defaultOperators[name]!;
  return (left, right, ctx) =>
    isPlain(left) && isPlain(right)
      ? plain(left as never, right as never)
      : settle(operator(left, right, ctx));
}

export const equals = forPlainValues('==', (left: unknown, right: unknown) => left === right);

/** Both sides are worked out before `and` and `or`, as Liquid does. */
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
      : settle(defaultOperators.contains!(left, right, ctx)),
  and: (left, right, ctx) => isTruthy(toValue(left), ctx) && isTruthy(toValue(right), ctx),
  or: (left, right, ctx) => isTruthy(toValue(left), ctx) || isTruthy(toValue(right), ctx),
};

export function not(value: unknown, ctx: Context): boolean {
  return isFalsy(toValue(value), ctx);
}

function isPlain(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'function');
}
