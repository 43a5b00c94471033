import { covers, may, type Actor } from '@galley/kernel';
import { authProblems } from './problems.ts';

/**
 * Holds that nobody hands on, or takes over, more than they have: who manages users may act on those alone whose
 * role grants no more than their own, and may give such roles alone. Without it, `users.manage` would be `*`.
 */
export function requireCovers(actor: Actor, capabilities: readonly string[], what: string): void {
  if (covers(actor.grants, capabilities)) return;
  throw authProblems.forbidden(
    `${what} may do more than you may; somebody who may as much has to do this.`,
  );
}

/** Whether somebody sees, and ends, the sessions and tokens of others. */
export function managesUsers(actor: Actor): boolean {
  return may(actor, 'users.manage');
}
