import type { Transaction } from '@galley/database';
import { RunEventRepository } from './run-event-repository.ts';
import type { NewRunEvent, RunEventType } from './run-event.ts';
import { findFailedAgent, maxTurnsInVain, noProgress, type Pause } from './run-pauses.ts';
import { RunProgressRepository } from './run-progress-repository.ts';
import { RunRepository, type Run } from './run-repository.ts';
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
 * Ends and schedules turns of one run, and in `enforced` mode pauses the run instead when further turns cannot help.
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
    if (pause) await this.#pause(pause);
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
    if (!this.#isEnforced || run.state !== 'active') return undefined;
    const failed = findFailedAgent(turns, resumedAfter);
    return failed ?? (next && (await this.#checkProgress()));
  }

  async #checkProgress(): Promise<Pause | undefined> {
    const { transaction, run, turns } = this.#options;
    const progress = new RunProgressRepository(transaction);
    const before = await progress.find(run.id);
    const sha256 = await progress.hash(run.id);
    if (before?.sha256 === sha256)
      return turns.ended - before.turns >= maxTurnsInVain ? noProgress : undefined;
    await progress.put(run.id, { sha256, turns: turns.ended });
    return undefined;
  }

  async #pause({ reason, detail }: Pause): Promise<void> {
    const { transaction, run, now } = this.#options;
    const { id, state: from } = run;
    const to = 'paused-intake';
    await new RunRepository(transaction).move({ id, from, to, reason, detail, now });
    this.#add('orchestrator.paused', { reason, detail });
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
