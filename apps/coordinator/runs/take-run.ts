import {
  isInProgress,
  RunOpening,
  RunRepository,
  type HeldLease,
  type OpenedRun,
} from '@galley/runcoord';
import type { Coordinator } from '../compose.ts';
import { coordinatorProblems } from '../problems.ts';

export interface TakeRunRequest {
  /** The run to take. Default: the newest active run, else a new one. */
  readonly runId?: string | undefined;
  readonly resume: boolean;
  readonly goal: string;
  /** Whether to wait without limit for another coordinator's lease; otherwise for at most one lease duration. */
  readonly wait: boolean;
  readonly onHeld: (runId: string, lease: HeldLease) => void;
  readonly signal: AbortSignal;
}

/**
 * Opens the requested run and acquires its lease. The result has no lease if the run ended before the lease was free,
 * or if `signal` aborted.
 * @throws `run_held` after one lease duration, unless `wait` is set.
 */
export async function takeRun(
  { db, clock, leases, config: { coordinator } }: Coordinator,
  { runId, resume, goal, wait, onHeld, signal }: TakeRunRequest,
): Promise<OpenedRun> {
  const opening = new RunOpening({ db, clock, leases });
  const workspaceId = coordinator.workspace.id;
  const patience = wait
    ? signal
    : AbortSignal.any([signal, AbortSignal.timeout(coordinator.lease)]);
  for (let wanted = runId; ;) {
    const opened = await opening.open({ workspaceId, runId: wanted, resume, goal });
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
