import { randomBytes } from 'node:crypto';
import { sha256 } from '@galley/kernel';

/** Crockford base32: look-alike characters share one symbol, so a printed code has one reading. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const count = 10;
const groups = 3;
const groupLength = 5;
const pattern = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`);

/** Such as `7wq4h-0m9xz-c2fkd`: 75 random bits, too many to search for the hashes of a stolen database. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => Array.from({ length: groups }, newGroup).join('-'));
}

/** Hashed with the user name, so that a row copied to another user fails. `undefined` for a malformed code. */
export function hashRecoveryCode(username: string, code: string): string | undefined {
  const normalized = code
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return pattern.test(normalized) ? sha256(`recovery code\n${username}\n${normalized}`) : undefined;
}

function newGroup(): string {
  // 256 is a multiple of 32, so every symbol is equally likely.
  return Array.from(randomBytes(groupLength), (byte) => alphabet[byte % alphabet.length]).join('');
}
