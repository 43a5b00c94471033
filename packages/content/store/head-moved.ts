import { DomainError } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

/**
 * `stale_revision`: the row has another head by now, or the path is taken. Under the document's lock, only a server of
 * an earlier release or a manual change in the database causes this. The transaction is rolled back.
 */
export class HeadMovedError extends DomainError {
  constructor() {
    const message =
      'The document was changed at the same time. Nothing was done; reload it and try again.';
    super(contentProblems.stale_revision.definition, message);
  }
}

/** @throws `HeadMovedError` unless the statement changed its row */
export function requireMoved(affectedRows: bigint): void {
  if (affectedRows !== 1n) throw new HeadMovedError();
}
