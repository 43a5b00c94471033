import type { DocumentHistoryEntry } from '@galley/sdk';

/** Entries that are shown as one until somebody wants each. */
export interface EntryGroup {
  readonly entries: readonly DocumentHistoryEntry[];
}

/** Milliseconds between saves that belong together. */
const closeInTime = 10 * 60_000;
/** Fewer than these are shown one by one. */
const fewest = 4;

/** Newest first; saves of one person close in time, which nobody gave words to, are a group. */
export function historyGroups(entries: readonly DocumentHistoryEntry[]): EntryGroup[] {
  const runs: DocumentHistoryEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && belongs(entry, last.at(-1)!)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) =>
    run.length < fewest ? run.map((entry) => ({ entries: [entry] })) : [{ entries: run }],
  );
}

function belongs(entry: DocumentHistoryEntry, newer: DocumentHistoryEntry): boolean {
  const gap = Date.parse(newer.timestamp) - Date.parse(entry.timestamp);
  const isAlike = entry.author === newer.author && entry.status === newer.status;
  return isAlike && gap <= closeInTime && [entry, newer].every(isPlainSave);
}

function isPlainSave({ kind, message }: DocumentHistoryEntry): boolean {
  return kind === 'autosave' || (kind === 'save' && isOfItself(message));
}

/** What the server writes where nobody has said anything. */
function isOfItself(message: string): boolean {
  return message === '' || message === 'Saved';
}
