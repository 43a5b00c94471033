import type { Database, Transaction } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { RunEventType } from '../run-event.ts';
import { RunRepository } from '../run-repository.ts';
import { takesWork, type Enforcement } from '../settlement.ts';
import type { PatchTrial } from './patch-trial.ts';
import type { Worker } from './worker.ts';

/** What a worker's calls are done in. What changes something is given a transaction. */
export interface WorkContext {
  readonly db: Database | Transaction;
  readonly worker: Worker;
  readonly clock: Clock;
  readonly enforcement: Enforcement;
  /** Undefined: a patch is first tried when it is accepted. */
  readonly patches?: PatchTrial | undefined;
}

/**
 * Tells of a change in its transaction, as the last of it. So no run is completed over work that was added, since
 * who settles a run holds the end of the stream too.
 */
export async function tell(
  { db, worker, clock }: WorkContext,
  type: RunEventType,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  await new RunEventRepository(db).append([
    { runId: worker.runId, type, payload, at: clock.now() },
  ]);
}

/** Where states are enforced, a run of these takes nothing more from those who work in it. */
const ended: readonly string[] = ['stopped', 'completed', 'failed'];

/**
 * Keeps the state of the run until the end of the transaction, so that whoever pauses or stops it is answered when
 * nothing of this can come after. Throws `run_over` where states are enforced and the run has ended.
 */
export async function holdRun({ db, worker, enforcement }: WorkContext): Promise<string> {
  const state = await new RunRepository(db).holdState(worker.runId);
  if (enforcement === 'recorded' || !ended.includes(state)) return state;
  throw runProblems.run_over(
    `The run ${worker.runId} is ${state}: nothing more is done in it. A person can start another one.`,
    { run_status: state },
  );
}

/** Throws `run_takes_no_work` where states are enforced and the run begins nothing new. */
export async function requireIntake(context: WorkContext): Promise<void> {
  const state = await holdRun(context);
  if (takesWork(context.enforcement, state)) return;
  throw runProblems.run_takes_no_work(
    `The run is ${state} and takes up nothing new. Finish what you have; try again when it is active.`,
    { run_status: state },
  );
}
