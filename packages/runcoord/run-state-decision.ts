import type { Outcome, OutcomeReason } from './outcome.ts';
import { hasUsedUpBudget, isPauseReason, type PauseReason } from './run-pauses.ts';

/** Whether states set by people bind the coordinator: only `enforced` does that (GAP-RC-MODE-1). */
export type Enforcement = 'recorded' | 'enforced';

export interface RunStateDecision {
  readonly state: string;
  /** `reopened`: an ended run that a person made active again, until something happens in it. */
  readonly reason: OutcomeReason | PauseReason | 'reopened';
}

const closedToWork: readonly string[] = ['paused-intake', 'draining', 'stopped'];

export function acceptsWork(enforcement: Enforcement, state: string): boolean {
  return enforcement === 'recorded' || !closedToWork.includes(state);
}

export interface RunSituation {
  readonly enforcement: Enforcement;
  readonly state: string;
  /** Result of the previous tick. */
  readonly reason: string | null;
  readonly outcome: Outcome;
  readonly isTurnInFlight: boolean;
  /** Whether the run has events since a person resumed or reopened it. */
  readonly hasNews: boolean;
}

/** Remaining work never overrides a state set by people; finished work does in `recorded` mode. */
export function decideRunState({
  enforcement,
  state,
  reason: before,
  outcome,
  isTurnInFlight,
  hasNews,
}: RunSituation): RunStateDecision {
  const { reason } = outcome;
  // Its tasks are still finished or blocked, which must not end it before a person adds work.
  const isReopened = before === 'reopened' && !hasNews && outcome.state !== 'active';
  if (state === 'active' && isReopened) return { state, reason: 'reopened' };
  if (!closedToWork.includes(state)) return { state: outcome.state, reason };
  if (enforcement === 'recorded') return recordedState(state, before, outcome);
  if (state === 'paused-intake' && isPauseReason(before)) return { state, reason: before };
  const isDrained = state === 'draining' && !isTurnInFlight;
  return { state: isDrained ? 'stopped' : state, reason };
}

function recordedState(state: string, before: string | null, outcome: Outcome): RunStateDecision {
  if (outcome.state !== 'active') return outcome;
  const isBudget = hasUsedUpBudget({ state, reason: before });
  return { state, reason: isBudget ? 'budget_reached' : outcome.reason };
}

export function isOver(enforcement: Enforcement, state: string): boolean {
  if (enforcement === 'enforced' && state === 'stopped') return true;
  return state === 'completed' || state === 'blocked' || state === 'failed';
}

/** Whether a state sets the end time; `blocked` does not (GAP-RC-LOOP-4). */
export function setsEnd(state: string): boolean {
  return state === 'completed' || state === 'failed' || state === 'stopped';
}
