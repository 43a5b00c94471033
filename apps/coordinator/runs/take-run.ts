import {
  isInProgress,
  RunOpening,
  RunRepository,
  type HeldLease,
  type OpenedRun,
} from '@galley/runcoord';
import type { Coordinator } from '../compose.ts';
import { coordinatorProblems } from '../problems.ts';

/** Which run is wanted, and how much. */
export interface RunWish {
  /** A certain one; else the newest that is active, else a new one. */
  readonly runId?: string | undefined;
  readonly resume: boolean;
  /** Of a new one. */
  readonly goal: string;
  /** For another coordinator that has the run: as long as it takes, and not one lease. */
  readonly wait: boolean;
  /** Is told who has the run while it is waited for. */
  readonly onHeld: (runId: string, lease: HeldLease) => void;
  readonly signal: AbortSignal;
}

/**
 * Opens the run that is wanted and takes its lease. Without a lease, the run was over by the time that it was free, or
 * `signal` has aborted. Throws `run_held` when that takes longer than one lease and was not to be waited for.
 */
export async function takeRun(
  { db, clock, leases, config: { coordinator } }: Coordinator,
  { runId, resume, goal, wait, onHeld, signal }: RunWish,
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
      holder = described(held);
      onHeld(id, held);
    });
    const run = (await new RunRepository(db).find(id))!;
    // What its coordinator has finished meanwhile is not begun again.
    if (signal.aborted || !isInProgress(run.state)) return { ...opened, run };
    if (patience.aborted) {
      throw coordinatorProblems.run_held(
        `The run ${id} is held by the coordinator ${holder}. Wait for it with --wait, or end that coordinator.`,
        { run_id: id },
      );
    }
    wanted = id;
  }
}

export function described({ holder, since }: HeldLease): string {
  return `${holder} since ${since.toISOString()}`;
}
