const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** As quoted by `git diff`; `undefined` if invalid. */
export function unquoted(name: string): string | undefined {
  if (!name.startsWith('"')) return name;
  if (!/^"(?:[^"\\]|\\(?:[abtnvfr"\\]|[0-3][0-7]{2}))*"$/.test(name)) return undefined;
  const parts = name.slice(1, -1).match(/\\[0-3][0-7]{2}|\\.|[^\\]+/g) ?? [];
  const bytes = parts.map((part) => {
    if (!part.startsWith('\\')) return Buffer.from(part);
    const code = part.slice(1);
    return Buffer.from([escapes[code] ?? parseInt(code, 8)]);
  });
  const text = new TextDecoder('utf-8', { fatal: true });
  try {
    return text.decode(Buffer.concat(bytes));
  } catch {
    return undefined;
  }
}

const maxPathLength = 1_000;

interface PathRule {
  readonly isBroken: (path: string) => boolean;
  readonly what: string;
}

const parts = (path: string): string[] => path.split('/');

/** Also spellings that file systems resolve to `.git`: other case, trailing or invisible characters. */
function isGitFolder(part: string): boolean {
  const seen = part.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
  return /^\.git[. ]*(?::.*)?$/i.test(seen) || /^git~\d+$/i.test(seen);
}

const rules: readonly PathRule[] = [
  { isBroken: (path) => path === '', what: 'is empty' },
  {
    isBroken: (path) => path.length > maxPathLength,
    what: `is longer than ${maxPathLength} characters`,
  },
  {
    isBroken: (path) => path.startsWith('/'),
    what: 'is absolute; use a path relative to the repository',
  },
  {
    isBroken: (path) => /^[a-z]:/i.test(path),
    what: 'names a drive; use a path relative to the repository',
  },
  { isBroken: (path) => path.includes('\\'), what: 'contains a backslash; use / as the separator' },
  { isBroken: (path) => /\p{Cc}/u.test(path), what: 'contains a control character' },
  {
    isBroken: (path) => parts(path).includes('..'),
    what: 'leaves the repository with ..',
  },
  {
    isBroken: (path) => parts(path).some((part) => part === '' || part === '.'),
    what: 'has an empty segment or a . segment',
  },
  { isBroken: (path) => parts(path).some(isGitFolder), what: 'leads into .git' },
];

/** The end of a sentence; `undefined` for a valid path. */
export function pathFault(path: string): string | undefined {
  return rules.find(({ isBroken }) => isBroken(path))?.what;
}
