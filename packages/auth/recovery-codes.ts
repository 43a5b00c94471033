import { randomBytes } from 'node:crypto';
import { sha256 } from '@galley/kernel';

/** Crockford's: what looks alike is one symbol, so that a code read from paper has one meaning. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const count = 10;
const groups = 3;
const groupLength = 5;
const pattern = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`);

/**
 * Ten codes such as `7wq4h-0m9xz-c2fkd`, 75 random bits each: enough that the SHA-256 of one in a stolen database
 * cannot be searched for.
 */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => Array.from({ length: groups }, newGroup).join('-'));
}

/**
 * What is stored of a code, and looked for: its SHA-256 together with the user name, so that no row works for
 * another user. Capitals, blanks, hyphens, and o, i and l for 0 and 1 make no difference. Undefined for what cannot be
 * a recovery code.
 */
export function hashRecoveryCode(username: string, code: string): string | undefined {
  const normalized = code
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return pattern.test(normalized) ? sha256(`recovery code\n${username}\n${normalized}`) : undefined;
}

function newGroup(): string {
  // 256 is a multiple of 32, so every symbol is as likely as any other.
  return Array.from(randomBytes(groupLength), (byte) => alphabet[byte % alphabet.length]).join('');
}
