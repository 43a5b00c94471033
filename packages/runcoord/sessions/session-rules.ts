import type { Enforcement } from '../run-state-decision.ts';
import { isInProgress } from '../transitions.ts';
import type { LivingSession, SessionEnd } from './session.ts';

/** An agent process or container marked as started in this location. */
export interface FoundAgent {
  readonly externalId: string;
  readonly sessionId: string;
  readonly agentId: string;
  /** `created`: never started, and startable. */
  readonly state: 'created' | 'running' | 'exited';
}

export interface Comparison {
  readonly known: readonly { readonly session: LivingSession; readonly found: FoundAgent }[];
  /** Present only in the table, or created but not started. */
  readonly missing: readonly LivingSession[];
  /** Present only in the driver, or ended in the table. */
  readonly unowned: readonly FoundAgent[];
}

/** Read `found` before `sessions`: otherwise a session started in between looks unowned. */
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

export type Ending =
  { readonly kind: 'none' } | { readonly kind: 'ask' | 'force'; readonly reason: string };

export interface EndingRules {
  readonly enforcement: Enforcement;
  /** In milliseconds. */
  readonly time: number;
  readonly now: Date;
}

/** Grace periods: for an agent to exit after ending its turn, and after being asked to exit. */
const exitGraceMs = 30_000;
const killDelayMs = 10_000;

/** In `enforced` mode, a stopped run ends its agents at once. */
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
    return { kind: passed(session.endingAt, killDelayMs) ? 'force' : 'ask', reason };
  }
  if (session.turn.state === 'expired') return { kind: 'ask', reason: 'the turn has expired' };
  if (session.turn.state === 'completed' && passed(session.turn.aliveAt, exitGraceMs))
    return { kind: 'ask', reason: 'the turn is completed' };
  if (passed(session.startedAt, time)) return { kind: 'ask', reason: 'the session timed out' };
  return { kind: 'none' };
}

/** Payload of the event that ends a turn which its agent left open. */
export type TurnOutcome =
  | { readonly type: 'agent.turn_completed'; readonly summary: string }
  | { readonly type: 'agent.turn_expired'; readonly reason: string; readonly interrupted: boolean }
  | {
      readonly type: 'agent.turn_failed';
      readonly reason: string;
      readonly code: 'no_work' | 'exit_code' | 'sign_in' | 'quota' | 'cannot_start';
      readonly exit_code: number | null;
    };

/** Only an end that the agent caused is a failure: it expires if it was interrupted, or asked to end. */
export function decideTurnEnd(
  session: Pick<LivingSession, 'status' | 'endReason'>,
  { exitCode, reason, isInterrupted, failure }: SessionEnd,
  hasWorked: boolean,
): TurnOutcome {
  if (session.endReason !== null || (isInterrupted && !failure))
    return { type: 'agent.turn_expired', reason, interrupted: isInterrupted };
  const failed = { type: 'agent.turn_failed', reason, exit_code: exitCode } as const;
  if (failure) return { ...failed, code: failure };
  if (session.status === 'starting' && exitCode === null)
    return { ...failed, code: 'cannot_start' };
  if (exitCode !== 0) return { ...failed, code: 'exit_code' };
  if (hasWorked) return { type: 'agent.turn_completed', summary: reason };
  return { ...failed, code: 'no_work', reason: `${reason}, without any change by the agent` };
}

export function isToBeStarted({ runState, turn, endingAt }: LivingSession): boolean {
  return isInProgress(runState) && turn.state === 'in_flight' && endingAt === null;
}

/** A heartbeat is due after a third of the turn's lease. */
export function isBeatDue(
  { turn }: LivingSession,
  { turnLease, now }: { readonly turnLease: number; readonly now: Date },
): boolean {
  return turn.state === 'in_flight' && now.getTime() - turn.aliveAt.getTime() >= turnLease / 3;
}
