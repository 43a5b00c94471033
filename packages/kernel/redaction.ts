export const redacted = '[redacted]';

const secretNames =
  /(?:password|passwd|passphrase|secret|token|cookie|authorization|credentials?|(?:api|private|encryption|access|signing)[-_]?key|totp[-_]?code|recovery[-_]?codes?)$/i;

/** Such as `password`, `accessToken`, `db_password`. */
export const isSecretName = (name: string): boolean => secretNames.test(name);

interface Format {
  readonly pattern: RegExp;
  /** May keep the name of the secret. */
  readonly replacement?: string;
}

/** Linear time: repetitions are bounded, start at one position of a run only, or extend to the end of the text. */
const formats: readonly Format[] = [
  // The end marker may be cut off.
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|[\s\S]*)/g,
  },
  // Redacted whole, since user and host would help an attacker.
  { pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/]{0,128}:[^\s@]{1,256}@\S*/gi },
  { pattern: /\b(Bearer\s{1,8})[\w.~+/-]{8,}={0,2}/gi, replacement: `$1${redacted}` },
  {
    pattern: /\b(Authorization:\s{0,8}[A-Za-z]{1,20}\s{1,8})(?!\[redacted\])\S+/gi,
    replacement: `$1${redacted}`,
  },
  { pattern: /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g },
  { pattern: /(?<![A-Za-z0-9])AGE-SECRET-KEY-[A-Z0-9-]{8,}/gi },
  { pattern: /(?<![A-Za-z0-9])(?:sk|rk|pk)[-_][\w-]{16,}/g },
  {
    pattern: /(?<![A-Za-z0-9])(?:gh[oprsu]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,})/g,
  },
  { pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|AIDA|AROA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Z0-9])/g },
  { pattern: /(?<![A-Za-z0-9])AIza[\w-]{30,}/g },
  { pattern: /(?<![A-Za-z0-9])xox[a-z]-[\w-]{8,}/g },
  { pattern: /(?<![A-Za-z0-9])(?:npm_|hf_)[A-Za-z0-9]{24,}/g },
  // Names of tools and the ids that programs derive from them have no capital letters.
  { pattern: /(?<![A-Za-z0-9])galley_(?=[a-z0-9_-]{0,60}[A-Z])[\w-]{24,}/g },
  { pattern: /(?<![\w-])(session=)[\w%.~+/-]{16,}={0,2}/gi, replacement: `$1${redacted}` },
  {
    pattern:
      /((?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)(?:\\{0,15}["'])?\s{0,4}=\s{0,4}|(?:password|passwd|passphrase|pwd)(?:\\{0,15}["'])?\s{0,4}:\s{0,4})(?!\[redacted\])(?:\\{0,15}"[^"]{1,1024}"|\\{0,15}'[^']{1,1024}'|[^\s,;&"']+)/gi,
    replacement: `$1${redacted}`,
  },
];

/** Keys stay. */
export function redactSecretsIn(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactSecretsIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, redactSecretsIn(inner)]),
  );
}

/** Secrets of known formats become `[redacted]` (RC-API-6; gaps page, Redaction). */
export function redactSecrets(text: string): string {
  return formats.reduce(
    (left, { pattern, replacement = redacted }) => left.replace(pattern, replacement),
    text,
  );
}
