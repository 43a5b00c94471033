import type { Actor } from '@galley/kernel';
import type { OpenDocument } from './document-store.ts';
import { requireOwnLock, type EditLock } from '../store/edit-lock.ts';

export interface LockQuestion {
  readonly actor: Actor;
  readonly lockToken?: string | undefined;
}

/**
 * Returns the actor's own lock. Call it before every change, move or deletion of the text; decisions are not blocked
 * (GAP-ED-7). @throws `document_locked`
 */
export async function requireUnlocked(
  { context }: OpenDocument,
  { actor, lockToken }: LockQuestion,
): Promise<EditLock | undefined> {
  const { lock } = await context();
  if (lock) requireOwnLock(lock, actor, lockToken);
  return lock;
}
