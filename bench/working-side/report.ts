import { cpus, totalmem } from 'node:os';
import type { ActResult, Measurement } from './measurement.ts';
import type { Options } from './options.ts';
import type { Measured } from './slices.ts';
import { actTargets, limits } from './targets.ts';

interface Judged {
  readonly value: number;
  readonly target: number;
  readonly misses: boolean;
}

const atMost = (value: number, target: number): Judged => ({
  value,
  target,
  misses: value > target,
});
const atLeast = (value: number, target: number): Judged => ({
  value,
  target,
  misses: value < target,
});

const cpuOf = ({ serverCpu, databaseCpu }: Measured): number => serverCpu + databaseCpu;

function judgeAct({ act, own, floor, statements }: ActResult) {
  const target = actTargets[act];
  return {
    statements: atMost(statements, target.statements),
    cpu: atMost(cpuOf(own) / cpuOf(floor), target.cpu),
    throughput: atLeast(own.perSecond / floor.perSecond, target.throughput),
  };
}

function judgeWhole({ files, start, memory }: Measurement) {
  return {
    indexed: atMost(files.indexed, limits.indexed),
    start: atMost(start, limits.start),
    idle: atMost(memory.idle, limits.idle),
    afterLoad: atMost(memory.afterLoad, limits.afterLoad),
    afterPublishing: atMost(memory.afterPublishing, limits.afterPublishing),
  };
}

function machine(): string {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

export function toJson(measurement: Measurement, options: Options): string {
  const acts = measurement.acts.map((act) => ({ ...act, targets: judgeAct(act) }));
  const { json: _json, ...given } = options;
  const targets = judgeWhole(measurement);
  return JSON.stringify(
    { machine: machine(), options: given, ...measurement, acts, targets },
    undefined,
    2,
  );
}

export function toText(measurement: Measurement, options: Options): string {
  const builds = options.builds ? 'with builds' : 'without builds';
  const title = `${options.documents} documents of ${options.bytes} bytes, ${builds}; ${machine()}`;
  const acts = toTable([actHeader, ...measurement.acts.map(actRow)]);
  const whole = toTable([['', 'measured', 'target'], ...wholeRows(measurement, options)]);
  const footer =
    '! misses its target, in parentheses. The floors do the same I/O with nothing else.';
  return [title, acts, whole, footer].join('\n\n');
}

const actHeader = [
  ...['act', 'at a time', 'requests/s', 'p50 ms', 'p99 ms', 'CPU server', 'CPU database'],
  ...['floor: requests/s', 'floor: CPU', 'share of requests/s', 'CPU ratio', 'statements'],
];

function actRow(result: ActResult): string[] {
  const { act, concurrency, own, floor } = result;
  const { statements, cpu, throughput } = judgeAct(result);
  return [
    act,
    String(concurrency),
    own.perSecond.toFixed(0),
    own.p50.toFixed(1),
    own.p99.toFixed(1),
    own.serverCpu.toFixed(2),
    own.databaseCpu.toFixed(2),
    floor.perSecond.toFixed(0),
    cpuOf(floor).toFixed(2),
    cell(throughput, 2),
    cell(cpu, 1),
    cell(statements, 0),
  ];
}

function wholeRows(measurement: Measurement, { changed }: Options): string[][] {
  const { indexed, start, idle, afterLoad, afterPublishing } = judgeWhole(measurement);
  const rows: [string, Judged, string, number][] = [
    [`${changed} files rewritten on disk until all are listed`, indexed, 's', 1],
    ['start until the first signed-in answer', start, 's', 2],
    ['memory when idle', idle, 'MB', 0],
    ['memory after reads and writes', afterLoad, 'MB', 0],
    ['memory after publishing', afterPublishing, 'MB', 0],
  ];
  return rows.map(([name, judged, unit, digits]) => [
    name,
    `${judged.value.toFixed(digits)} ${unit}`,
    `${judged.target} ${unit}${judged.misses ? ' !' : '  '}`,
  ]);
}

function cell({ value, target, misses }: Judged, digits: number): string {
  return `${value.toFixed(digits)} (${target})${misses ? ' !' : '  '}`;
}

function toTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_header, column) =>
    Math.max(...rows.map((row) => row[column]!.length)),
  );
  return rows
    .map((row) =>
      row
        .map((text, column) =>
          column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
