import type { Actor } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

/** A person edits a document; others cannot change its text until `expiresAt` (GAP-DOC-10). */
export interface EditLock {
  readonly documentId: number;
  readonly holder: string;
  /** Distinguishes the holder's windows. Not a credential. */
  readonly token: string;
  readonly expiresAt: Date;
}

const lockLifetimeMs = 2 * 60_000;

export function computeLockExpiry(now: Date): Date {
  return new Date(now.getTime() + lockLifetimeMs);
}

/**
 * Refuses another user's lock, or the actor's own with a different `lockToken`. A window that sends no token counts as
 * any of the actor's windows. @throws `document_locked`
 */
export function requireOwnLock(
  { holder, token, expiresAt }: EditLock,
  actor: Actor,
  lockToken?: string,
): void {
  const isOwn = holder === actor.username;
  if (isOwn && (lockToken === undefined || lockToken === token)) return;
  throw contentProblems.document_locked(
    isOwn
      ? 'You are editing this document in another window. Nothing was changed here; continue there, or reopen it here.'
      : `${holder} is editing this document. Nothing was changed; try again when ${holder} has finished.`,
    { holder, expires_at: expiresAt.toISOString() },
  );
}
