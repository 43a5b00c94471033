import type { DocumentHistoryEntry } from '@galley/sdk';
import { searchText, type Search } from '../../lib/address.ts';

/** Hashes of history entries: two to compare, or one to show. */
export interface SelectedRevisions {
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly shown: string | undefined;
}

/** By default the newest revision and the one before it. */
export function parseSelectedRevisions(
  search: Search,
  entries: readonly DocumentHistoryEntry[],
): SelectedRevisions {
  const shown = searchText(search['show']);
  const [newest] = entries;
  const before = newest && entries.find(({ revision }) => revision !== newest.revision);
  const left = searchText(search['left']) ?? before?.hash;
  const right = searchText(search['right']) ?? newest?.hash;
  if (shown !== undefined) return { left: undefined, right: undefined, shown };
  return left === undefined
    ? { left, right: undefined, shown: right }
    : { left, right, shown: undefined };
}
