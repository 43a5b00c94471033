import { toValueSync } from 'liquidjs';

/** The value that a function of Liquid ends with: most return one, and some a generator to be run. */
export function settle(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? toValueSync<unknown>(result) : result;
}
