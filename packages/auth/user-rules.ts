import type { Actor } from '@galley/kernel';
import type { AccountRecord, AccountState } from './account-repository.ts';
import { requireCovers } from './authority.ts';
import { authProblems } from './problems.ts';
import { administratorRole } from './role-rules.ts';

export const userFields = ['name', 'email', 'role', 'enabled', 'password'] as const;

/** What of a user can be changed; the password by its name only, never by its value. */
export type UserField = (typeof userFields)[number];

/** What ends the sessions of a user when it changes. */
const securityFields: readonly UserField[] = ['role', 'enabled', 'password'];

export function endsSessions(changed: readonly UserField[]): boolean {
  return changed.some((field) => securityFields.includes(field));
}

/** What is different; a password that is given counts as another one, since nobody can tell. */
export function changedFields(
  present: AccountState,
  wanted: AccountState,
  passwordGiven: boolean,
): UserField[] {
  return userFields.filter((field) =>
    field === 'password' ? passwordGiven : present[field] !== wanted[field],
  );
}

/** What the audit log keeps the values of. */
export const authorityOf = ({ role, enabled }: AccountState) => ({ role, enabled });

/** Whether the actor is the user of this name. Galley itself is nobody of the users. */
export function isSelf(actor: Actor, username: string): boolean {
  return actor.kind === 'user' && actor.username === username;
}

/** Throws `forbidden` for what nobody may do to their own account here. */
export function refuseToOneself(fields: { password?: unknown; enabled?: unknown }): void {
  if (fields.password !== undefined) {
    throw authProblems.forbidden(
      'Change your own password under your account; it asks for the present one.',
    );
  }
  if (fields.enabled === false) {
    throw authProblems.forbidden(
      'You cannot disable yourself; somebody else who manages users can.',
    );
  }
}

/** Throws `forbidden` when the user may do more than the actor may. */
export function requireAuthorityOver(
  actor: Actor,
  { username, capabilities }: AccountRecord,
): void {
  requireCovers(actor, capabilities, `The user ${username}`);
}

/** Throws `last_admin` when this would leave the site without an enabled administrator (GAP-SET-3). */
export function requireAdministrator(
  present: AccountState,
  wanted: AccountState | undefined,
  otherAdministrators: number,
): void {
  if (!isAdministrator(present) || (wanted && isAdministrator(wanted))) return;
  if (otherAdministrators > 0) return;
  throw authProblems.last_admin(
    `This is the only enabled user with the role ${administratorRole}; give somebody else the role first.`,
  );
}

function isAdministrator({ role, enabled }: AccountState): boolean {
  return enabled && role === administratorRole;
}
