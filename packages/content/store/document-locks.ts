import { LocksInTree, type Database } from '@galley/database';

/**
 * Lock for each document, by path. Its file and rows change only under this lock, which also excludes a replacement of
 * the tree.
 */
export class DocumentLocks extends LocksInTree {
  constructor(db: Database) {
    super(db, 'document');
  }
}
