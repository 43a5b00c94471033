import type { Transaction } from '@galley/database';
import { findUsedUpBudget } from './budgets/find-used-up-budget.ts';
import { pauseRun } from './pause-run.ts';
import { RunEventRepository } from './run-event-repository.ts';
import type { NewRunEvent, RunEventType } from './run-event.ts';
import { findFailedAgent, maxTurnsInVain, noProgress, type Pause } from './run-pauses.ts';
import { RunProgressRepository } from './run-progress-repository.ts';
import type { Run } from './run-repository.ts';
import type { Enforcement } from './run-state-decision.ts';
import { NeedsReadModel } from './sessions/needs-read-model.ts';
import type { Turn, TurnDecision, Turns } from './turns.ts';

export interface TurnStepOptions {
  readonly transaction: Transaction;
  readonly enforcement: Enforcement;
  readonly run: Run;
  readonly resumedAfter: number;
  readonly turns: Turns;
  readonly decided: TurnDecision;
  readonly now: Date;
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

  constructor(options: TurnStepOptions) {
    this.#options = options;
  }

  async execute(): Promise<TurnStepResult> {
    const { transaction, decided } = this.#options;
    for (const turn of decided.expired) this.#add('agent.turn_expired', ofTurn(turn));
    const next = await this.#findNext();
    const pause = await this.#findPause(next);
    if (pause) await this.#pause(pause, next);
    const isTurnScheduled = next !== undefined && !pause;
    if (isTurnScheduled) this.#schedule(next);
    await new RunEventRepository(transaction).append(this.#events);
    return { isTurnScheduled, haveTurnsChanged: this.#events.length > 0 };
  }

  get #isEnforced(): boolean {
    return this.#options.enforcement === 'enforced';
  }

  /** In `enforced` mode, ends turns whose need no longer exists. */
  async #findNext(): Promise<Turn | undefined> {
    const { transaction, run, decided } = this.#options;
    const needs = new NeedsReadModel(transaction);
    for (const turn of decided.waiting) {
      if (!this.#isEnforced || !(await needs.hasLapsed(run.id, turn.requestEventId))) return turn;
      this.#add('agent.turn_expired', { ...ofTurn(turn), ...lapsed });
    }
    return undefined;
  }

  async #findPause(next: Turn | undefined): Promise<Pause | undefined> {
    const { run, turns, resumedAfter } = this.#options;
    const isWatched = this.#isEnforced && run.state === 'active';
    const failed = isWatched ? findFailedAgent(turns, resumedAfter) : undefined;
    if (failed || !next) return failed;
    return (await this.#checkBudget(next)) ?? (isWatched ? this.#checkProgress() : undefined);
  }

  #checkBudget({ agentId }: Turn): Promise<Pause | undefined> {
    const { transaction, run, now } = this.#options;
    return findUsedUpBudget(transaction, { runId: run.id, agentId, now });
  }

  async #checkProgress(): Promise<Pause | undefined> {
    const { transaction, run, turns } = this.#options;
    const progress = new RunProgressRepository(transaction);
    const isNew = await progress.add(run.id);
    const since = isNew ? null : await progress.findLast(run.id);
    if (since === null) await progress.setLast(run.id, turns.ended);
    else if (turns.ended - since >= maxTurnsInVain) return noProgress;
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
    const position = this.#options.turns.scheduled + 1;
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
