import type { DocumentHistoryEntry } from '@galley/sdk';
import { textOf, type Search } from '../../lib/address.ts';

/** Entries by their hashes: two that are compared, or one that is shown. */
export interface Chosen {
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly shown: string | undefined;
}

/** As the address says; without it, the newest text beside the one before. */
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
