import type { Database, Transaction } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { RunEventType } from '../run-event.ts';
import { RunRepository } from '../run-repository.ts';
import { acceptsWork, type Enforcement } from '../run-state-decision.ts';
import type { WorkScopeSetting } from '../work-scope-read-model.ts';
import type { PatchTrial } from './patch-trial.ts';
import type { Worker } from './worker.ts';

/** Calls that change data get a transaction. */
export interface WorkContext {
  readonly db: Database | Transaction;
  readonly worker: Worker;
  readonly clock: Clock;
  readonly enforcement: Enforcement;
  readonly scope: WorkScopeSetting;
  /** `undefined`: patches are first tried on acceptance. */
  readonly patches?: PatchTrial | undefined;
}

/** Call last in the transaction. Completing a run takes the stream lock too, so it waits for added work. */
export async function tell(
  { db, worker, clock }: WorkContext,
  type: RunEventType,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  await new RunEventRepository(db).append([
    { runId: worker.runId, type, payload, at: clock.now() },
  ]);
}

/** In `enforced` mode, runs in these states reject all further worker calls. */
const ended: readonly string[] = ['stopped', 'completed', 'failed'];

/** Pausing or stopping the run waits for this transaction. @throws `run_over` in `enforced` mode. */
export async function holdRun({ db, worker, enforcement }: WorkContext): Promise<string> {
  const state = await new RunRepository(db).holdState(worker.runId);
  if (enforcement === 'recorded' || !ended.includes(state)) return state;
  throw runProblems.run_over(
    `The run ${worker.runId} is ${state} and accepts no changes. A person can start another run.`,
    { run_status: state },
  );
}

/** @throws `run_takes_no_work` in `enforced` mode if the run starts no new work. */
export async function requireIntake(context: WorkContext): Promise<void> {
  const state = await holdRun(context);
  if (acceptsWork(context.enforcement, state)) return;
  throw runProblems.run_takes_no_work(
    `The run is ${state} and accepts no new work. Finish your current work and retry when the run is active.`,
    { run_status: state },
  );
}
