import { LocksInTree, type Database } from '@galley/database';

/** One lock a document, by its path, under which alone its file and its rows change, and nobody replaces the tree. */
export class DocumentLocks extends LocksInTree {
  constructor(db: Database) {
    super(db, 'document');
  }
}
