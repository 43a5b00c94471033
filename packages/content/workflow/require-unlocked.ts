import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import type { IndexedDocument } from '../document/document.ts';
import { EditLockRepository } from '../store/edit-lock-repository.ts';
import { requireOwnLock, type EditLock } from '../store/edit-lock.ts';

export interface LockQuestion {
  readonly actor: Actor;
  /** What the actor's window was given when it locked the document, if it says so. */
  readonly lockToken?: string | undefined;
  readonly now: Date;
}

/**
 * Refuses, as `document_locked`, to change a document that somebody else is editing, or the actor in another window.
 * Otherwise returns the actor's own lock, if there is one; a lock that is over counts as none, since `stale_revision`
 * protects the text. Asked under the document's lock (`DocumentStore`), on the connection that holds it, for
 * everything by which somebody changes, moves or removes the text; decisions about it are free (GAP-ED-7).
 */
export async function requireUnlocked(
  connection: Database,
  { documentId }: Pick<IndexedDocument, 'documentId'>,
  { actor, lockToken, now }: LockQuestion,
): Promise<EditLock | undefined> {
  const lock = await new EditLockRepository(connection).find(documentId, now);
  if (lock) requireOwnLock(lock, actor, lockToken);
  return lock;
}
