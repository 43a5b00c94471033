import { covers, may, type Actor } from '@galley/kernel';
import { authProblems } from './problems.ts';

/** Throws `forbidden` if the actor lacks a capability: otherwise `users.manage` would equal `*`. */
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

export function canManageUsers(actor: Actor): boolean {
  return may(actor, 'users.manage');
}
