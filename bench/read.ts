// Measures public reads, beside a minimal server: see README.md.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeDocuments } from './make-documents.ts';
import { measureRound, type Pair, type Round } from './read-round.ts';
import { findAddresses, type SiteAddresses } from './read-site.ts';
import { serveProject } from './served-process.ts';
import { administratorVariables, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '9' },
    rounds: { type: 'string', default: '3' },
    saves: { type: 'boolean', default: false },
    builds: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(options.documents);

const folder = await mkdtemp(join(tmpdir(), 'galley-bench-'));
const project = join(folder, 'site');
const variables = {
  ...administratorVariables,
  ...withoutLimits,
  GALLEY_BUILD__ON_PUBLISH: String(options.builds),
};
try {
  await mkdir(project);
  await writeFile(join(project, 'galley.yaml'), '');
  await makeDocuments(join(project, 'content'), { count, bytes: Number(options.bytes) });
  const site = await prepare();
  const rounds: Round[] = [];
  while (rounds.length < Number(options.rounds)) rounds.push(await measureServer(site));
  report(rounds);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function prepare(): Promise<SiteAddresses> {
  const server = await serveProject(project, variables);
  try {
    // The scan makes up to a thousand documents searchable; with more, all are indexed later.
    if (count > 1_000) await server.searchable;
    return await findAddresses(server.site, folder);
  } finally {
    await server.stop();
  }
}

async function measureServer(site: SiteAddresses): Promise<Round> {
  const server = await serveProject(project, variables);
  try {
    const saves = options.saves ? [10, 0] : [];
    return await measureRound(server, { project, site, saves, seconds: Number(options.seconds) });
  } finally {
    await server.stop();
  }
}

function report(rounds: readonly Round[]): void {
  const names = Object.keys(rounds[0]!.pairs);
  const middle = Object.fromEntries(
    names.map((name) => [name, middlePair(rounds.map(({ pairs }) => pairs[name]!))]),
  );
  const memory = rounds.map((round) => round.memory);
  if (options.json) {
    console.log(JSON.stringify({ documents: count, pairs: middle, memory }, undefined, 2));
    return;
  }
  console.log(
    `${count} documents of ${options.bytes} bytes; the middle one of ${options.rounds} rounds`,
  );
  console.table(Object.fromEntries(names.map((name) => [name, formatNumber(middle[name]!)])));
  console.log('Memory of the server in each round, MiB');
  console.table(memory);
}

function ratioOf({ galley, bare }: Pair): number {
  return galley.perSecond / bare.perSecond;
}

function middlePair(pairs: readonly Pair[]): Pair {
  return pairs.toSorted((one, other) => ratioOf(one) - ratioOf(other))[pairs.length >> 1]!;
}

function formatNumber(pair: Pair) {
  const { galley, bare } = pair;
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  return {
    'Galley/s': galley.perSecond,
    p99: rounded(galley.p99),
    'bare/s': bare.perSecond,
    'bare p99': rounded(bare.p99),
    ratio: rounded(ratioOf(pair)),
    'ratio of p99': rounded(galley.p99 / bare.p99),
    ...(galley.saves !== undefined && { 'saves/s': galley.saves, 'bare saves/s': bare.saves }),
  };
}
