import type { FieldError } from '@galley/kernel';
import { checkPassword } from './password-rules.ts';
import { authProblems } from './problems.ts';
import { isUsername, normalizeUsername } from './username.ts';

/** An account as a person fills it in. */
export interface AccountFields {
  readonly username: string;
  /** The user name when absent or empty. */
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password: string;
}

export interface NewAccount {
  readonly username: string;
  readonly name: string;
  /** Empty when none was given. */
  readonly email: string;
  readonly password: string;
}

const longestName = 200;
const longestEmail = 254;
const emailPattern = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@.\p{Cc}]+$/u;

/** The account that the fields describe. Throws `invalid_fields`, naming every field that will not do. */
export function parseAccount(fields: AccountFields): NewAccount {
  const given = {
    username: normalizeUsername(fields.username),
    name: fields.name?.trim() ?? '',
    email: fields.email?.trim() ?? '',
    password: fields.password,
  };
  const errors = fieldErrors(given);
  if (errors.length === 0) return { ...given, name: given.name || given.username };
  throw authProblems.invalid_fields(errors.map(({ message }) => message).join(' '), { errors });
}

function fieldErrors(given: NewAccount): FieldError[] {
  const reasons: Record<keyof NewAccount, string | undefined> = {
    username: checkUsername(given.username),
    name: checkName(given.name),
    email: checkEmail(given.email),
    password: checkPassword(given.password, given),
  };
  return Object.entries(reasons).flatMap(([path, message]) => (message ? [{ path, message }] : []));
}

function checkUsername(username: string): string | undefined {
  return isUsername(username)
    ? undefined
    : 'A user name has 1 to 64 of the letters a to z, digits, dots, underscores and hyphens, and begins with a letter or a digit.';
}

function checkName(name: string): string | undefined {
  return [...name].length <= longestName && !/\p{Cc}/u.test(name)
    ? undefined
    : `A name has at most ${longestName} characters, on one line.`;
}

function checkEmail(email: string): string | undefined {
  return email === '' || (email.length <= longestEmail && emailPattern.test(email))
    ? undefined
    : 'An e-mail address looks like name@example.org; leave it empty to give none.';
}
