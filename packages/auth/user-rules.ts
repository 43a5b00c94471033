import type { Actor } from '@galley/kernel';
import type { AccountRecord, AccountState } from './account-repository.ts';
import { requireCovers } from './authority.ts';
import { authProblems } from './problems.ts';
import { administratorRole } from './role-rules.ts';

export const userFields = ['name', 'email', 'role', 'enabled', 'password'] as const;

/** For a password, only the field name is recorded. */
export type UserField = (typeof userFields)[number];

/** A change ends the user's sessions. */
const securityFields: readonly UserField[] = ['role', 'enabled', 'password'];

export function endsSessions(changed: readonly UserField[]): boolean {
  return changed.some((field) => securityFields.includes(field));
}

/** A given password always counts as changed, since hashes cannot be compared. */
export function changedFields(
  present: AccountState,
  wanted: AccountState,
  passwordGiven: boolean,
): UserField[] {
  return userFields.filter((field) =>
    field === 'password' ? passwordGiven : present[field] !== wanted[field],
  );
}

export const pickAuthority = ({ role, enabled }: AccountState) => ({ role, enabled });

/** False for the system actor. */
export function isSelf(actor: Actor, username: string): boolean {
  return actor.kind === 'user' && actor.username === username;
}

/** @throws `forbidden` for changes that users may not make to their own account here */
export function refuseSelfChange(fields: { password?: unknown; enabled?: unknown }): void {
  if (fields.password !== undefined) {
    throw authProblems.forbidden(
      'Change your own password on your account page, where you enter the current one.',
    );
  }
  if (fields.enabled === false) {
    throw authProblems.forbidden('You cannot disable your own account. Ask another user manager.');
  }
}

/** @throws `forbidden` when the user has permissions that the actor lacks */
export function requireAuthorityOver(
  actor: Actor,
  { username, capabilities }: AccountRecord,
): void {
  requireCovers(actor, capabilities, `The user ${username}`);
}

/** @throws `last_admin` when the change would leave no enabled administrator (GAP-SET-3) */
export function requireRemainingAdministrator(
  present: AccountState,
  wanted: AccountState | undefined,
  otherAdministrators: number,
): void {
  if (!isAdministrator(present) || (wanted && isAdministrator(wanted))) return;
  if (otherAdministrators > 0) return;
  throw authProblems.last_admin(
    `This is the only enabled user with the role ${administratorRole}. Give another user the role first.`,
  );
}

function isAdministrator({ role, enabled }: AccountState): boolean {
  return enabled && role === administratorRole;
}
