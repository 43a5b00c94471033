import type { Transaction } from '@galley/database';
import { findUsedUpBudget } from './budgets/find-used-up-budget.ts';
import { PathClaims } from './dependencies/path-claims.ts';
import { PathClaimsReadModel } from './dependencies/path-claims-read-model.ts';
import { pauseRun } from './pause-run.ts';
import { RunEventRepository } from './run-event-repository.ts';
import type { NewRunEvent, RunEventType } from './run-event.ts';
import { findFailedAgent, maxTurnsInVain, noProgress, type Pause } from './run-pauses.ts';
import { RunProgressRepository } from './run-progress-repository.ts';
import type { Run } from './run-repository.ts';
import type { Enforcement } from './run-state-decision.ts';
import { NeedsReadModel } from './sessions/needs-read-model.ts';
import { nextRound, type Turn, type TurnDecision, type Turns } from './turns.ts';

export interface TurnStepOptions {
  readonly transaction: Transaction;
  readonly enforcement: Enforcement;
  readonly run: Run;
  readonly resumedAfter: number;
  readonly turns: Turns;
  readonly decided: TurnDecision;
  readonly now: Date;
}

interface NextTurns {
  readonly scheduled: readonly Turn[];
  /** The turn that was next before the pause. */
  readonly stopped: Turn | undefined;
  readonly pause: Pause | undefined;
}

export interface TurnStepResult {
  readonly isTurnScheduled: boolean;
  readonly haveTurnsChanged: boolean;
}

/**
 * Ends and schedules turns of one run, or pauses the run instead: when a budget is used up, and in `enforced` mode when
 * further turns cannot help.
 * Its transaction holds the run and the stream.
 */
export class TurnStep {
  readonly #options: TurnStepOptions;
  readonly #events: NewRunEvent[] = [];
  #scheduled = 0;

  constructor(options: TurnStepOptions) {
    this.#options = options;
  }

  async execute(): Promise<TurnStepResult> {
    const { transaction, decided } = this.#options;
    for (const turn of decided.expired) this.#add('agent.turn_expired', ofTurn(turn));
    const { scheduled, stopped, pause } = await this.#findNext();
    if (pause) await this.#pause(pause, stopped);
    for (const turn of scheduled) this.#schedule(turn);
    await new RunEventRepository(transaction).append(this.#events);
    return { isTurnScheduled: scheduled.length > 0, haveTurnsChanged: this.#events.length > 0 };
  }

  get #isEnforced(): boolean {
    return this.#options.enforcement === 'enforced';
  }

  /** In `enforced` mode, ends turns whose need no longer exists. A pause stops the first turn that it applies to. */
  async #findNext(): Promise<NextTurns> {
    const { decided } = this.#options;
    const claims = await this.#findClaims();
    const scheduled: Turn[] = [];
    for (const turn of decided.waiting) {
      if (scheduled.length === decided.free) break;
      if (!claims.isFree(turn) || (await this.#hasLapsed(turn))) continue;
      const pause = await this.#findPause(turn, scheduled.length);
      if (pause) return { scheduled, stopped: turn, pause };
      scheduled.push(turn);
      claims.add(turn);
    }
    const pause = scheduled.length === 0 ? this.#findFailedAgent() : undefined;
    return { scheduled, stopped: undefined, pause };
  }

  /** A single turn at a time conflicts with none. */
  #findClaims(): Promise<PathClaims> {
    const { inFlight, free, waiting } = this.#options.decided;
    if (waiting.length === 0 || (inFlight.length === 0 && free === 1))
      return Promise.resolve(new PathClaims([], []));
    return new PathClaimsReadModel(this.#options.transaction).find(inFlight, waiting);
  }

  async #hasLapsed(turn: Turn): Promise<boolean> {
    const { transaction, run } = this.#options;
    if (!this.#isEnforced) return false;
    const needs = new NeedsReadModel(transaction);
    if (!(await needs.hasLapsed(run.id, turn.requestEventId))) return false;
    this.#add('agent.turn_expired', { ...ofTurn(turn), ...lapsed });
    return true;
  }

  get #isWatched(): boolean {
    return this.#isEnforced && this.#options.run.state === 'active';
  }

  #findFailedAgent(): Pause | undefined {
    const { turns, resumedAfter } = this.#options;
    return this.#isWatched ? findFailedAgent(turns, resumedAfter) : undefined;
  }

  /** Turns scheduled just now count for the budget. They change neither failures nor progress, which the first turn checks. */
  async #findPause({ agentId }: Turn, scheduled: number): Promise<Pause | undefined> {
    const { transaction, run, now } = this.#options;
    const isFirst = scheduled === 0;
    const failed = isFirst ? this.#findFailedAgent() : undefined;
    if (failed) return failed;
    const budget = { runId: run.id, agentId, now, scheduled };
    const usedUp = await findUsedUpBudget(transaction, budget);
    return usedUp ?? (isFirst && this.#isWatched ? this.#checkProgress() : undefined);
  }

  async #checkProgress(): Promise<Pause | undefined> {
    const { transaction, run, turns } = this.#options;
    const progress = new RunProgressRepository(transaction);
    const isNew = await progress.add(run.id);
    const since = isNew ? null : await progress.findLast(run.id);
    const round = nextRound(turns);
    // Earlier releases stored the number of turns, which is higher with parallel turns.
    if (since === null || since > round) await progress.setLast(run.id, round);
    else if (turns.rounds - since >= maxTurnsInVain) return noProgress;
    return undefined;
  }

  /** A run in another state is paused once it is active again; the turn is not scheduled anyway. */
  async #pause(pause: Pause, next: Turn | undefined): Promise<void> {
    const { transaction, run, now } = this.#options;
    const { id: runId, workspaceId } = run;
    if (run.state !== 'active') return;
    const paused = { runId, workspaceId, agentId: next?.agentId, now };
    this.#events.push(...(await pauseRun(transaction, pause, paused)));
  }

  #schedule(turn: Turn): void {
    const { reason } = turn;
    this.#scheduled += 1;
    const position = this.#options.turns.scheduled + this.#scheduled;
    this.#add('agent.turn_scheduled', { ...ofTurn(turn), reason, position });
  }

  #add(type: RunEventType, payload: NewRunEvent['payload']): void {
    const { run, now } = this.#options;
    this.#events.push({ runId: run.id, type, payload, at: now });
  }
}

/** The agent is not the cause. */
export const lapsed = { reason: 'the reason for the turn no longer exists', interrupted: true };

function ofTurn({ agentId, requestEventId }: Turn): Record<string, unknown> {
  return { agent_id: agentId, request_event_id: requestEventId };
}
