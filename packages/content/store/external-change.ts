import { externalAuthor } from '@galley/kernel';
import type { Change } from './change.ts';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import type { KnownFile } from '../tree/known-file.ts';

/** The tree is accepted as it is: on the very first scan, or the first with approval required. */
export type Baseline = 'first' | 'approval';

export interface FoundFile {
  readonly indexed?: IndexedDocument | undefined;
  readonly current: ReadDocument;
  readonly known: KnownFile;
  readonly baseline: Baseline | undefined;
  /** User who restored the tree; absent for unsigned edits. */
  readonly restoredBy?: string | null | undefined;
  readonly at: Date;
}

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
    message: restoredBy ? 'Restored from a backup' : message,
    at,
    file: known,
    ...(baseline === 'first' && !indexed && { withoutEvent: true }),
  };
}

/** Unverified, which is safe because it can only bar a person from deciding. */
function signaturesIn({ problem, metadata }: ReadDocument): string[] {
  return problem || metadata.lastEditor === null ? [] : [metadata.lastEditor];
}
