import type { Clock } from '@galley/kernel';
import type { Database, Transaction } from '@galley/database';
import { fenced, LeaseRepository, type RunFence } from './lease-repository.ts';
import { PathClaimsReadModel } from './dependencies/path-claims-read-model.ts';
import { DependentTaskRepository } from './dependencies/dependent-task-repository.ts';
import { decideOutcome } from './outcome.ts';
import { ReviewRequestRepository } from './review-request-repository.ts';
import { RunEventRepository } from './run-event-repository.ts';
import type { NewRunEvent, RunEventType } from './run-event.ts';
import { findFailedAgent, hasUsedUpBudget } from './run-pauses.ts';
import { RunRepository, type Run } from './run-repository.ts';
import {
  isOver,
  decideRunState,
  acceptsWork,
  type Enforcement,
  type RunStateDecision,
} from './run-state-decision.ts';
import { TaskReleaseRepository } from './task-release-repository.ts';
import { TaskAssignmentRepository } from './task-assignment-repository.ts';
import {
  countTurns,
  decideTurns,
  noTurns,
  turnsInFlight,
  withTurnEvents,
  type TurnCounts,
  type TurnDecision,
  type Turns,
} from './turns.ts';
import { TurnStep, type TurnStepResult } from './turn-step.ts';
import { TickLookReadModel, type TickLook } from './tick-look-read-model.ts';
import { workScope, type WorkScope, type WorkScopeSetting } from './work-scope-read-model.ts';

export interface TickSettings {
  readonly enforcement: Enforcement;
  readonly scope: WorkScopeSetting;
  readonly implementers: number;
  /** Turns of one run that may be in flight at the same time. */
  readonly maxParallelTurns: number;
  /** Milliseconds without a heartbeat after which a turn expires, in `enforced` mode. */
  readonly turnLease: number;
  /** Milliseconds that turns may take to end after a run starts draining, in `enforced` mode. */
  readonly drainDeadline: number;
}

export interface RunTickerOptions {
  readonly db: Database;
  readonly fence: RunFence;
  /** Null for a run from before workspaces existed. */
  readonly workspaceId: string | null;
  readonly settings: TickSettings;
  /** Default: all. */
  readonly states?: readonly string[];
  readonly clock: Clock;
}

export interface TickResult {
  readonly state: string;
  readonly reason: string | null;
  readonly isOver: boolean;
  readonly assigned: number;
  readonly reviewsRequested: number;
  readonly isTurnScheduled: boolean;
}

interface TaskStepResult {
  readonly assigned: number;
  readonly haveTasksChanged: boolean;
}

const noTasks: TaskStepResult = { assigned: 0, haveTasksChanged: false };
const eventsAtOnce = 5_000;

/**
 * Each step is one transaction with its events and locks the lease first, so a completed step stays when a later one
 * fails. Between ticks only committed turn events are cached.
 */
export class RunTicker {
  readonly #options: RunTickerOptions;
  readonly #scope: WorkScope;
  #turns: Turns = noTurns;

  constructor(options: RunTickerOptions) {
    this.#options = options;
    const { settings, workspaceId, fence } = options;
    this.#scope = workScope(settings.scope, { id: fence.runId, workspaceId });
  }

  get turns(): TurnCounts {
    return countTurns(this.#turns);
  }

  /** `iteration` counts from 1. An abort takes effect between two steps and throws its reason. */
  async tick(iteration: number, signal?: AbortSignal): Promise<TickResult> {
    const look = await this.#find(this.#options.db, this.#turns);
    if (!this.#isTicked(look.run)) return nothingDone(look.run);
    const { haveTurnsChanged, haveTasksChanged, ...acts } = await this.#act(look, signal);
    const hasActed = haveTurnsChanged || haveTasksChanged || Object.values(acts).some(Boolean);
    signal?.throwIfAborted();
    const { state, reason } = await this.#updateState(iteration, hasActed ? undefined : look);
    return { state, reason, isOver: isOver(this.#options.settings.enforcement, state), ...acts };
  }

  #isTicked({ state }: Run): boolean {
    const { settings, states } = this.#options;
    if (settings.enforcement === 'enforced' && state === 'stopped') return false;
    return states?.includes(state) ?? true;
  }

  async #act(look: TickLook, signal: AbortSignal | undefined) {
    const mayTakeWork = acceptsWork(this.#options.settings.enforcement, look.run.state);
    const tasks = mayTakeWork ? await this.#assignTasks(look) : noTasks;
    signal?.throwIfAborted();
    const reviewsRequested = mayTakeWork && look.isProposalWaiting ? await this.#request() : 0;
    signal?.throwIfAborted();
    return { ...tasks, reviewsRequested, ...(await this.#advanceTurns(look)) };
  }

  async #find(db: Database | Transaction, turns: Turns): Promise<TickLook> {
    const { fence } = this.#options;
    const request = { fence, scope: this.#scope, afterEvent: turns.lastEventId };
    const look = await new TickLookReadModel(db).find(request);
    if (!look) throw fenced(fence.runId);
    return look;
  }

  async #assignTasks({ isTaskWaiting, hasDependentTasks }: TickLook): Promise<TaskStepResult> {
    const { db, fence, settings, clock } = this.#options;
    const { implementers } = settings;
    const scope = this.#scope;
    const areDependentDue =
      hasDependentTasks && (await new DependentTaskRepository(db).isDue(scope));
    if (!areDependentDue && (!isTaskWaiting || implementers <= 0)) return noTasks;
    return this.#step(async (transaction, mayTakeWork) => {
      if (!mayTakeWork) return noTasks;
      const now = clock.now();
      const changed = areDependentDue
        ? await new DependentTaskRepository(transaction).update(scope, now)
        : 0;
      const tasks = new TaskAssignmentRepository(transaction);
      const assigned =
        implementers > 0 ? await tasks.assign({ runId: fence.runId, scope, implementers, now }) : 0;
      return { assigned, haveTasksChanged: changed > 0 };
    });
  }

  #request(): Promise<number> {
    const { fence, clock } = this.#options;
    return this.#step((transaction, mayTakeWork) => {
      if (!mayTakeWork) return Promise.resolve(0);
      const reviews = new ReviewRequestRepository(transaction);
      return reviews.request({ runId: fence.runId, scope: this.#scope, now: clock.now() });
    });
  }

  async #advanceTurns({ run, resumedAfter, hasTurnEvents }: TickLook): Promise<TurnStepResult> {
    const { db, settings } = this.#options;
    const { enforcement, maxParallelTurns: maxParallel } = settings;
    if (hasTurnEvents) this.#turns = await this.#readTurns(db);
    const expireBefore = this.#expireBefore(run);
    const mayScheduleNext = acceptsWork(enforcement, run.state) && !hasUsedUpBudget(run);
    const decision = decideTurns(this.#turns, { expireBefore, mayScheduleNext, maxParallel });
    const isPauseDue =
      enforcement === 'enforced' &&
      run.state === 'active' &&
      findFailedAgent(this.#turns, resumedAfter) !== undefined;
    const isDue = decision.expired.length > 0 || isPauseDue || (await canSchedule(db, decision));
    if (!isDue) return { isTurnScheduled: false, haveTurnsChanged: false };
    return this.#step(async (transaction, mayTakeWork) => {
      // Decided again under the stream lock: the turn may have ended in the meantime.
      await new RunEventRepository(transaction).lock();
      const turns = await this.#readTurns(transaction);
      const rules = { expireBefore, mayScheduleNext: mayTakeWork, maxParallel };
      const decided = decideTurns(turns, rules);
      const { run: held, resumedAfter: since } = await this.#find(transaction, turns);
      const now = this.#options.clock.now();
      const about = { transaction, enforcement, run: held, resumedAfter: since };
      return new TurnStep({ ...about, turns, decided, now }).execute();
    }, 'to change it');
  }

  /** `look` is `undefined` once a step has changed something. */
  async #updateState(iteration: number, look: TickLook | undefined): Promise<RunStateDecision> {
    const { db, clock } = this.#options;
    const now = look ?? (await this.#find(db, this.#turns));
    if (!look && now.hasTurnEvents) this.#turns = await this.#readTurns(db);
    const seen = this.#decideState(now, this.#turns);
    if (!isChange(now.run, seen)) return seen;
    return this.#step(async (transaction) => {
      // Decided again: under the stream lock, every task added earlier is committed and visible.
      const events = new RunEventRepository(transaction);
      await events.lock();
      const turns = await this.#readTurns(transaction);
      const found = await this.#find(transaction, turns);
      const settlement = this.#decideState(found, turns);
      if (!isChange(found.run, settlement)) return settlement;
      const { id, state: from } = found.run;
      const { state: to, reason } = settlement;
      await new RunRepository(transaction).move({ id, from, to, reason, now: clock.now() });
      if (to !== from && (to === 'completed' || to === 'blocked'))
        await events.append([this.#event(`orchestrator.${to}`, { iterations: iteration, reason })]);
      if (to !== from && to === 'stopped') {
        const release = { reason: 'the run was stopped', now: clock.now() };
        await new TaskReleaseRepository(transaction).releaseRun(id, release);
      }
      return settlement;
    }, 'to change it');
  }

  #decideState({ run, hasNews, work }: TickLook, turns: Turns): RunStateDecision {
    const { enforcement } = this.#options.settings;
    const hasOpenQuestion = enforcement === 'enforced' && work.hasOpenQuestion;
    const hasOutstandingTurn = turns.outstanding.size > 0;
    return decideRunState({
      enforcement,
      state: run.state,
      reason: run.reason,
      outcome: decideOutcome({ ...work, hasOutstandingTurn, hasOpenQuestion }),
      isTurnInFlight: turnsInFlight(turns).length > 0,
      hasNews,
    });
  }

  async #readTurns(db: Database | Transaction): Promise<Turns> {
    const events = new RunEventRepository(db);
    for (let turns = this.#turns; ;) {
      const { runId } = this.#options.fence;
      const next = await events.listTurnsAfter(runId, turns.lastEventId, eventsAtOnce);
      if (next.length > 0) turns = withTurnEvents(turns, next);
      if (next.length < eventsAtOnce) return turns;
    }
  }

  #expireBefore({ state, transitionedAt }: Run): Date | undefined {
    const { clock, settings } = this.#options;
    if (settings.enforcement === 'recorded') return undefined;
    const now = clock.now();
    const isPatient =
      state !== 'draining' || now.getTime() < transitionedAt.getTime() + settings.drainDeadline;
    return isPatient ? new Date(now.getTime() - settings.turnLease) : now;
  }

  /**
   * A step that changes the state locks it for update first: upgrading under the stream lock would deadlock with
   * workers, which lock the run and then the stream.
   */
  #step<T>(
    work: (transaction: Transaction, mayTakeWork: boolean) => Promise<T>,
    hold: 'as it is' | 'to change it' = 'as it is',
  ): Promise<T> {
    const { db, fence, settings } = this.#options;
    return db.transaction().execute(async (transaction) => {
      await new LeaseRepository(transaction).hold(fence);
      const state = await new RunRepository(transaction).holdState(fence.runId, hold);
      return work(transaction, acceptsWork(settings.enforcement, state));
    });
  }

  #event(type: RunEventType, payload: NewRunEvent['payload']): NewRunEvent {
    const { clock, fence } = this.#options;
    return { runId: fence.runId, type, payload, at: clock.now() };
  }
}

/** Whether a waiting turn conflicts with none in flight. */
async function canSchedule(db: Database, { inFlight, waiting }: TurnDecision): Promise<boolean> {
  if (inFlight.length === 0 || waiting.length === 0) return waiting.length > 0;
  const claims = await new PathClaimsReadModel(db).find(inFlight, waiting);
  return waiting.some((turn) => claims.isFree(turn));
}

function isChange(run: Run, settlement: RunStateDecision): boolean {
  return run.state !== settlement.state || run.reason !== settlement.reason;
}

function nothingDone({ state, reason }: Run): TickResult {
  return {
    state,
    reason,
    isOver: true,
    assigned: 0,
    reviewsRequested: 0,
    isTurnScheduled: false,
  };
}
