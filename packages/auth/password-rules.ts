import { fieldFault, type FieldFault } from '@galley/kernel';
import { commonPasswords } from './common-passwords.ts';

const minLength = 12;
const maxLength = 1024;

/** Reason to refuse a new password (GAP-SES-5), for the person who chose it. Length matters most. */
export function checkPassword(
  password: string,
  { username }: { readonly username: string },
): FieldFault | undefined {
  const length = [...password].length;
  if (length < minLength) return fieldFault('too_short', { min: minLength, found: String(length) });
  if (length > maxLength) return fieldFault('too_long', { max: maxLength, found: String(length) });
  const forms = bareForms(password);
  const ownForms = bareForms(username);
  if (forms.some((form) => ownForms.includes(form))) {
    return fieldFault('password_is_username');
  }
  if (forms.some(isCommon)) {
    return fieldFault('password_common');
  }
  const longForms = forms.filter((form) => form.length >= minLength);
  if (longForms.some((form) => isRepetition(form) || isWalk(form))) {
    return fieldFault('password_repetitive');
  }
  return undefined;
}

const letterByLookalike: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Without digits and signs around it, and with letters for look-alike digits. */
function bareForms(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  const spelled = core.replace(/[013457@$!]/g, (sign) => letterByLookalike[sign]!);
  return [plain, core, spelled].filter((form) => form !== '');
}

function isCommon(form: string): boolean {
  if (commonPasswords.has(form)) return true;
  for (let end = 1; end < form.length; end += 1) {
    if (commonPasswords.has(form.slice(0, end)) && commonPasswords.has(form.slice(end)))
      return true;
  }
  return false;
}

/** Such as `abcabcabcabc`, of a part shorter than the minimum length. */
function isRepetition(form: string): boolean {
  for (let unit = 1; unit < minLength && unit * 2 <= form.length; unit += 1) {
    if (form.slice(unit) === form.slice(0, -unit)) return true;
  }
  return false;
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '012345678901234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'qazxswedcvfrtgbnhyujmkiolp',
  'zaqxswcdevfrbgtnhymjukilop',
  '1qa2ws3ed4rf5tg6yh7uj8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1s2d3f4g5h6j7k8l9',
  '1a2s3d4f5g6h7j8k9l',
  'z1x2c3v4b5n6m7',
  '1z2x3c4v5b6n7m',
];
const walks = rows.flatMap((line) => [line, [...line].reverse().join('')]);
const minWalkLength = 3;
const minOtherCharacters = 4;

/** Nearly all characters follow the alphabet, the digits or keyboard rows. */
function isWalk(form: string): boolean {
  const distinct = form.replace(/(.)\1+/gu, '$1');
  let otherCharacters = 0;
  for (let position = 0; position < distinct.length;) {
    const length = measureWalk(distinct, position);
    if (length < minWalkLength) otherCharacters += 1;
    position += length < minWalkLength ? 1 : length;
  }
  return otherCharacters < minOtherCharacters;
}

function measureWalk(steps: string, start: number): number {
  let length = 1;
  while (
    start + length < steps.length &&
    walks.some((walk) => walk.includes(steps.slice(start, start + length + 1)))
  ) {
    length += 1;
  }
  return length;
}
