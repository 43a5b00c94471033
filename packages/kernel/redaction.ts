export const redacted = '[redacted]';

const secretNames =
  /(?:password|passwd|passphrase|secret|token|cookie|authorization|credentials?|(?:api|private|encryption|access|signing)[-_]?key|totp[-_]?code|recovery[-_]?codes?)$/i;

/** Whether a text under this name is a secret, whatever it looks like; `accessToken`, `db_password` and so on too. */
export const isSecretName = (name: string): boolean => secretNames.test(name);

interface Format {
  readonly pattern: RegExp;
  /** What is put in its place; the name of a secret may stay. */
  readonly replacement?: string;
}

/**
 * Secrets by how they look. Every repetition is bounded, or can begin at one place of a run of its characters only, or
 * ends with the text at the latest, so that no text takes longer than its length has it.
 */
const formats: readonly Format[] = [
  // Also one whose end was cut off.
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|[\s\S]*)/g,
  },
  // An address with a password in it, whole: the user and the host are of use to somebody who has it.
  { pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/]{0,128}:[^\s@]{1,256}@\S*/gi },
  { pattern: /\b(Bearer\s{1,8})[\w.~+/-]{8,}={0,2}/gi, replacement: `$1${redacted}` },
  {
    pattern: /\b(Authorization:\s{0,8}[A-Za-z]{1,20}\s{1,8})(?!\[redacted\])\S+/gi,
    replacement: `$1${redacted}`,
  },
  // JSON web tokens.
  { pattern: /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g },
  { pattern: /(?<![A-Za-z0-9])(?:sk|rk|pk)[-_][\w-]{16,}/g },
  {
    pattern: /(?<![A-Za-z0-9])(?:gh[oprsu]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,})/g,
  },
  { pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|AIDA|AROA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])/g },
  { pattern: /(?<![A-Za-z0-9])AIza[\w-]{30,}/g },
  { pattern: /(?<![A-Za-z0-9])xox[a-z]-[\w-]{8,}/g },
  { pattern: /(?<![A-Za-z0-9])(?:npm_|hf_)[A-Za-z0-9]{24,}/g },
  { pattern: /(?<![A-Za-z0-9])galley_[\w-]{24,}/g },
  // The cookie of a session.
  { pattern: /(?<![\w-])(session=)[\w%.~+/-]{16,}={0,2}/gi, replacement: `$1${redacted}` },
  {
    pattern:
      /((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)(?:\\{0,15}["'])?\s{0,4}=\s{0,4}|(?:password|passwd|passphrase|pwd)(?:\\{0,15}["'])?\s{0,4}:\s{0,4})(?!\[redacted\])(?:\\{0,15}"[^"]{1,1024}"|\\{0,15}'[^']{1,1024}'|[^\s,;&"']+)/gi,
    replacement: `$1${redacted}`,
  },
];

/** A JSON value in which no text has a secret; the names of fields stay. */
export function redactSecretsIn(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactSecretsIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, redactSecretsIn(inner)]),
  );
}

/** The text without secrets of known formats (gaps page, Redaction): each reads `[redacted]`. */
export function redactSecrets(text: string): string {
  return formats.reduce(
    (left, { pattern, replacement = redacted }) => left.replace(pattern, replacement),
    text,
  );
}
