import type { Check, DiagnosedFinding, Diagnosis } from '@galley/cms';

type Level = 'ok' | 'notice' | 'warning' | 'error';
type Colour = 'green' | 'cyan' | 'yellow' | 'red';

/** Gives a text a colour, where it is shown in colour. */
export type Paint = (colour: Colour, text: string) => string;

const signs: Readonly<Record<Level, readonly [sign: string, colour: Colour]>> = {
  ok: ['✓', 'green'],
  notice: ['·', 'cyan'],
  warning: ['!', 'yellow'],
  error: ['✗', 'red'],
};

/** What a person reads: a line for each check, what was found in particular, and a line that sums it up. */
export function reportLines({ checks, findings }: Diagnosis, paint: Paint): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return [
    ...checks.flatMap((check) => checkLines(check, width, paint)),
    ...(findings.length > 0 ? ['', ...findings.map((finding) => findingLine(finding, paint))] : []),
    '',
    summary(checks, findings),
  ];
}

function checkLines(
  { name, status, message, advice }: Check,
  width: number,
  paint: Paint,
): string[] {
  const indent = ' '.repeat(label('ok').length + width + 4);
  return [
    `${painted(status, paint)}  ${name.padEnd(width)}  ${message.replaceAll('\n', `\n${indent}`)}`,
    ...(advice === undefined ? [] : [`${indent}${advice}`]),
  ];
}

function findingLine({ severity, path, seq, message }: DiagnosedFinding, paint: Paint): string {
  const where = [path ?? 'project', ...(seq === undefined ? [] : [`entry ${seq}`])].join(', ');
  return `${painted(severity, paint)}  ${where}: ${message}`;
}

function label(level: Level): string {
  return `${signs[level][0]} ${level.padEnd('warning'.length)}`;
}

function painted(level: Level, paint: Paint): string {
  return paint(signs[level][1], label(level));
}

function summary(checks: readonly Check[], findings: readonly DiagnosedFinding[]): string {
  const count = (status: Check['status']): number =>
    checks.filter((check) => check.status === status).length;
  const parts = [
    `${count('ok')} ok`,
    counted(count('warning'), 'warning'),
    counted(count('error'), 'error'),
  ];
  const found = findings.length > 0 ? `; ${counted(findings.length, 'finding')}` : '';
  return `${counted(checks.length, 'check')}: ${parts.join(', ')}${found}.`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
