import type { Outcome, OutcomeReason } from './outcome.ts';

/**
 * Whether the states that people set hold for the coordinator, too (GAP-RC-MODE-1): `recorded` is the contract to the
 * letter, `enforced` makes them real.
 */
export type Enforcement = 'recorded' | 'enforced';

export interface Settlement {
  readonly state: string;
  readonly reason: OutcomeReason;
}

/** States in which no new work is taken up where they are enforced. */
const closedToWork: readonly string[] = ['paused-intake', 'draining', 'stopped'];

export function takesWork(enforcement: Enforcement, state: string): boolean {
  return enforcement === 'recorded' || !closedToWork.includes(state);
}

export interface Situation {
  readonly enforcement: Enforcement;
  /** Of the run, now. */
  readonly state: string;
  readonly outcome: Outcome;
  /** A turn is scheduled, and neither completed nor expired. */
  readonly isTurnInFlight: boolean;
}

/**
 * The state that a tick leaves a run in. That work remains does not undo what people have set; that none does, does
 * so where that is only recorded.
 */
export function settle({ enforcement, state, outcome, isTurnInFlight }: Situation): Settlement {
  const { reason } = outcome;
  if (!closedToWork.includes(state)) return { state: outcome.state, reason };
  if (enforcement === 'recorded')
    return { state: outcome.state === 'active' ? state : outcome.state, reason };
  const isDrained = state === 'draining' && !isTurnInFlight;
  return { state: isDrained ? 'stopped' : state, reason };
}

/** Whether a run of this state is not ticked any more. */
export function isOver(enforcement: Enforcement, state: string): boolean {
  if (enforcement === 'enforced' && state === 'stopped') return true;
  return state === 'completed' || state === 'blocked' || state === 'failed';
}

/** Whether a state has an end in time; that of `blocked` is open (GAP-RC-LOOP-4). */
export function setsEnd(state: string): boolean {
  return state === 'completed' || state === 'failed' || state === 'stopped';
}
