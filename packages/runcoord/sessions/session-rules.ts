import type { Enforcement } from '../settlement.ts';
import { isInProgress } from '../transitions.ts';
import type { LivingSession } from './session.ts';

/** Something that really runs, or did, and is marked as started in this place. */
export interface FoundAgent {
  /** What the driver calls it. */
  readonly externalId: string;
  readonly sessionId: string;
  readonly agentId: string;
  /** What is `created` was never started, and can be. */
  readonly state: 'created' | 'running' | 'exited';
}

export interface Comparison {
  /** Both in the table and found. */
  readonly known: readonly { readonly session: LivingSession; readonly found: FoundAgent }[];
  /** In the table alone, or made and not started. */
  readonly missing: readonly LivingSession[];
  /** Found, and not in the table among what is not over. */
  readonly unowned: readonly FoundAgent[];
}

/** What the table says against what there is. `found` has to be looked for before `sessions` are read. */
export function compare(
  sessions: readonly LivingSession[],
  found: readonly FoundAgent[],
): Comparison {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const begun = found.filter(({ state }) => state !== 'created');
  const known = begun.flatMap((agent) => {
    const session = byId.get(agent.sessionId);
    return session ? [{ session, found: agent }] : [];
  });
  const there = new Set(known.map(({ session }) => session.id));
  return {
    known,
    missing: sessions.filter(({ id }) => !there.has(id)),
    unowned: found.filter(({ sessionId }) => !byId.has(sessionId)),
  };
}

/** What is to be done about an agent that runs: leave it, ask it to end, or end it. */
export type Ending =
  { readonly kind: 'none' } | { readonly kind: 'ask' | 'force'; readonly reason: string };

export interface EndingRules {
  readonly enforcement: Enforcement;
  /** Milliseconds that a session takes at the most. */
  readonly time: number;
  readonly now: Date;
}

/** How long who has ended the turn may take to exit, and who was asked to end, to do so. */
const leaveMilliseconds = 30_000;
const askMilliseconds = 10_000;

/** When and how an agent is ended from outside. Where states are enforced, a run that was stopped ends it at once. */
export function decideEnding(
  session: LivingSession,
  { enforcement, time, now }: EndingRules,
): Ending {
  const passed = (since: Date, milliseconds: number) =>
    now.getTime() - since.getTime() >= milliseconds;
  if (enforcement === 'enforced' && session.runState === 'stopped')
    return { kind: 'force', reason: 'the run was stopped' };
  if (session.endingAt) {
    const reason = session.endReason ?? '';
    return { kind: passed(session.endingAt, askMilliseconds) ? 'force' : 'ask', reason };
  }
  if (session.turn.state === 'expired') return { kind: 'ask', reason: 'the turn has expired' };
  if (session.turn.state === 'completed' && passed(session.turn.aliveAt, leaveMilliseconds))
    return { kind: 'ask', reason: 'the turn is completed' };
  if (passed(session.startedAt, time)) return { kind: 'ask', reason: 'the time is over' };
  return { kind: 'none' };
}

/** Whether an agent that was claimed is still to be started. */
export function isToBeStarted({ runState, turn, endingAt }: LivingSession): boolean {
  return isInProgress(runState) && turn.state === 'in_flight' && endingAt === null;
}

/** Whether the stream of the run is to be told that the agent lives: a third of the time has passed after which it counts as dead. */
export function isBeatDue(
  { turn }: LivingSession,
  { turnLease, now }: { readonly turnLease: number; readonly now: Date },
): boolean {
  return turn.state === 'in_flight' && now.getTime() - turn.aliveAt.getTime() >= turnLease / 3;
}
