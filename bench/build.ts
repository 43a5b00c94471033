// Measures building and updating a site, beside Hugo and Eleventy: see README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureChanges } from './build-change.ts';
import { makeContenders, type Contender } from './build-contenders.ts';
import { describeOutput, type Output } from './build-output.ts';
import { runTimed, runWeighed, type Memory, type Usage } from './process-usage.ts';
import { quantile } from './quantile.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '3' },
    changes: { type: 'string', default: '25' },
    json: { type: 'boolean', default: false },
  },
});
const corpus = { count: Number(options.documents), bytes: Number(options.bytes) };

const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
try {
  const { contenders, projects, missing } = await makeContenders(folder, corpus);
  const builds = await measureBuilds(contenders);
  const changes = {
    'what the others make': await measureChanges(projects.plain, Number(options.changes)),
    everything: await measureChanges(projects.everything, Number(options.changes)),
  };
  report({ ...corpus, missing, builds, changes });
} finally {
  await rm(folder, { recursive: true, force: true });
}

type Row = Usage & Memory & Output;

/** The first round measures memory, and fills the file cache; the others measure time. */
async function measureBuilds(contenders: readonly Contender[]): Promise<Record<string, Row>> {
  const weighed = new Map<Contender, Memory & Output>();
  const timed = new Map<Contender, Usage[]>();
  for (const one of contenders) {
    const memory = await ready(one, () => runWeighed(one.command));
    weighed.set(one, { ...memory, ...(await describeOutput(one.output)) });
  }
  for (let round = 0; round < Number(options.runs); round += 1)
    for (const one of contenders) {
      const usage = await ready(one, () => runTimed(one.command));
      timed.set(one, [...(timed.get(one) ?? []), usage]);
    }
  return Object.fromEntries(
    contenders.map((one) => [one.name, { ...middle(timed.get(one)!), ...weighed.get(one)! }]),
  );
}

async function ready<Result>({ prepare }: Contender, work: () => Promise<Result>): Promise<Result> {
  const finish = await prepare();
  try {
    return await work();
  } finally {
    await finish();
  }
}

function middle(usages: readonly Usage[]): Usage {
  return usages.toSorted((one, other) => one.wall - other.wall)[usages.length >> 1]!;
}

interface Result {
  readonly count: number;
  readonly bytes: number;
  readonly missing: readonly string[];
  readonly builds: Readonly<Record<string, Row>>;
  readonly changes: Readonly<Record<string, Awaited<ReturnType<typeof measureChanges>>>>;
}

function report(result: Result): void {
  if (options.json) {
    console.log(JSON.stringify(result, undefined, 2));
    return;
  }
  const { count, bytes, missing, builds, changes } = result;
  console.log(`${count} documents of ${bytes} bytes; the middle one of ${options.runs} runs`);
  for (const one of missing) console.log(one);
  console.table(
    Object.fromEntries(Object.entries(builds).map(([name, row]) => [name, formatNumber(row)])),
  );
  console.log(`One change on a running server, milliseconds, of ${options.changes} changes`);
  for (const [name, table] of Object.entries(changes)) {
    console.log(name);
    console.table(table);
  }
}

function formatNumber(row: Row) {
  const { wall, cpu, databaseCpu, peak, peakWithDatabase } = row;
  const { pages, redirects, others, mebibytes } = row;
  return {
    s: quantile([wall], 0),
    'CPU s': quantile([cpu], 0),
    'PostgreSQL CPU s': quantile([databaseCpu], 0),
    MiB: Math.round(peak),
    'MiB with PostgreSQL': Math.round(peakWithDatabase),
    pages,
    redirects,
    others,
    mebibytes,
  };
}
