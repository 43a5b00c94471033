import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import type { IndexedDocument } from '../document/document.ts';
import { EditLockRepository } from '../store/edit-lock-repository.ts';
import { requireOwnLock, type EditLock } from '../store/edit-lock.ts';

export interface LockQuestion {
  readonly actor: Actor;
  readonly lockToken?: string | undefined;
  readonly now: Date;
}

/**
 * Returns the actor's own lock. Call it under the document's lock, on its connection, before every change, move or
 * deletion of the text; decisions are not blocked (GAP-ED-7). @throws `document_locked`
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
