import type { DocumentHistoryEntry } from '@galley/sdk';

export interface EntryGroup {
  readonly entries: readonly DocumentHistoryEntry[];
}

const maxGapMs = 10 * 60_000;
const minGroupSize = 4;

/** Groups saves of one author that are close in time and have no message; newest first. */
export function historyGroups(entries: readonly DocumentHistoryEntry[]): EntryGroup[] {
  const runs: DocumentHistoryEntry[][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && belongs(entry, last.at(-1)!)) last.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) =>
    run.length < minGroupSize ? run.map((entry) => ({ entries: [entry] })) : [{ entries: run }],
  );
}

function belongs(entry: DocumentHistoryEntry, newer: DocumentHistoryEntry): boolean {
  const gap = Date.parse(newer.timestamp) - Date.parse(entry.timestamp);
  const isAlike = entry.author === newer.author && entry.status === newer.status;
  return isAlike && gap <= maxGapMs && [entry, newer].every(isPlainSave);
}

function isPlainSave({ kind, message }: DocumentHistoryEntry): boolean {
  return kind === 'autosave' || (kind === 'save' && isDefaultMessage(message));
}

function isDefaultMessage(message: string): boolean {
  return message === '' || message === 'Saved';
}
