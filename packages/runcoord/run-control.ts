import type { Database, Transaction } from '@galley/database';
import {
  DomainError,
  redactSecrets,
  type AuditAction,
  type AuditLog,
  type Clock,
  type Logger,
} from '@galley/kernel';
import { LeaseRepository } from './lease-repository.ts';
import { runProblems } from './problems.ts';
import { requireWorkspace, shown } from './require-workspace.ts';
import { requestPlan } from './sessions/turn-requests.ts';
import {
  RunControlRepository,
  type ControlledRun,
  type Workspace,
} from './run-control-repository.ts';
import type { Enforcement } from './settlement.ts';
import {
  decideTransition,
  isRunAction,
  runActions,
  type RunAction,
  type RunState,
} from './transitions.ts';

export interface RunControlOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly enforcement: Enforcement;
  /** The audit log, written in the transaction of the change. */
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

/** Who acts, as the audit log has it. */
export interface RunActor {
  readonly username: string;
  readonly address: string;
  readonly requestId: string;
}

export interface RunCommand {
  readonly workspaceId: string;
  /** One of the five, else `invalid_run_action`. */
  readonly action: string;
  /** Of a run that `start` creates; only the first 4,000 characters are kept. */
  readonly goal?: string | undefined;
  /** For the audit log; only the first 1,000 characters are kept, without secrets. */
  readonly reason?: string | undefined;
  readonly by: RunActor;
}

export interface RunTransition {
  readonly runId: string;
  readonly state: RunState;
}

const longestGoal = 4_000;
const longestReason = 1_000;

/** Moves the newest run of a workspace from state to state (RC-ST-12 to RC-ST-23). It controls no process. */
export class RunControlService {
  readonly #options: RunControlOptions;
  readonly #runs: RunControlRepository;

  constructor(options: RunControlOptions) {
    this.#options = options;
    this.#runs = new RunControlRepository(options.db);
  }

  /** Makes the workspace, or names it anew. */
  async putWorkspace(workspace: Workspace): Promise<void> {
    await this.#runs.upsertWorkspace(workspace, this.#options.clock.now());
  }

  /**
   * Throws, in this order, `workspace_not_found`, `invalid_run_action`, `run_not_found`, `illegal_run_transition`, and
   * `run_transition_failed`: as unavailable when nothing was begun, else as a conflict. A conflict leaves the run and
   * the audit log as they were, but for a run that `start` has created.
   */
  async control(command: RunCommand): Promise<RunTransition> {
    const { workspaceId, action } = command;
    await requireWorkspace(this.#runs, workspaceId);
    if (!isRunAction(action)) {
      throw runProblems.invalid_run_action(
        `A run can ${runActions.join(', ')}; it cannot "${shown(action)}".`,
      );
    }
    const run =
      action === 'start' ? await this.#startable(command) : await this.#getNewest(workspaceId);
    const state = decideTransition(action, run.state);
    return this.#transit(command, { run, action, state });
  }

  async #getNewest(workspaceId: string): Promise<ControlledRun> {
    const run = await this.#runs.findNewest(workspaceId);
    if (run) return run;
    throw runProblems.run_not_found(
      `The workspace "${workspaceId}" has had no run yet; start one first.`,
    );
  }

  /**
   * The newest run, or a new one where there is none that could go on. Under a lock on the workspace, so that of two
   * that start at once one creates the run and the other finds it. It is committed before the transition (RC-ST-19).
   */
  #startable({ workspaceId, goal = '', by }: RunCommand): Promise<ControlledRun> {
    return this.#options.db.transaction().execute(async (transaction) => {
      const runs = new RunControlRepository(transaction);
      await runs.lockWorkspace(workspaceId);
      const newest = await runs.findNewest(workspaceId);
      if (newest && newest.state !== 'stopped') return newest;
      const now = this.#options.clock.now();
      // By the clock of another machine the one before may begin later; the new one is the newest all the same.
      const startedAt = newest && newest.startedAt > now ? newest.startedAt : now;
      const nanoseconds =
        BigInt(now.getTime()) * 1_000_000n + (process.hrtime.bigint() % 1_000_000n);
      const text = keepable(goal, longestGoal);
      const fields = { workspaceId, goal: text, startedAt, startedBy: by.username };
      const id = await runs.insertStarting(fields, nanoseconds);
      return { id, state: 'starting', startedAt };
    });
  }

  async #transit(command: RunCommand, decided: Decided): Promise<RunTransition> {
    const { db, logger } = this.#options;
    let isBegun = false;
    try {
      return await db.transaction().execute(async (transaction) => {
        isBegun = true;
        return this.#change(transaction, command, decided);
      });
    } catch (error) {
      if (error instanceof DomainError) throw error;
      const details = { run_id: decided.run.id, error: String(error) };
      logger.warn('the state of a run could not be changed', details);
      throw isBegun
        ? runProblems.run_transition_failed(
            'The state of the run could not be changed. See what it is by now, and try again.',
          )
        : runProblems.run_transition_failed.as(
            'unavailable',
            'The database takes no change at the moment. Try again shortly.',
          );
    }
  }

  async #change(
    transaction: Transaction,
    { workspaceId, reason, by }: RunCommand,
    { run, action, state }: Decided,
  ): Promise<RunTransition> {
    const runs = new RunControlRepository(transaction);
    // Before the run itself is touched, as everybody does it who ticks. No step that is under way is cut in two.
    if (action === 'force-stop' && this.#isEnforced)
      await new LeaseRepository(transaction).revoke(run.id);
    const reached = await this.#reached(runs, { run, action, state });
    const at = this.#options.clock.now();
    const endedAt = reached === 'stopped' && this.#isEnforced ? at : undefined;
    const change = { runId: run.id, from: run.state, to: reached, at, endedAt };
    if (!(await runs.changeState(change))) {
      throw runProblems.run_transition_failed(
        'Somebody else changed the run at that moment. See what its state is by now.',
      );
    }
    const kept = reason && redactSecrets(keepable(reason, longestReason));
    await this.#options.auditIn(transaction).record({
      action: `run.${action}` satisfies AuditAction,
      actor: by.username,
      target: run.id,
      outcome: 'success',
      address: by.address,
      requestId: by.requestId,
      details: {
        ...(kept && { reason: kept }),
        prior_state: run.state,
        state: reached,
        workspace_id: workspaceId,
      },
    });
    if (action === 'start' && run.state === 'starting' && this.#isEnforced)
      await requestPlan(transaction, { runId: run.id, workspaceId, at });
    return { runId: run.id, state: reached };
  }

  /** In `enforced`, what is stopped lets work in flight finish first. */
  async #reached(runs: RunControlRepository, { run, action, state }: Decided): Promise<RunState> {
    if (action !== 'stop' || !this.#isEnforced) return state;
    // Whoever schedules a turn does it under the run's row too, so that none is begun after this look.
    await runs.lockRun(run.id);
    return (await runs.hasWorkInFlight(run.id)) ? 'draining' : state;
  }

  get #isEnforced(): boolean {
    return this.#options.enforcement === 'enforced';
  }
}

interface Decided {
  readonly run: ControlledRun;
  readonly action: RunAction;
  readonly state: RunState;
}

/** The first characters of a text, without what PostgreSQL cannot keep. */
function keepable(text: string, longest: number): string {
  // A character is at most two units long; whole characters, so that none is cut in half.
  const units = text
    .replaceAll('\0', '')
    .slice(0, 2 * longest)
    .toWellFormed();
  return [...units].slice(0, longest).join('');
}
