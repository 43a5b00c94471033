import type { Database } from '@galley/database';
import { fieldError, type Actor, type AuditEvent, type FieldError } from '@galley/kernel';
import { isEmailAddress } from './new-account.ts';
import { authProblems } from './problems.ts';
import type { DirectoryAttributes } from './provisioned-user-read-model.ts';
import { isUsername } from './username.ts';

export interface ProvisioningRoles {
  /** For new accounts, and for accounts that leave their last group with a role. */
  readonly defaultRole: string;
  /** Role by name of the group; the first group of a user counts. */
  readonly groups: Readonly<Record<string, string>>;
}

/** The caller of a change. `entry` returns the audit entry to write with it. */
export interface ProvisioningCaller {
  readonly actor: Actor;
  readonly entry: (note: {
    readonly target: string;
    readonly details: Readonly<Record<string, unknown>>;
  }) => AuditEvent | undefined;
}

const maxLength = 254;

/** Authority comes from the settings (`scim`): the token needs no other permission of its owner. */
export function directoryActor(actor: Actor): Actor {
  return { ...actor, grants: new Set(['*']) };
}

/** Roles that a directory can give. */
export function givenRoles({ defaultRole, groups }: ProvisioningRoles): ReadonlySet<string> {
  return new Set([defaultRole, ...Object.values(groups)]);
}

/** `undefined` without a group that has a role. */
export function roleOfGroups(
  { groups }: ProvisioningRoles,
  names: readonly string[],
): string | undefined {
  const held = new Set(names.map((name) => name.toLowerCase()));
  return Object.entries(groups).find(([name]) => held.has(name.toLowerCase()))?.[1];
}

export function hasRole(roles: ProvisioningRoles, group: string): boolean {
  return roleOfGroups(roles, [group]) !== undefined;
}

/** @throws `invalid_fields`. The display name is checked with the account. */
export function requireValidAttributes(attributes: DirectoryAttributes): void {
  const { userName, externalId, givenName, familyName, formattedName, email } = attributes;
  const lines = {
    userName,
    externalId: externalId ?? '',
    givenName,
    familyName,
    formattedName,
  };
  const errors = Object.entries(lines).flatMap(([path, text]): FieldError[] =>
    isLine(text) ? [] : [fieldError(path, 'not_one_line', { max: maxLength })],
  );
  if (userName === '') errors.push(fieldError('userName', 'required', { label: 'userName' }));
  if (email !== '' && !isEmailAddress(email))
    errors.push(fieldError('emails', 'not_an_email', { example: 'name@example.org' }));
  if (errors.length > 0) throw authProblems.invalid_fields.at(errors);
}

export function isLine(text: string): boolean {
  return text.length <= maxLength && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/**
 * An account with a role that the directory cannot give, such as administrators, can only be disabled (ADD-SCIM-4): its
 * e-mail address would otherwise open it. @throws `forbidden`
 */
export function requireWithinReach(
  role: string,
  roles: ProvisioningRoles,
  { present, wanted }: Record<'present' | 'wanted', DirectoryAttributes>,
): void {
  if (givenRoles(roles).has(role)) return;
  const fields = ['displayName', 'email'] as const;
  const isSame = fields.every((field) => present[field] === wanted[field]);
  if (isSame && (present.active || !wanted.active)) return;
  throw authProblems.forbidden(
    `Accounts with the role ${role} can only be disabled, because no group of scim.groups has this role.`,
  );
}

/** @throws `already_exists` when two transactions store one name at the same time */
export async function inTransaction<T>(
  db: Database,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
      throw authProblems.already_exists('Another account or group has this name by now.');
    throw error;
  }
}

const uniqueViolation = '23505';
const maxBaseLength = 56;

/** `ada` of `Ada@example.org`. A number follows if it is taken. */
export function baseUsername(userName: string): string {
  const [local = ''] = userName.split('@', 1);
  const plain = local
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._-]/g, '-')
    .slice(0, maxBaseLength)
    .replace(/^[^a-z0-9]+/, '');
  return isUsername(plain) ? plain : 'user';
}
