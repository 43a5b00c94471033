import { DomainError } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

/** Under the document's lock, only a server of an earlier release or a manual change in the database causes it. */
export class HeadMovedError extends DomainError {
  constructor() {
    const message =
      'The document was changed at the same time. Nothing was done; reload it and try again.';
    super(contentProblems.stale_revision.definition, message);
  }
}

/** @throws `HeadMovedError` */
export function requireMoved(affectedRows: bigint): void {
  if (affectedRows !== 1n) throw new HeadMovedError();
}
