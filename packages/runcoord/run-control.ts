import type { Database, Transaction } from '@galley/database';
import {
  DomainError,
  redactSecrets,
  type AuditAction,
  type AuditLog,
  type Clock,
  type Logger,
} from '@galley/kernel';
import { withLimits, type Budget } from './budgets/budget.ts';
import { LeaseRepository } from './lease-repository.ts';
import { runProblems } from './problems.ts';
import { RunRecipeRepository, type RunRecipe } from './recipes/run-recipe-repository.ts';
import { quoteName, requireFound, requireWorkspace } from './require-workspace.ts';
import { requestPlan } from './sessions/turn-requests.ts';
import {
  RunControlRepository,
  type ControlledRun,
  type Workspace,
} from './run-control-repository.ts';
import type { Enforcement } from './run-state-decision.ts';
import { TaskReleaseRepository } from './task-release-repository.ts';
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
  /** Default limits of new runs. */
  readonly budget?: Budget | undefined;
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

export interface RunActor {
  readonly username: string;
  readonly address: string;
  readonly requestId: string;
}

export interface NewRunCommand {
  readonly workspaceId: string;
  /** Truncated to 4,000 characters. */
  readonly goal?: string | undefined;
  /** For a run that a recipe starts. */
  readonly recipe?: RunRecipe | undefined;
  /** Replaces limits of the configured budget; null removes one. */
  readonly budget?: Budget | undefined;
  readonly by: RunActor;
}

export interface RunCommand {
  readonly workspaceId: string;
  readonly action: string;
  /** For a run created by `start`; truncated to 4,000 characters. */
  readonly goal?: string | undefined;
  /** For the audit log; truncated to 1,000 characters, with secrets redacted. */
  readonly reason?: string | undefined;
  readonly by: RunActor;
}

export interface RunTransition {
  readonly runId: string;
  readonly state: RunState;
}

const maxGoalLength = 4_000;
const maxReasonLength = 1_000;

/** Acts on the newest run of a workspace (RC-ST-12 to RC-ST-23) or on a run by its id, but controls no processes. */
export class RunControlService {
  readonly #options: RunControlOptions;
  readonly #runs: RunControlRepository;

  constructor(options: RunControlOptions) {
    this.#options = options;
    this.#runs = new RunControlRepository(options.db);
  }

  async putWorkspace(workspace: Workspace): Promise<void> {
    await this.#runs.upsertWorkspace(workspace, this.#options.clock.now());
  }

  /**
   * On the newest run. After a conflict the runs and the audit log are unchanged.
   * @throws in this order: `workspace_not_found`, `invalid_run_action`, `run_not_found`, `illegal_run_transition`, and
   * `run_transition_failed` (unavailable if no change was started yet, else a conflict).
   */
  async control(command: RunCommand): Promise<RunTransition> {
    const { workspaceId, action } = command;
    await requireWorkspace(this.#runs, workspaceId);
    if (!isRunAction(action)) {
      throw runProblems.invalid_run_action(
        `Unknown run action "${quoteName(action)}". Available: ${runActions.join(', ')}.`,
      );
    }
    if (action === 'start') {
      return this.#transact(command, async (transaction) =>
        this.#change(
          transaction,
          command,
          decide(action, await this.#startable(transaction, command)),
        ),
      );
    }
    const decided = decide(action, await this.#getNewest(workspaceId));
    return this.#transact(command, (transaction) => this.#change(transaction, command, decided));
  }

  /** @throws as `control`, and `run_not_found` also for a run of another workspace. */
  async controlRun(
    runId: string,
    command: RunCommand & { readonly action: RunAction },
  ): Promise<RunTransition> {
    const { workspaceId, action } = command;
    await requireWorkspace(this.#runs, workspaceId);
    const run = await requireFound(
      { workspaceId, kind: 'Run', id: runId, problem: runProblems.run_not_found },
      () => this.#runs.find(workspaceId, runId),
    );
    const decided = decide(action, run);
    return this.#transact(command, (transaction) => this.#change(transaction, command, decided));
  }

  /** As `controlRun`, in a transaction that has locked the run. */
  async controlHeld(
    transaction: Transaction,
    runId: string,
    command: RunCommand & { readonly action: RunAction },
  ): Promise<RunTransition> {
    const run = await new RunControlRepository(transaction).find(command.workspaceId, runId);
    return this.#change(transaction, command, decide(command.action, run!));
  }

  /** Starts a new run beside others. @throws `workspace_not_found`, `run_transition_failed`. */
  async create(command: NewRunCommand): Promise<RunTransition> {
    await requireWorkspace(this.#runs, command.workspaceId);
    return this.#transact(command, (transaction) => this.createIn(transaction, command));
  }

  /** As `create`, in a transaction of the caller. */
  async createIn(transaction: Transaction, command: NewRunCommand): Promise<RunTransition> {
    const run = await this.#insert(transaction, command);
    return this.#change(transaction, command, { run, action: 'create', state: 'active' });
  }

  async #getNewest(workspaceId: string): Promise<ControlledRun> {
    const run = await this.#runs.findNewest(workspaceId);
    if (run) return run;
    throw runProblems.run_not_found(
      `The workspace "${workspaceId}" has no run yet. Start one first.`,
    );
  }

  /** The workspace lock lets one of two starts create the run. */
  async #startable(transaction: Transaction, command: RunCommand): Promise<ControlledRun> {
    const runs = new RunControlRepository(transaction);
    await runs.lockWorkspace(command.workspaceId);
    const newest = await runs.findNewest(command.workspaceId);
    if (newest && newest.state !== 'stopped') return newest;
    return this.#insert(transaction, command);
  }

  /** In the transaction of its start, so that a failed start leaves no run (RC-ST-19 allows to leave it). */
  async #insert(
    transaction: Transaction,
    { workspaceId, goal = '', recipe, budget, by }: NewRunCommand,
  ): Promise<ControlledRun> {
    const runs = new RunControlRepository(transaction);
    await runs.lockWorkspace(workspaceId);
    const newest = await runs.findNewest(workspaceId);
    const now = this.#options.clock.now();
    // Another machine's clock may be ahead; the new run still has to sort as the newest.
    const startedAt = newest && newest.startedAt > now ? newest.startedAt : now;
    const nanoseconds = BigInt(now.getTime()) * 1_000_000n + (process.hrtime.bigint() % 1_000_000n);
    const text = keepable(goal, maxGoalLength);
    const limits = withLimits(this.#options.budget ?? {}, budget);
    const fields = { workspaceId, goal: text, startedAt, startedBy: by.username, budget: limits };
    const id = await runs.insertStarting(fields, nanoseconds);
    if (recipe)
      await new RunRecipeRepository(transaction).insert({ runId: id, workspaceId }, recipe);
    return { id, state: 'starting', startedAt };
  }

  async #transact(
    { workspaceId }: NewRunCommand,
    work: (transaction: Transaction) => Promise<RunTransition>,
  ): Promise<RunTransition> {
    const { db, logger } = this.#options;
    let isBegun = false;
    try {
      return await db.transaction().execute(async (transaction) => {
        isBegun = true;
        return work(transaction);
      });
    } catch (error) {
      if (error instanceof DomainError) throw error;
      const details = { workspace_id: workspaceId, error: String(error) };
      logger.warn('run state change failed', details);
      throw isBegun
        ? runProblems.run_transition_failed(
            'The state of the run could not be changed. Check its current state and retry.',
          )
        : runProblems.run_transition_failed.as(
            'unavailable',
            'The database accepts no changes at the moment. Retry shortly.',
          );
    }
  }

  async #change(
    transaction: Transaction,
    { workspaceId, reason, recipe, by }: NewRunCommand & Pick<RunCommand, 'reason'>,
    { run, action, state }: Decided,
  ): Promise<RunTransition> {
    const runs = new RunControlRepository(transaction);
    // The lease is locked before the run, in the same order as in a tick. Waits for a step in progress.
    if (action === 'force-stop' && this.#isEnforced)
      await new LeaseRepository(transaction).revoke(run.id);
    const reached = await this.#reached(runs, { run, action, state });
    const at = this.#options.clock.now();
    const endedAt = reached === 'stopped' && this.#isEnforced ? at : undefined;
    const change = { runId: run.id, from: run.state, to: reached, at, by: by.username, endedAt };
    const why = action === 'reopen' ? ({ reason: 'reopened' } as const) : {};
    if (!(await runs.changeState({ ...change, ...why }))) {
      throw runProblems.run_transition_failed(
        'Another request changed the run at the same time. Check its current state.',
      );
    }
    const kept = reason && redactSecrets(keepable(reason, maxReasonLength));
    await this.#options.auditIn(transaction).record({
      action: `run.${action}` satisfies AuditAction,
      actor: by.username,
      target: run.id,
      outcome: 'success',
      address: by.address,
      requestId: by.requestId,
      details: {
        ...(kept && { reason: kept }),
        ...recipeDetails(recipe),
        prior_state: run.state,
        state: reached,
        workspace_id: workspaceId,
      },
    });
    if (!this.#isEnforced) return { runId: run.id, state: reached };
    if (run.state === 'starting')
      await requestPlan(transaction, { runId: run.id, workspaceId, at });
    if (reached === 'stopped') {
      const release = { reason: 'the run was stopped', now: at };
      await new TaskReleaseRepository(transaction).releaseRun(run.id, release);
    }
    return { runId: run.id, state: reached };
  }

  /** In `enforced` mode, a stopped run first drains its work in flight. */
  async #reached(runs: RunControlRepository, { run, action, state }: Decided): Promise<RunState> {
    if (action !== 'stop' || !this.#isEnforced) return state;
    // Turns are scheduled under a lock on the run too, so none can start after this check.
    await runs.lockRun(run.id);
    return (await runs.hasWorkInFlight(run.id)) ? 'draining' : state;
  }

  get #isEnforced(): boolean {
    return this.#options.enforcement === 'enforced';
  }
}

interface Decided {
  readonly run: ControlledRun;
  readonly action: RunAction | 'create';
  readonly state: RunState;
}

/** @throws `illegal_run_transition`. */
function decide(action: RunAction, run: ControlledRun): Decided {
  return { action, run, state: decideTransition(action, run.state) };
}

function recipeDetails(started: RunRecipe | undefined) {
  return started && { recipe: started.recipe, cause: started.cause };
}

function keepable(text: string, longest: number): string {
  // A character has at most two UTF-16 units. Cut by whole characters, so that no surrogate pair is split.
  const units = text
    .replaceAll('\0', '')
    .slice(0, 2 * longest)
    .toWellFormed();
  return [...units].slice(0, longest).join('');
}
