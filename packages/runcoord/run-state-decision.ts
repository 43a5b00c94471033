import type { Outcome, OutcomeReason } from './outcome.ts';

/**
 * Whether states set by people bind the coordinator too (GAP-RC-MODE-1): `recorded` follows the contract literally,
 * `enforced` applies them.
 */
export type Enforcement = 'recorded' | 'enforced';

export interface RunStateDecision {
  readonly state: string;
  readonly reason: OutcomeReason;
}

/** States in which an enforcing coordinator starts no new work. */
const closedToWork: readonly string[] = ['paused-intake', 'draining', 'stopped'];

export function acceptsWork(enforcement: Enforcement, state: string): boolean {
  return enforcement === 'recorded' || !closedToWork.includes(state);
}

export interface RunSituation {
  readonly enforcement: Enforcement;
  readonly state: string;
  readonly outcome: Outcome;
  /** A turn is scheduled, and neither completed nor expired. */
  readonly isTurnInFlight: boolean;
}

/**
 * Decides the state of a run after a tick. Remaining work does not override a state set by people; finished work does,
 * but only in `recorded` mode.
 */
export function decideRunState({
  enforcement,
  state,
  outcome,
  isTurnInFlight,
}: RunSituation): RunStateDecision {
  const { reason } = outcome;
  if (!closedToWork.includes(state)) return { state: outcome.state, reason };
  if (enforcement === 'recorded')
    return { state: outcome.state === 'active' ? state : outcome.state, reason };
  const isDrained = state === 'draining' && !isTurnInFlight;
  return { state: isDrained ? 'stopped' : state, reason };
}

export function isOver(enforcement: Enforcement, state: string): boolean {
  if (enforcement === 'enforced' && state === 'stopped') return true;
  return state === 'completed' || state === 'blocked' || state === 'failed';
}

/** Whether a state sets the end time; `blocked` does not (GAP-RC-LOOP-4). */
export function setsEnd(state: string): boolean {
  return state === 'completed' || state === 'failed' || state === 'stopped';
}
