import { covers, may, type Actor } from '@galley/kernel';
import { authProblems } from './problems.ts';

/**
 * Throws `forbidden` unless the actor holds all of `capabilities`. User managers may only act on users, and assign
 * roles, that grant no more than their own role; otherwise `users.manage` would equal `*`.
 */
export function requireCovers(
  actor: Actor,
  capabilities: readonly string[],
  subject: string,
): void {
  if (covers(actor.grants, capabilities)) return;
  throw authProblems.forbidden(
    `${subject} has permissions that you do not have. Ask a user who has them.`,
  );
}

/** Permission to see and end the sessions and tokens of others. */
export function canManageUsers(actor: Actor): boolean {
  return may(actor, 'users.manage');
}
