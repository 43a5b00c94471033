import { runProblems } from './problems.ts';

/** States of the run-control API. The last three have no outgoing transitions (RC-ST-20). */
export const runStates = [
  'stopped',
  'starting',
  'active',
  'paused-intake',
  'draining',
  'degraded',
  'completed',
  'blocked',
  'failed',
] as const;
export type RunState = (typeof runStates)[number];

/** Has to match the condition of the index `runs_in_progress`. */
export const statesInProgress: readonly string[] = [
  'starting',
  'active',
  'paused-intake',
  'draining',
  'degraded',
] satisfies readonly RunState[];

export function isInProgress(state: string): boolean {
  return statesInProgress.includes(state);
}

/** Actions of the contract, on the newest run. */
export const runActions = ['start', 'pause', 'resume', 'stop', 'force-stop'] as const;
/** Actions on a run by its id (ADD-RUN-1). */
export const actionsOfRun = [...runActions, 'reopen'] as const;
export type RunAction = (typeof actionsOfRun)[number];

export function isRunAction(value: string): value is (typeof runActions)[number] {
  return (runActions as readonly string[]).includes(value);
}

interface Transition {
  readonly from: readonly RunState[];
  readonly to: RunState;
}

/** The contract's table (RC-ST-13 to RC-ST-17), row by row, and `reopen`. */
export const transitions: Readonly<Record<RunAction, Transition>> = {
  start: { from: ['stopped', 'starting'], to: 'active' },
  pause: { from: ['active'], to: 'paused-intake' },
  resume: { from: ['paused-intake', 'degraded'], to: 'active' },
  stop: { from: ['active', 'paused-intake', 'draining'], to: 'stopped' },
  'force-stop': { from: ['active', 'paused-intake', 'draining', 'degraded'], to: 'stopped' },
  reopen: { from: ['stopped', 'completed', 'blocked', 'failed'], to: 'active' },
};

/** @throws `illegal_run_transition` from any state not in the table (RC-ST-21). */
export function decideTransition(action: RunAction, state: string): RunState {
  const { from, to } = transitions[action];
  if ((from as readonly string[]).includes(state)) return to;
  throw runProblems.illegal_run_transition(
    `A run in the state ${state} cannot ${action}. Allowed from: ${from.join(', ')}.`,
    { state, allowed: [...from] },
  );
}
