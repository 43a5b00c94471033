import { fieldFault, reservedUsernames, type FieldError, type FieldFault } from '@galley/kernel';
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

export function isEmailAddress(text: string): boolean {
  return text.length <= maxEmailLength && emailPattern.test(text);
}

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
  if (errors.length > 0) throw authProblems.invalid_fields.at(errors);
  return { ...given, name: given.name || given.username };
}

function fieldErrors(given: Profile, password: string | undefined): FieldError[] {
  const faults: Record<keyof NewAccount, FieldFault | undefined> = {
    username: checkUsername(given.username),
    name: checkName(given.name),
    email: checkEmail(given.email),
    password: password === undefined ? undefined : checkPassword(password, given),
  };
  return Object.entries(faults).flatMap(([path, fault]) => (fault ? [{ path, ...fault }] : []));
}

function checkUsername(username: string): FieldFault | undefined {
  if (!isUsername(username))
    return fieldFault('not_a_bounded_name', {
      max: 64,
      characters: 'a–z 0–9 . _ -',
      first: 'a–z 0–9',
    });
  return reservedUsernames.has(username) ? fieldFault('reserved', { value: username }) : undefined;
}

export function checkName(name: string): FieldFault | undefined {
  return [...name].length <= maxNameLength && !/\p{Cc}/u.test(name)
    ? undefined
    : fieldFault('not_one_line', { max: maxNameLength });
}

function checkEmail(email: string): FieldFault | undefined {
  return email === '' || isEmailAddress(email)
    ? undefined
    : fieldFault('not_an_email', { example: 'name@example.org' });
}
