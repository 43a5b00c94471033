import type { StorageFailure } from '@galley/kernel';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';

/** A document under its lock, with file and rows in agreement. */
export interface Settled {
  readonly indexed: IndexedDocument;
  readonly current: ReadDocument;
  /** Why the file could not be written, or read: then `current` is the newest snapshot of the history. */
  readonly failure?: StorageFailure | undefined;
}

/** Outcome of a change. */
export interface Applied {
  /** The file says what the change does, and nobody has edited it meanwhile. */
  readonly isWritten: boolean;
  readonly failure?: StorageFailure | undefined;
}
