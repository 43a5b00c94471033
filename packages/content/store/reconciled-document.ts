import type { StorageFailure } from '@galley/kernel';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';

/** A document under its lock, with rows and file in agreement. */
export interface ReconciledDocument {
  readonly indexed: IndexedDocument;
  readonly current: ReadDocument;
  /** Reason why the file could not be written or read: `current` is then the newest snapshot of the history. */
  readonly failure?: StorageFailure | undefined;
}
