/** The server enforces the same minimum and also rejects common passwords. */
export const minPasswordLength = 12;

export interface PasswordRules {
  readonly length: number;
  readonly isLongEnough: boolean;
  readonly isNotName: boolean;
  readonly isVaried: boolean;
}

export function passwordRules(password: string, username: string): PasswordRules {
  const plain = password.normalize('NFKC').toLowerCase();
  const core = plain.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  const name = username.trim().toLowerCase();
  const length = [...password].length;
  return {
    length,
    isLongEnough: length >= minPasswordLength,
    isNotName: name === '' || (plain !== name && core !== name),
    isVaried: length > 0 && !isRepetition(plain),
  };
}

function isRepetition(text: string): boolean {
  for (let unit = 1; unit < minPasswordLength && unit * 2 <= text.length; unit += 1)
    if (text.slice(unit) === text.slice(0, -unit)) return true;
  return false;
}

export type Strength = 'none' | 'weak' | 'fair' | 'good' | 'strong';

/** Words count less than random characters, and length counts more than special characters. */
export function passwordStrength(password: string, username: string): Strength {
  const { length, isLongEnough, isNotName, isVaried } = passwordRules(password, username);
  if (length === 0) return 'none';
  if (!isLongEnough || !isNotName || !isVaried) return 'weak';
  const different = new Set(password.toLowerCase()).size;
  // About two bits per character, as in text; more where character classes mix.
  const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((one) =>
    one.test(password),
  ).length;
  const bits = Math.min(length, different * 2) * (1.6 + classes * 0.5);
  if (bits < 35) return 'fair';
  return bits < 55 ? 'good' : 'strong';
}
