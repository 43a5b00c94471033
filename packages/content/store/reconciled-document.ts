import type { StorageFailure } from '@galley/kernel';
import type { DocumentContext } from './document-context-read-model.ts';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';

/** Under its lock, with rows and file in agreement. */
export interface ReconciledDocument {
  readonly indexed: IndexedDocument;
  readonly current: ReadDocument;
  /** `current` is then the newest snapshot of the history. */
  readonly failure?: StorageFailure | undefined;
}

export interface FoundDocument extends ReconciledDocument {
  /** Missing when reconciling changed the rows. */
  readonly context?: DocumentContext | undefined;
}
