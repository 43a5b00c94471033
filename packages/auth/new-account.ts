import { reservedUsernames, type FieldError } from '@galley/kernel';
import { checkPassword } from './password-rules.ts';
import { authProblems } from './problems.ts';
import { isUsername, normalizeUsername } from './username.ts';

export interface AccountFields extends ProfileFields {
  readonly password: string;
}

export interface NewAccount extends Profile {
  readonly password: string;
}

export interface ProfileFields {
  readonly username: string;
  /** Defaults to the user name. */
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

export interface Profile {
  readonly username: string;
  readonly name: string;
  /** Empty when missing. */
  readonly email: string;
}

const maxNameLength = 200;
const maxEmailLength = 254;
const emailPattern = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@.\p{Cc}]+$/u;

/** @throws `invalid_fields` with every invalid field */
export function parseAccount(fields: AccountFields): NewAccount {
  return { ...parseProfile(fields), password: fields.password };
}

/** @throws `invalid_fields` with every invalid field, followed by `otherErrors` */
export function parseProfile(
  fields: ProfileFields,
  otherErrors: readonly FieldError[] = [],
): Profile {
  const given = {
    username: normalizeUsername(fields.username),
    name: fields.name?.trim() ?? '',
    email: fields.email?.trim() ?? '',
  };
  const errors = [...fieldErrors(given, fields.password), ...otherErrors];
  if (errors.length > 0) throw invalidFieldsProblem(errors);
  return { ...given, name: given.name || given.username };
}

export function invalidFieldsProblem(errors: readonly FieldError[]): Error {
  const messages = new Set(errors.map(({ message }) => message));
  return authProblems.invalid_fields([...messages].join(' '), { errors });
}

function fieldErrors(given: Profile, password: string | undefined): FieldError[] {
  const reasons: Record<keyof NewAccount, string | undefined> = {
    username: checkUsername(given.username),
    name: checkName(given.name),
    email: checkEmail(given.email),
    password: password === undefined ? undefined : checkPassword(password, given),
  };
  return Object.entries(reasons).flatMap(([path, message]) => (message ? [{ path, message }] : []));
}

function checkUsername(username: string): string | undefined {
  if (!isUsername(username)) {
    return 'A user name has 1 to 64 of the letters a to z, digits, dots, underscores and hyphens, and begins with a letter or a digit.';
  }
  return reservedUsernames.has(username)
    ? `The user name ${username} stands for no person in histories; choose another one.`
    : undefined;
}

function checkName(name: string): string | undefined {
  return [...name].length <= maxNameLength && !/\p{Cc}/u.test(name)
    ? undefined
    : `A name has at most ${maxNameLength} characters, on one line.`;
}

function checkEmail(email: string): string | undefined {
  return email === '' || (email.length <= maxEmailLength && emailPattern.test(email))
    ? undefined
    : 'An e-mail address looks like name@example.org; leave it empty to give none.';
}
