import type { StorageFailure } from '@galley/kernel';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';

/** A document whose rows and file agree, as it was found under its lock. */
export interface ReconciledDocument {
  readonly indexed: IndexedDocument;
  readonly current: ReadDocument;
  /** Why the file could not be written, or read: then `current` is the newest snapshot of the history. */
  readonly failure?: StorageFailure | undefined;
}
