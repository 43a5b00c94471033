import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** For processes that only build: nearly all their objects are short-lived. Saves a fifth of the memory. */
export function limitYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Blocks the thread for up to a tenth of a second: not for processes that serve requests. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
