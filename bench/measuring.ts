// Measures the cost of metrics: sends the same requests to a server with SERVICE_METRICS_TOKEN and to one without, in
// turn: see README.md.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeDocuments } from './make-documents.ts';
import { cpuOf } from './process-usage.ts';
import { quantile } from './quantile.ts';
import { loadAddress } from './read-load.ts';
import { serveProject, type Served } from './served-process.ts';
import { administratorVariables, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '7' },
    json: { type: 'boolean', default: false },
  },
});

const token = 'a secret of the operators';
/** A cached page: the cheapest request, on which the added cost shows most. */
const path = '/';

interface Round {
  readonly perSecond: number;
  readonly p99: number;
  /** Processor time per request. */
  readonly microseconds: number;
}

const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
try {
  const project = join(folder, 'site');
  await mkdir(project);
  await writeFile(join(project, 'galley.yaml'), '');
  await makeDocuments(join(project, 'content'), { count: Number(options.documents), bytes: 5_000 });
  await compare(project);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function compare(project: string): Promise<void> {
  const variables = {
    ...administratorVariables,
    ...withoutLimits,
    GALLEY_BUILD__ON_PUBLISH: 'false',
  };
  const bare = await serveProject(project, variables);
  const measured = await serveProject(project, { ...variables, SERVICE_METRICS_TOKEN: token });
  try {
    const result = await alternate({ bare, measured });
    const scrapes = await timeScrapes(measured.site);
    if (options.json) console.log(JSON.stringify({ result, scrapes }, undefined, 2));
    else {
      console.table(result);
      console.log(`A scrape takes ${scrapes.middle} ms, the slowest ${scrapes.slowest} ms.`);
    }
  } finally {
    await measured.stop();
    await bare.stop();
  }
}

/** Alternates the order, so that both servers get the same machine. */
async function alternate(servers: Readonly<Record<'bare' | 'measured', Served>>) {
  const result: Record<string, Record<string, number>> = {};
  for (const server of Object.values(servers)) await loadAddress(server.site + path, 3);
  const rounds = { bare: [] as Round[], measured: [] as Round[] };
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const names = ['bare', 'measured'] as const;
    for (const name of round % 2 === 0 ? names : names.toReversed())
      rounds[name].push(await load(servers[name]));
  }
  for (const name of ['bare', 'measured'] as const) {
    const middle = (key: keyof Round): number =>
      quantile(
        rounds[name].map((one) => one[key]),
        0.5,
      );
    result[name] = {
      'requests/s': middle('perSecond'),
      'p99, ms': middle('p99'),
      'processor, µs a request': middle('microseconds'),
    };
  }
  return result;
}

async function load({ site, pid }: Served): Promise<Round> {
  const seconds = Number(options.seconds);
  const before = await cpuOf(pid);
  const { perSecond, p99 } = await loadAddress(site + path, seconds);
  const microseconds = (((await cpuOf(pid)) - before) * 1_000_000) / (perSecond * seconds);
  return { perSecond, p99, microseconds };
}

/** Scrapes an idle server, far enough apart that no value comes from the cache; Prometheus scrapes less often. */
async function timeScrapes(site: string) {
  const times: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const begun = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${site}/__metrics`, { headers });
    await answer.text();
    times.push(performance.now() - begun);
    await delay(5_500);
  }
  return { middle: quantile(times, 0.5), slowest: quantile(times, 1) };
}
