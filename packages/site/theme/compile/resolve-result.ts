import { toValueSync } from 'liquidjs';

/** Result of a Liquid function, which is a value or a generator to run. */
export function resolveResult(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? toValueSync<unknown>(result) : result;
}
