import { residentMegabytesOf } from '../process-usage.ts';
import { startFloorServer } from '../read-processes.ts';
import type { Served } from '../served-process.ts';
import { actsOf, floorOf, floors, type ActName } from './acts.ts';
import { countStatements, type StatementCounts } from './count-statements.ts';
import type { Options } from './options.ts';
import {
  createProject,
  indexAndSignIn,
  measureStarts,
  waitUntilQuiet,
  type Headers,
  type Project,
} from './project.ts';
import { measureRewriting } from './rewrite-files.ts';
import { compareAct, runSlice, type Compared, type Contestants, type Load } from './slices.ts';
import { vacuumAll } from './vacuum-repository.ts';

/** An act at one level of concurrency. */
export interface ActResult extends Compared {
  readonly act: ActName;
  readonly concurrency: number;
  readonly statements: number;
}

export interface Measurement {
  readonly acts: readonly ActResult[];
  /** Seconds until the changed files are written, and until all of them are listed. */
  readonly files: { readonly written: number; readonly indexed: number };
  /** Seconds from starting the process to the answer of a request with a session; PostgreSQL is running. */
  readonly start: number;
  /** Resident megabytes. */
  readonly memory: Readonly<Record<'idle' | 'afterLoad' | 'afterPublishing', number>>;
}

const warmUpSeconds = 1;
const warmUpConcurrency = 4;

export interface Run {
  /** Empty folder on the disk that is measured. */
  readonly folder: string;
  readonly options: Options;
  readonly onPhase: (phase: string) => void;
}

export async function measure(run: Run): Promise<Measurement> {
  run.onPhase(`creating a project of ${run.options.documents} documents`);
  const project = await createProject(run.folder, run.options);
  try {
    const headers = await indexAndSignIn(project);
    run.onPhase('starting the server');
    const { server, start } = await measureStarts(project, headers);
    try {
      return { start, ...(await measureServer(run, { project, headers, server })) };
    } finally {
      await server.stop();
    }
  } finally {
    await project.database.detach();
  }
}

interface Running {
  readonly project: Project;
  readonly headers: Headers;
  readonly server: Served;
}

async function measureServer(run: Run, running: Running): Promise<Omit<Measurement, 'start'>> {
  const { server, project, headers } = running;
  await waitUntilQuiet(server);
  const idle = await residentMegabytesOf(server.pid);
  const { acts, memory } = await measureLoad(run, running);
  const { changed } = run.options;
  run.onPhase(`rewriting ${changed} files`);
  await waitUntilQuiet(server);
  const { content, paths } = project;
  const files = await measureRewriting({ content, paths, changed, site: server.site, headers });
  return { acts, files, memory: { idle, ...memory } };
}

const names = Object.keys(floorOf) as ActName[];

async function measureLoad(run: Run, running: Running) {
  const { project, server } = running;
  const floor = await startFloorServer(project.folder, run.options);
  try {
    const load = loadOf(running, run.options, JSON.parse(floor.begun) as FloorProcess);
    run.onPhase('warming up and counting statements');
    await warmUp(load);
    const owner = project.database.ownerConnection();
    await vacuumAll(owner);
    const statements = await countStatements(owner, load.contestants);
    const measured = { run, load, statements };
    const others = await measureActs(
      measured,
      names.filter((name) => name !== 'publish'),
    );
    const afterLoad = await residentMegabytesOf(server.pid);
    const publishing = await measureActs(measured, ['publish']);
    const afterPublishing = await residentMegabytesOf(server.pid);
    return { acts: [...others, ...publishing], memory: { afterLoad, afterPublishing } };
  } finally {
    await floor.stop();
  }
}

/** Printed by the floor server when it has started. */
interface FloorProcess {
  readonly site: string;
  readonly pid: number;
}

function loadOf(
  { project, headers, server }: Running,
  options: Options,
  floor: FloorProcess,
): Load {
  const { folder, paths } = project;
  const acts = actsOf({ site: server.site, headers, paths, bytes: options.bytes });
  const contestants = Object.fromEntries([
    ...Object.entries(acts).map(([name, act]) => [name, { act, pid: server.pid }]),
    ...Object.entries(floors(floor.site, options)).map(([name, act]) => [
      name,
      { act, pid: floor.pid },
    ]),
  ]) as Contestants;
  return { contestants, project: folder, seconds: options.seconds, rounds: options.rounds };
}

async function warmUp(load: Load): Promise<void> {
  const short = { ...load, seconds: warmUpSeconds };
  for (const contestant of Object.values(load.contestants))
    await runSlice(short, { ...contestant, concurrency: warmUpConcurrency });
}

interface Measuring {
  readonly run: Run;
  readonly load: Load;
  readonly statements: StatementCounts;
}

async function measureActs(
  { run, load, statements }: Measuring,
  acts: readonly ActName[],
): Promise<ActResult[]> {
  const results: ActResult[] = [];
  for (const act of acts)
    for (const concurrency of run.options.concurrency) {
      run.onPhase(`${act}, ${concurrency} at a time`);
      await waitUntilQuiet({ pid: load.contestants[act].pid });
      const compared = await compareAct(load, { name: act, concurrency });
      results.push({ act, concurrency, statements: statements[act], ...compared });
    }
  return results;
}
