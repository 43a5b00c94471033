import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Limits the young generation of V8's heap, since nearly all objects of a page are short-lived. Saves a fifth of the
 * memory at no cost in time; for processes that only build.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Makes V8 return unused memory now; by default it waits until memory is scarce. Blocks the thread for up to a tenth of
 * a second, so do not use it in a process that serves requests.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
