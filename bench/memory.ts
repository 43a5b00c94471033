// Measures memory of a server with many documents, idle and under load: see README.md.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeDocuments } from './make-documents.ts';
import { serveProject, type Served } from './served-process.ts';
import { administratorVariables, SignedIn, withoutLimits } from './signed-in.ts';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '60' },
    publishes: { type: 'string', default: '600' },
    json: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const perSecond = 15;

interface Phase {
  readonly phase: string;
  /** MiB of the server with its build process at the end of the phase, and at most during it. */
  readonly end: number;
  readonly peak: number;
}

const project = await mkdtemp(join(tmpdir(), 'galley-memory-'));
try {
  await writeFile(join(project, 'galley.yaml'), '');
  const count = Number(options.documents);
  await makeDocuments(join(project, 'content'), { count, bytes: Number(options.bytes) });
  const first = await serveProject(project, { ...administratorVariables, ...withoutLimits });
  if (count > 1_000) await first.searchable;
  await waitForBuild(await SignedIn.at(first.site));
  await first.stop();
  report(await measure());
} finally {
  await rm(project, { recursive: true, force: true });
}

async function measure(): Promise<Phase[]> {
  // Same options as in the Docker image and an installed service.
  const variables = { ...withoutLimits, NODE_OPTIONS: '--max-semi-space-size=4' };
  const server = await serveProject(project, variables);
  try {
    const phases: Phase[] = [];
    const watch = async (phase: string, work: () => Promise<unknown>): Promise<void> => {
      phases.push({ phase, ...(await peakDuring(server, work)) });
    };
    await watch('idle after the start', () => pause(seconds * 1_000));
    const person = await SignedIn.at(server.site);
    const paths = await publicPaths(server.site);
    await watch(`${perSecond} reads a second`, () => read(server.site, paths));
    const publishing = async (): Promise<void> => {
      for (let done = 0; done < Number(options.publishes); done += 1) await publish(person, done);
      await waitForBuild(person);
    };
    await watch(`${options.publishes} publishes with builds, and reads`, () => {
      const stop = new AbortController();
      const reading = read(server.site, paths, stop.signal);
      return Promise.all([publishing().finally(() => stop.abort()), reading]);
    });
    await watch('idle after that', () => pause(seconds * 1_000));
    return phases;
  } finally {
    await server.stop();
  }
}

async function publicPaths(site: string): Promise<string[]> {
  const text = await (await fetch(`${site}/sitemap.xml`)).text();
  const found = [...text.matchAll(/<loc>[^<]*?(\/[^/<][^<]*|\/)<\/loc>/g)].map(([, loc]) => loc!);
  return ['/', '/posts/', '/feed.xml', ...found.map((loc) => loc.replace(/^\/\/[^/]+/, ''))];
}

async function read(site: string, paths: readonly string[], until?: AbortSignal): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (let turn = 0; until ? !until.aborted : performance.now() < end; turn += 1) {
    const path = paths[(turn * 7_919) % paths.length]!;
    await (await fetch(site + path)).arrayBuffer();
    await pause(1_000 / perSecond);
  }
}

async function publish(person: SignedIn, turn: number): Promise<void> {
  const made = await person.create(`Note ${process.pid} ${turn}`, `Text ${turn}.\n`);
  await person.publish(made, `Text ${turn}, published.\n`);
}

async function waitForBuild(person: SignedIn): Promise<void> {
  for (;;) {
    const builds = await person.builds();
    if (builds.length > 0 && builds.every(({ finished_at }) => finished_at !== null)) return;
    await pause(500);
  }
}

async function peakDuring(
  { pid }: Served,
  work: () => Promise<unknown>,
): Promise<{ end: number; peak: number }> {
  let isOver = false;
  let peak = 0;
  const watching = (async () => {
    for (; !isOver; await pause(100)) peak = Math.max(peak, await residentMemory(pid));
  })();
  await work().finally(() => (isOver = true));
  await watching;
  return { end: await residentMemory(pid), peak };
}

async function residentMemory(pid: number): Promise<number> {
  const kilobytes = [pid, ...(await buildProcesses(pid))].map(kilobytesOf);
  return Math.round((await Promise.all(kilobytes)).reduce((sum, one) => sum + one, 0) / 1024);
}

async function buildProcesses(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const found: number[] = [];
  for (const child of children.split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('run-build-process')) found.push(Number(child));
  }
  return found;
}

/** Counts shared pages once, as a container does (PSS); 0 for an ended process. */
async function kilobytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}

function report(phases: readonly Phase[]): void {
  if (options.json) {
    console.log(JSON.stringify(phases, undefined, 2));
    return;
  }
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  console.log(`${options.documents} documents of ${options.bytes} bytes; ${machine}; MiB`);
  console.table(Object.fromEntries(phases.map(({ phase, ...numbers }) => [phase, numbers])));
}
