import type { StorageFailure } from '@galley/kernel';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';

/** Under its lock, with rows and file in agreement. */
export interface ReconciledDocument {
  readonly indexed: IndexedDocument;
  readonly current: ReadDocument;
  /** `current` is then the newest snapshot of the history. */
  readonly failure?: StorageFailure | undefined;
}
