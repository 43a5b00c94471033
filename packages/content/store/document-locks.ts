import { LocksInTree, type Database } from '@galley/database';

/** By path. A document's file and rows change only under this lock. */
export class DocumentLocks extends LocksInTree {
  constructor(db: Database) {
    super(db, 'document');
  }
}
