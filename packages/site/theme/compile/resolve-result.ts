import { toValueSync } from 'liquidjs';

export function resolveResult(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? toValueSync<unknown>(result) : result;
}
