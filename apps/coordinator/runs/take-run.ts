import {
  isInProgress,
  RunOpening,
  RunRepository,
  type Budget,
  type HeldLease,
  type OpenedRun,
} from '@galley/runcoord';
import type { Coordinator } from '../compose.ts';
import { coordinatorProblems } from '../problems.ts';

export interface TakeRunRequest {
  /** Default: the newest active run, else a new one. */
  readonly runId?: string | undefined;
  readonly resume: boolean;
  readonly goal: string;
  /** Limits of a new run. */
  readonly budget?: Budget | undefined;
  /** Waits without limit; otherwise at most one lease duration. */
  readonly wait: boolean;
  readonly onHeld: (runId: string, lease: HeldLease) => void;
  readonly signal: AbortSignal;
}

/** No lease if the run ended first or `signal` aborted. @throws `run_held` after one lease duration, without `wait`. */
export async function takeRun(
  { db, clock, leases, config: { coordinator } }: Coordinator,
  { runId, wait, onHeld, signal, ...choice }: TakeRunRequest,
): Promise<OpenedRun> {
  const opening = new RunOpening({ db, clock, leases, budget: coordinator.budget });
  const workspaceId = coordinator.workspace.id;
  const patience = wait
    ? signal
    : AbortSignal.any([signal, AbortSignal.timeout(coordinator.lease)]);
  for (let wanted = runId; ;) {
    const opened = await opening.open({ ...choice, workspaceId, runId: wanted });
    if (opened.lease) return opened;
    const { id } = opened.run;
    let holder = '';
    await leases.waitUntilFree(id, patience, (held) => {
      holder = describeHolder(held);
      onHeld(id, held);
    });
    const run = (await new RunRepository(db).find(id))!;
    // A run that its coordinator has finished in the meantime is not restarted.
    if (signal.aborted || !isInProgress(run.state)) return { ...opened, run };
    if (patience.aborted) {
      throw coordinatorProblems.run_held(
        `The coordinator ${holder} holds the run ${id}. Wait with --wait, or stop that coordinator.`,
        { run_id: id },
      );
    }
    wanted = id;
  }
}

export function describeHolder({ holder, since }: HeldLease): string {
  return `${holder} since ${since.toISOString()}`;
}
