import { DomainError } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

/**
 * `stale_revision`: the row that a statement was to change has another head by now, or the path is taken. Under the
 * document's lock only a server of an earlier release or a hand in the database does that. The transaction is undone.
 */
export class HeadMovedError extends DomainError {
  constructor() {
    const message =
      'Somebody changed the document at the same moment, and nothing was done. Open it again.';
    super(contentProblems.stale_revision.definition, message);
  }
}

/** Throws `HeadMovedError` unless the statement changed the row that it was to change. */
export function requireMoved(affectedRows: bigint): void {
  if (affectedRows !== 1n) throw new HeadMovedError();
}
