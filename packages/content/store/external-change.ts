import { externalAuthor } from '@galley/kernel';
import type { Change } from './change.ts';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import type { KnownFile } from '../tree/known-file.ts';

/** Why the tree is taken as it stands: it is the project's very first index, or the first with approval required. */
export type Baseline = 'first' | 'approval';

/** A file that says something else than the rows. */
export interface FoundFile {
  readonly indexed?: IndexedDocument | undefined;
  readonly current: ReadDocument;
  readonly known: KnownFile;
  readonly baseline: Baseline | undefined;
  /** Who restored the tree with it; without it, nobody signed it. */
  readonly restoredBy?: string | null | undefined;
  readonly at: Date;
}

/** What an edit on disk, or a restored file, is in the history. */
export function externalChange(
  { indexed, current, known, baseline, restoredBy, at }: FoundFile,
  decision: Change['decision'],
): Change {
  const message = indexed ? 'Edited on disk' : 'Found on disk';
  return {
    document: current,
    decision,
    kind: 'external',
    author: restoredBy ?? externalAuthor,
    onBehalfOf: signaturesIn(current),
    message: restoredBy ? 'Restored with a backup' : message,
    at,
    file: known,
    ...(baseline === 'first' && !indexed && { untold: true }),
  };
}

/** Whom a file names as its last editor: its word is believed where it can only bar somebody from deciding. */
function signaturesIn({ problem, metadata }: ReadDocument): string[] {
  return problem || metadata.lastEditor === null ? [] : [metadata.lastEditor];
}
