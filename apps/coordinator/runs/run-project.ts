import { systemActor } from '@galley/kernel';
import type { RecipeRunRequest } from '@galley/run-api';
import {
  IterationLimitError,
  runHeadless,
  runProblems,
  RunRepository,
  type LoopEnd,
  type OpenedRun,
  type Run,
} from '@galley/runcoord';
import { ShutdownStack } from '@galley/service';
import type { Coordinator } from '../compose.ts';
import { runInTerminal } from './interactive-run.ts';
import { configuredAddress, openListener } from '../system/listening.ts';
import { loadProject, type StartedProjectOptions } from '../system/with-project.ts';
import { prepareRun, type LoopTimes, type PreparedRun } from './prepared-run.ts';
import { openCoordinator } from '../start.ts';
import { takeRun, type TakeRunRequest } from './take-run.ts';
import type { Terminal } from '../console/terminal.ts';

export interface RunOptions extends StartedProjectOptions, TakeRunRequest, LoopTimes {
  /** Starts a new run of it, instead of continuing one. */
  readonly recipe?: Pick<RecipeRunRequest, 'recipe' | 'parameters'> | undefined;
  readonly onTaken: (run: Run, isNew: boolean) => void;
  /** Without a terminal: no listener, socket or terminal UI, and by default one iteration. */
  readonly terminal?: Terminal | undefined;
}

export interface RunReport {
  readonly runId: string;
  readonly isNew: boolean;
  /** `iteration_limit`: the limit was reached with work left. `cancelled`: the program was stopped. */
  readonly end: LoopEnd['end'] | 'iteration_limit';
  readonly state: string;
  readonly reason: string | null;
  readonly iterations: number;
  readonly lastError: string | undefined;
  readonly snapshot: string | undefined;
}

type Ended = Pick<RunReport, 'end' | 'iterations' | 'lastError' | 'snapshot'>;

/** RC-BASE-2. @throws the errors of a recipe, `run_not_found`, `run_held`, `run_fenced`, and with a terminal `IterationLimitError`. */
export async function runProject(options: RunOptions): Promise<RunReport> {
  const config = await loadProject(options);
  const cleanUp = new ShutdownStack(options.logger);
  try {
    const listening =
      options.terminal && (await openListener(config, 'run', { cleanUp, logger: options.logger }));
    const coordinator = await openCoordinator(config, options, cleanUp);
    cleanUp.startLoop(coordinator.leases.loop);
    const started =
      options.recipe &&
      (await startRecipe(coordinator, { ...options.recipe, budget: options.budget }));
    const taken = await takeRun(coordinator, { ...options, runId: started ?? options.runId });
    const opened = { ...taken, isNew: taken.isNew || started !== undefined };
    if (!taken.lease) return await report(coordinator, opened, notBegun(taken.run, options.signal));
    options.onTaken(taken.run, opened.isNew);
    const address = listening?.address ?? configuredAddress(config);
    const inHand = { ...options, run: taken.run, lease: taken.lease, address };
    const prepared = await prepareRun(coordinator, inHand);
    const { terminal, environment } = options;
    const metricsToken = environment['SERVICE_METRICS_TOKEN'];
    const ended = await refuseLost(prepared, () =>
      terminal && listening
        ? runInTerminal(prepared, { terminal, listening, metricsToken, cleanUp })
        : withoutTerminal(prepared),
    );
    return await report(coordinator, opened, ended);
  } finally {
    await cleanUp.run();
  }
}

async function startRecipe(
  { runs }: Coordinator,
  wish: Pick<RecipeRunRequest, 'recipe' | 'parameters' | 'budget'>,
): Promise<string> {
  const by = { username: systemActor.username, address: '', requestId: '' };
  const command = await runs.recipes.recipes.command({ ...wish, cause: 'person', by });
  return (await runs.control.create(command)).runId;
}

function notBegun({ state }: Run, signal: AbortSignal): Ended {
  const end = signal.aborted ? 'cancelled' : (state as LoopEnd['end']);
  return { end, iterations: 0, lastError: undefined, snapshot: undefined };
}

async function withoutTerminal({ loop, signal, snapshot }: PreparedRun): Promise<Ended> {
  let path: string | undefined;
  const end = await runHeadless(loop, async () => (path = await snapshot()), signal);
  const { iterations, lastError } = end;
  const how = end instanceof IterationLimitError ? end.reason : end.end;
  return { end: how, iterations, lastError, snapshot: path };
}

/** A forced stop of the run is a normal end, a takeover an error. */
async function refuseLost(
  { coordinator, lease, ticks }: PreparedRun,
  work: () => Promise<Ended>,
): Promise<Ended> {
  const runs = new RunRepository(coordinator.db);
  try {
    const ended = await work();
    if (lease.lost.aborted) await runs.getFenced(lease.fence);
    return ended;
  } catch (error) {
    if (!runProblems.run_fenced.is(error)) throw error;
    const run = await runs.find(lease.fence.runId);
    if (run?.state !== 'stopped') throw error;
    const { iterations } = ticks;
    return { end: 'stopped', iterations, lastError: undefined, snapshot: undefined };
  } finally {
    // Other coordinators need not wait for the shutdown.
    await lease.giveBack();
  }
}

async function report(
  { db }: Coordinator,
  { run, isNew }: OpenedRun,
  ended: Ended,
): Promise<RunReport> {
  const { id, state, reason } = (await new RunRepository(db).find(run.id))!;
  return { runId: id, isNew, state, reason, ...ended };
}
