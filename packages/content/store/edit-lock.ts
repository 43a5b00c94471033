import type { Actor } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

/** Others cannot change the text until `expiresAt` (GAP-DOC-10). */
export interface EditLock {
  readonly documentId: number;
  readonly holder: string;
  /** Identifies the holder's window. Not a credential. */
  readonly token: string;
  readonly expiresAt: Date;
}

const lockLifetimeMs = 2 * 60_000;

export function computeLockExpiry(now: Date): Date {
  return new Date(now.getTime() + lockLifetimeMs);
}

/** Without `lockToken`, a window counts as any of the actor's windows. @throws `document_locked` */
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
