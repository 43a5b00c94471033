import { redactSecrets } from '@galley/kernel';
import type { FailedTurn, Turns } from './turns.ts';

/** Reasons for which the coordinator pauses a run (ADD-RUN-4). The state is `paused-intake` until a person resumes it. */
export const pauseReasons = [
  'budget_reached',
  'awaiting_person',
  'no_progress',
  'agent_failed',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

export function isPauseReason(reason: string | null): reason is PauseReason {
  return (pauseReasons as readonly (string | null)[]).includes(reason);
}

/** A run that waits because of an agent, which no other turn can help. */
export function hasFailedAgent(run: {
  readonly state: string | null;
  readonly reason: string | null;
}) {
  return run.state === 'paused-intake' && run.reason === 'agent_failed';
}

/** Holds in both modes, unlike the other pauses. */
export function hasUsedUpBudget(run: {
  readonly state: string | null;
  readonly reason: string | null;
}) {
  return run.state === 'paused-intake' && run.reason === 'budget_reached';
}

export interface Pause {
  readonly reason: PauseReason;
  /** Sentence for people. */
  readonly detail: string;
}

/** In succession; parallel turns count as one. */
export const maxTurnsInVain = 3;
const maxReasonLength = 300;

/** For consecutive failures at the same need; a sign-in failure at once, because a retry cannot help. */
export function findFailedAgent(turns: Turns, resumedAfter: number): Pause | undefined {
  for (const failures of turns.failures.values()) {
    const counted = failures.filter(({ requestEventId }) => requestEventId > resumedAfter);
    const last = counted.at(-1);
    if (last?.code === 'sign_in' || (last && counted.length >= maxTurnsInVain))
      return { reason: 'agent_failed', detail: describeFailure(last) };
  }
  return undefined;
}

function describeFailure({ agentId, need, code, reason }: FailedTurn): string {
  const said = [...redactSecrets(reason).replaceAll(/\s+/g, ' ').trim()];
  const why =
    said.length > maxReasonLength ? `${said.slice(0, maxReasonLength).join('')}…` : said.join('');
  return code === 'sign_in'
    ? `${agentId} cannot work: ${why.replace(/\.$/, '')}. Correct this, then resume the run.`
    : `${agentId} failed ${maxTurnsInVain} times in a row at "${need}" (${why}). Correct the cause, then resume the run.`;
}

export function describeStuckWork(agentId: string, need: string, turns: number): Pause {
  return {
    reason: 'no_progress',
    detail: `${turns} turns of ${agentId} at "${need}" had no result. Look at them, then answer the question or resume the run.`,
  };
}

export const noProgress: Pause = {
  reason: 'no_progress',
  detail: `${maxTurnsInVain} turns in a row changed no task, patch, vote or answer. Look at the last turns, then answer the question or resume the run.`,
};
