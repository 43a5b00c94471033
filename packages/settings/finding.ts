import {
  withParams,
  type DomainError,
  type FieldError,
  type FieldFault,
  type ProblemFactory,
} from '@galley/kernel';

/** Line and column count from 1; a source without lines has a name such as `command line`. */
export interface Place {
  readonly name: string;
  readonly line?: number;
  readonly column?: number;
}

export type KeyPath = readonly PropertyKey[];

/** A fault at a key. */
export interface KeyFault extends FieldFault {
  readonly path: KeyPath;
}

export interface Finding extends KeyFault {
  readonly place: Place;
}

export interface Source {
  readonly value: unknown;
  readonly placeOf: (path: KeyPath, part: 'key' | 'value') => Place;
}

/** Findings without line keep their order. */
export const sortByLine = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    ({ place: a }, { place: b }) =>
      (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );

/** Addresses with credentials may appear in values or mistyped keys. */
export const redactCredentials = (text: string) =>
  /:\/\/.*[@:]/s.test(text) ? '(an address that may hold a password)' : text;

/** Such as `server.trusted_proxies[1]`. */
export function formatPath(path: KeyPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = redactCredentials(String(step));
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** Without its place, for forms. */
export const toFieldError = ({ path, code, params, message }: KeyFault): FieldError => ({
  path: formatPath(path),
  code,
  params,
  message,
});

const placeText = ({ name, line, column }: Place) =>
  line === undefined ? name : `${name}:${line}:${column}`;

const sentence = ({ place, path, message }: Finding) =>
  [placeText(place), formatPath(path), message].filter((part) => part !== '').join(': ');

/** Lists all findings, one per line; `details.errors` has them individually. */
export function findingsProblem(
  problem: ProblemFactory,
  findings: readonly Finding[],
): DomainError {
  const { title } = problem.definition;
  const lines = findings.map((finding) => `\n  ${sentence(finding)}`);
  const count = findings.length === 1 ? 'one mistake' : `${findings.length} mistakes`;
  return problem(`${title} (${count}):${lines.join('')}`, {
    errors: findings.map((finding) => ({
      path: formatPath(finding.path),
      ...withParams(finding, { place: placeText(finding.place) }),
    })),
  });
}
