import type { DocumentHistoryEntry } from '@galley/sdk';
import { textOf, type Search } from '../../lib/address.ts';

/** Hashes of history entries: two to compare, or one to show. */
export interface Chosen {
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly shown: string | undefined;
}

/** Selection from the address; by default the newest revision and the one before it. */
export function chosenOf(search: Search, entries: readonly DocumentHistoryEntry[]): Chosen {
  const shown = textOf(search['show']);
  const [newest] = entries;
  const before = newest && entries.find(({ revision }) => revision !== newest.revision);
  const left = textOf(search['left']) ?? before?.hash;
  const right = textOf(search['right']) ?? newest?.hash;
  if (shown !== undefined) return { left: undefined, right: undefined, shown };
  return left === undefined
    ? { left, right: undefined, shown: right }
    : { left, right, shown: undefined };
}
