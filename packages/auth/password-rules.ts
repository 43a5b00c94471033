import { commonPasswords } from './common-passwords.ts';

const least = 12;
const most = 1024;

/**
 * Why a new password will not do, in words for the person who chose it, or undefined when it will
 * (GAP-SES-5). Any characters are welcome; length is what counts.
 */
export function checkPassword(
  password: string,
  { username }: { readonly username: string },
): string | undefined {
  const length = [...password].length;
  if (length < least) {
    return `A password needs at least ${least} characters; this one has ${length}. A few words in a row are easy to remember.`;
  }
  if (length > most) return `A password has at most ${most} characters; this one has ${length}.`;
  const forms = bareForms(password);
  const ownForms = bareForms(username);
  if (forms.some((form) => ownForms.includes(form))) {
    return 'The password is the user name, or little more. Choose one that does not follow from who you are.';
  }
  if (forms.some(isCommon)) {
    return 'This is a common password, at most with something around it: attackers try those first. Choose one that nobody else has.';
  }
  const longForms = forms.filter((form) => form.length >= least);
  if (longForms.some((form) => isRepetition(form) || isWalk(form))) {
    return 'The password repeats itself or follows the keyboard, which is easy to guess. A few unrelated words are better.';
  }
  return undefined;
}

const lookalikes: Readonly<Record<string, string>> = {
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

/** The password, and what is left of it without digits and signs around it, and without digits for letters. */
function bareForms(password: string): string[] {
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  const spelled = core.replace(/[013457@$!]/g, (sign) => lookalikes[sign]!);
  return [plain, core, spelled].filter((form) => form !== '');
}

/** One common password, or two in a row. */
function isCommon(form: string): boolean {
  if (commonPasswords.has(form)) return true;
  for (let end = 1; end < form.length; end += 1) {
    if (commonPasswords.has(form.slice(0, end)) && commonPasswords.has(form.slice(end)))
      return true;
  }
  return false;
}

/** The same few characters over and over, as in `abcabcabcabc`: fewer of them than a password needs. */
function isRepetition(form: string): boolean {
  for (let unit = 1; unit < least && unit * 2 <= form.length; unit += 1) {
    if (form.slice(unit) === form.slice(0, -unit)) return true;
  }
  return false;
}

const lines = [
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
const walks = lines.flatMap((line) => [line, [...line].reverse().join('')]);
const leastSteps = 3;
const leastOutside = 4;

/** Made of stretches along the alphabet, the digits or the keyboard, with hardly a character outside them. */
function isWalk(form: string): boolean {
  const steps = form.replace(/(.)\1+/gu, '$1');
  let outside = 0;
  for (let at = 0; at < steps.length;) {
    const length = walkLength(steps, at);
    if (length < leastSteps) outside += 1;
    at += length < leastSteps ? 1 : length;
  }
  return outside < leastOutside;
}

/** How many characters from `start` on follow one walk. */
function walkLength(steps: string, start: number): number {
  let length = 1;
  while (
    start + length < steps.length &&
    walks.some((walk) => walk.includes(steps.slice(start, start + length + 1)))
  ) {
    length += 1;
  }
  return length;
}
