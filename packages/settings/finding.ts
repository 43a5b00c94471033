import type { DomainError, ProblemFactory } from '@galley/kernel';

/** Where something was read: a file with line and column (from 1), or a name such as `command line`. */
export interface Place {
  readonly name: string;
  readonly line?: number;
  readonly column?: number;
}

export type KeyPath = readonly PropertyKey[];

/** One thing that is wrong with what was read. */
export interface Finding {
  readonly place: Place;
  readonly path: KeyPath;
  readonly message: string;
}

/** Something that was read, and where each part of it stands. */
export interface Source {
  readonly value: unknown;
  readonly placeOf: (path: KeyPath, part: 'key' | 'value') => Place;
}

/** In the order of the lines; what has no line keeps its order. */
export const byLine = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    ({ place: a }, { place: b }) =>
      (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );

/** An address with a password in it gets into messages neither as a value nor, by a slip of the pen, as a key. */
export const withoutCredentials = (text: string) =>
  /:\/\/.*[@:]/s.test(text) ? '(an address that may hold a password)' : text;

/** `server.trusted_proxies[1]` */
export function pathText(path: KeyPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = withoutCredentials(String(step));
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

const placeText = ({ name, line, column }: Place) =>
  line === undefined ? name : `${name}:${line}:${column}`;

const sentence = ({ place, path, message }: Finding) =>
  [placeText(place), pathText(path), message].filter((part) => part !== '').join(': ');

/** One error that lists all findings, a line each; `details.errors` has them one by one. */
export function complaint(problem: ProblemFactory, findings: readonly Finding[]): DomainError {
  const { title } = problem.definition;
  const lines = findings.map((finding) => `\n  ${sentence(finding)}`);
  const count = findings.length === 1 ? 'one mistake' : `${findings.length} mistakes`;
  return problem(`${title} (${count}):${lines.join('')}`, {
    errors: findings.map((finding) => ({
      path: pathText(finding.path),
      message: `${placeText(finding.place)}: ${finding.message}`,
    })),
  });
}
