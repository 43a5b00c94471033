import type { Actor } from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

/** Somebody is editing a document, and nobody else changes its text until `expiresAt` (GAP-DOC-10). */
export interface EditLock {
  readonly documentId: number;
  /** User name. */
  readonly holder: string;
  /** Tells the holder's windows apart; it proves nothing about anybody. */
  readonly token: string;
  readonly expiresAt: Date;
}

const lifetimeMilliseconds = 2 * 60_000;

/** When a lock ends that is taken or extended now. */
export function lockEnd(now: Date): Date {
  return new Date(now.getTime() + lifetimeMilliseconds);
}

/**
 * Refuses, as `document_locked`, a lock that is somebody else's, or the actor's own but not the one that their window
 * was given `lockToken` for. A window that does not say a token is let in with the others of the actor.
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
      ? 'You took this document over in another window, and nothing was changed here. Go on there, or open it here anew.'
      : `${holder} is editing this document, and nothing was changed. Try again when ${holder} has finished.`,
    { holder, expires_at: expiresAt.toISOString() },
  );
}
