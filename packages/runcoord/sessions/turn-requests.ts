import type { Database, Transaction } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { AgentRepository } from '../agent-repository.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { NewRunEvent } from '../run-event.ts';
import { pauseRun } from '../pause-run.ts';
import { describeStuckWork } from '../run-pauses.ts';
import { RunRepository, type RunInProgress } from '../run-repository.ts';
import type { Enforcement } from '../run-state-decision.ts';
import { NeedsReadModel, planReason } from './needs-read-model.ts';
import {
  SupervisorRepository,
  type StuckWork,
  type SupervisorFence,
} from './supervisor-repository.ts';
import { noHistory, addTurnEvents, type HistoricTurn, type TurnHistory } from './turn-history.ts';
import { decideWakes, maxFailedTurns, type Need, type WakeDecision } from './wake-rules.ts';

export interface TurnRequestsOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** In `enforced` mode, a run in which only stuck work remains is paused. */
  readonly enforcement: Enforcement;
}

interface Decision extends WakeDecision {
  /** No turn is outstanding, and no other need waits for its time. */
  readonly hasOnlyStuckWork: boolean;
}

const eventsAtOnce = 5_000;
const planner = 'chair-1';

const plan: Need = { agentId: planner, reason: planReason, subject: '' };

/**
 * A present supervisor is needed to start the planner. Without this turn, finished work of earlier runs completes the
 * new run in its first tick (the contract counts all runs). Call it last in the transaction.
 */
export async function requestPlan(
  transaction: Transaction,
  {
    runId,
    workspaceId,
    at,
  }: { readonly runId: string; readonly workspaceId: string; readonly at: Date },
): Promise<void> {
  const supervisors = await new SupervisorRepository(transaction).list(workspaceId);
  if (!supervisors.some(({ isHere }) => isHere)) return;
  if (!(await new AgentRepository(transaction).isEnabled(planner))) return;
  await new RunEventRepository(transaction).append([requestOf(runId, plan, at)]);
}

function requestOf(runId: string, { agentId, reason, subject }: Need, at: Date): NewRunEvent {
  const payload = { agent_id: agentId, reason, requested_by: 'supervisor', subject };
  return { runId, type: 'agent.turn_requested', payload, at };
}

/** Caches the turn history between polls, so that each event is read once. */
export class TurnRequests {
  readonly #options: TurnRequestsOptions;
  readonly #histories = new Map<string, TurnHistory>();

  constructor(options: TurnRequestsOptions) {
    this.#options = options;
  }

  /** Returns stuck work. @throws `supervisor_fenced`. */
  async look(fence: SupervisorFence): Promise<StuckWork[]> {
    const { db } = this.#options;
    const active = await new RunRepository(db).listInProgress(['active']);
    const runs = active.filter((run) => run.workspaceId === fence.workspaceId);
    for (const known of this.#histories.keys())
      if (!runs.some(({ id }) => id === known)) this.#histories.delete(known);
    const stuck: StuckWork[] = [];
    for (const run of runs) {
      const found = await this.#decide(db, run);
      if (found.wakes.length > 0 || this.#isPauseDue(found)) await this.#ask(run, fence);
      stuck.push(...found.stuck.map(({ agentId, reason }) => ({ runId: run.id, agentId, reason })));
    }
    return stuck;
  }

  async #ask(run: RunInProgress, fence: SupervisorFence): Promise<void> {
    const { db, clock } = this.#options;
    await db.transaction().execute(async (transaction) => {
      await new SupervisorRepository(transaction).hold(fence);
      const state = await new RunRepository(transaction).holdState(run.id, 'to change it');
      if (state !== 'active') return;
      const events = new RunEventRepository(transaction);
      await events.lock();
      // Decided again under the stream lock: the agent may have a turn or be done by now.
      const found = await this.#decide(transaction, run);
      const now = clock.now();
      if (!this.#isPauseDue(found)) {
        await events.append(found.wakes.map((need) => requestOf(run.id, need, now)));
        return;
      }
      const { agentId, reason } = found.stuck[0]!;
      const pause = describeStuckWork(agentId, reason, maxFailedTurns);
      const paused = { runId: run.id, workspaceId: run.workspaceId, agentId, now };
      await events.append(await pauseRun(transaction, pause, paused));
    });
  }

  #isPauseDue({ hasOnlyStuckWork }: Decision): boolean {
    return hasOnlyStuckWork && this.#options.enforcement === 'enforced';
  }

  async #decide(db: Database, run: RunInProgress): Promise<Decision> {
    const { id: runId, resumedAfter } = run;
    const history = await this.#read(db, runId);
    const { needs, isBlank } = await new NeedsReadModel(db).find(runId);
    const turns = [...history.turns.values()];
    const isWanted = isPlanWanted(turns, isBlank);
    const isThere = isWanted && (await new AgentRepository(db).isEnabled(planner));
    const all = isThere ? [plan, ...needs] : needs;
    const decided = decideWakes(all, turns, { now: this.#options.clock.now(), resumedAfter });
    const isStuck = decided.stuck.length > 0 && decided.stuck.length === all.length;
    return { ...decided, hasOnlyStuckWork: isStuck && turns.every(({ isOver }) => isOver) };
  }

  /** Caches only committed events: ids are in commit order. */
  async #read(db: Database, runId: string): Promise<TurnHistory> {
    const events = new RunEventRepository(db);
    for (;;) {
      const history = this.#histories.get(runId) ?? noHistory;
      const next = await events.listTurnsAfter(runId, history.lastEventId, eventsAtOnce);
      if (next.length > 0) this.#histories.set(runId, addTurnEvents(history, next));
      if (next.length < eventsAtOnce) return this.#histories.get(runId) ?? noHistory;
    }
  }
}

/** For a blank run in which nobody has a turn, and after an interrupted plan, whose results may be incomplete. */
function isPlanWanted(turns: readonly HistoricTurn[], isBlank: boolean): boolean {
  const plans = turns.filter(({ reason }) => reason === plan.reason);
  if (isBlank) return turns.every(({ isOver }) => isOver);
  const last = plans.at(-1);
  return last !== undefined && last.isOver && !last.isCompleted;
}
