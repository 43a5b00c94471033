import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps V8 from making more room for what is needed for a moment only, as nearly all is that a page is made of: for a
 * process that does nothing else. A fifth of the memory, and no time.
 */
export function makeNoMoreRoom(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Has V8 give back memory that is no longer needed: by itself, it does so when there is little left. Everything stands
 * still meanwhile, for a tenth of a second where there was much; nothing for a process that serves.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
