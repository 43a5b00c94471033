import type { Check, CheckStatus, DiagnosedFinding, Diagnosis } from '@galley/cms';
import { wrapText } from './wrap-text.ts';

type Colour = 'green' | 'cyan' | 'yellow' | 'red';

export type Paint = (colour: Colour, text: string) => string;

export interface ReportOptions {
  readonly paint: Paint;
  /** Columns of the terminal; without it, lines are not wrapped. */
  readonly width?: number | undefined;
}

const signs: Readonly<Record<CheckStatus, readonly [sign: string, colour: Colour]>> = {
  ok: ['✓', 'green'],
  notice: ['·', 'cyan'],
  warning: ['!', 'yellow'],
  error: ['✗', 'red'],
};

/** Keeps one kind of finding from hiding the rest; `--json` lists all. */
const maxOfOneKind = 20;

export function reportLines({ checks, findings }: Diagnosis, options: ReportOptions): string[] {
  const column = Math.max(...checks.map(({ name }) => name.length));
  const shown = [...Map.groupBy(findings, ({ check }) => check).values()];
  return [
    ...[...Map.groupBy(checks, ({ name, status }) => `${status} ${name}`).values()].flatMap(
      (kind) => [
        ...kind.slice(0, maxOfOneKind).flatMap((check) => checkLines(check, column, options)),
        ...omitted(kind.length),
      ],
    ),
    ...(findings.length > 0 ? [''] : []),
    ...shown.flatMap((kind) => findingLines(kind, options)),
    '',
    summary(checks, findings),
  ];
}

function checkLines(check: Check, column: number, { paint, width }: ReportOptions): string[] {
  const { name, status, message, where, why, advice } = check;
  const indent = label('ok').length + column + 4;
  const parts = [message, ...part('Where', where), ...part('Why', why), ...part('Do', advice)];
  const [first = '', ...rest] = parts.flatMap((text) => wrapText(text, width && width - indent));
  return [
    `${painted(status, paint)}  ${name.padEnd(column)}  ${first}`,
    ...rest.map((line) => `${' '.repeat(indent)}${line}`),
  ];
}

function part(what: string, text: string | undefined): string[] {
  return text === undefined ? [] : [`${what}: ${text}`];
}

function findingLines(
  found: readonly DiagnosedFinding[],
  { paint, width }: ReportOptions,
): string[] {
  const indent = label('ok').length + 2;
  const lines = found.slice(0, maxOfOneKind).flatMap(({ severity, path, seq, message }) => {
    const where = [path ?? 'project', ...(seq === undefined ? [] : [`entry ${seq}`])].join(', ');
    const [first = '', ...rest] = wrapText(`${where}: ${message}`, width && width - indent);
    return [
      `${painted(severity, paint)}  ${first}`,
      ...rest.map((line) => `${' '.repeat(indent)}${line}`),
    ];
  });
  return [...lines, ...omitted(found.length)];
}

function omitted(count: number): string[] {
  const left = count - maxOfOneKind;
  return left > 0 ? [`  … and ${left} more of this kind; use --json to list all.`] : [];
}

function label(status: CheckStatus): string {
  return `${signs[status][0]} ${status.padEnd('warning'.length)}`;
}

function painted(status: CheckStatus, paint: Paint): string {
  return paint(signs[status][1], label(status));
}

function summary(checks: readonly Check[], findings: readonly DiagnosedFinding[]): string {
  const count = (status: CheckStatus): number =>
    checks.filter((check) => check.status === status).length;
  const parts = [
    `${count('ok')} ok`,
    counted(count('notice'), 'notice'),
    counted(count('warning'), 'warning'),
    counted(count('error'), 'error'),
  ];
  const found = findings.length > 0 ? `; ${counted(findings.length, 'finding')}` : '';
  return `${counted(checks.length, 'check')}: ${parts.join(', ')}${found}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
