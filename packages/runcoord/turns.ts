import { runProblems } from './problems.ts';
import type { RunEvent } from './run-event.ts';

export interface Turn {
  readonly requestEventId: number;
  readonly agentId: string;
  readonly reason: string;
  /** Last heartbeat, once the turn is scheduled. */
  readonly aliveAt?: Date;
  /** From 0, once the turn is scheduled. */
  readonly round?: number;
}

export interface FailedTurn {
  readonly requestEventId: number;
  readonly agentId: string;
  /** Reason of the request. */
  readonly need: string;
  readonly code: string;
  readonly reason: string;
}

export interface Turns {
  readonly lastEventId: number;
  readonly scheduled: number;
  /**
   * Rounds that are over. Turns scheduled before a turn of the round has ended belong to it, so that parallel turns
   * count like a single one. A round of interrupted turns does not count.
   */
  readonly rounds: number;
  /** A turn of the current round has ended. */
  readonly isRoundEnding: boolean;
  /** Newest failures of an agent at a need since its last turn for it that did not fail. */
  readonly failures: ReadonlyMap<string, readonly FailedTurn[]>;
  /** Ordered by request. */
  readonly outstanding: ReadonlyMap<number, Turn>;
}

export const noTurns: Turns = {
  lastEventId: 0,
  scheduled: 0,
  rounds: 0,
  isRoundEnding: false,
  failures: new Map(),
  outstanding: new Map(),
};

const maxFailures = 10;

/** In the order of their ids. Ignores events about turns that are over. @throws `malformed_turn_event`. */
export function withTurnEvents(turns: Turns, events: readonly RunEvent[]): Turns {
  const { rounds, isRoundEnding, scheduled } = turns;
  const failures = new Map(turns.failures);
  const outstanding = new Map(turns.outstanding);
  const next = { rounds, isRoundEnding, scheduled, failures, outstanding };
  for (const event of events) {
    if (event.type === 'agent.turn_scheduled') next.scheduled += 1;
    apply(next, event);
  }
  return { ...next, lastEventId: events.at(-1)?.id ?? turns.lastEventId };
}

interface NextTurns {
  scheduled: number;
  rounds: number;
  isRoundEnding: boolean;
  readonly failures: Map<string, readonly FailedTurn[]>;
  readonly outstanding: Map<number, Turn>;
}

function apply(turns: NextTurns, event: RunEvent): void {
  const { outstanding } = turns;
  const payload = payloadOf(event);
  const agentId = payload['agent_id'];
  if (typeof agentId !== 'string' || agentId === '')
    throw malformed(event, 'agent_id must be the ID of an agent');
  if (event.type === 'agent.turn_requested') {
    const reason = payload['reason'] ?? '';
    if (typeof reason !== 'string') throw malformed(event, 'reason must be a string');
    outstanding.set(event.id, { requestEventId: event.id, agentId, reason });
    return;
  }
  const requestEventId = payload['request_event_id'];
  if (!Number.isSafeInteger(requestEventId))
    throw malformed(event, 'request_event_id must be the ID of the event that requested the turn');
  const turn = outstanding.get(requestEventId as number);
  if (turn) move(turns, turn, event);
}

function move(turns: NextTurns, turn: Turn, event: RunEvent): void {
  const { outstanding } = turns;
  switch (event.type) {
    case 'agent.turn_completed':
    case 'agent.turn_failed':
    case 'agent.turn_expired':
      outstanding.delete(turn.requestEventId);
      end(turns, turn, event);
      endRound(turns);
      return;
    case 'agent.turn_scheduled':
    case 'agent.turn_started':
    case 'agent.turn_heartbeat': {
      const { round = nextRound(turns) } = turn;
      outstanding.set(turn.requestEventId, { ...turn, aliveAt: event.at, round });
    }
  }
}

/** Round of the turns that are scheduled next. */
export function nextRound({
  rounds,
  isRoundEnding,
}: Pick<Turns, 'rounds' | 'isRoundEnding'>): number {
  return isRoundEnding ? rounds + 1 : rounds;
}

function endRound(turns: NextTurns): void {
  const isUnderWay = turns.outstanding.values().some(({ round }) => round === turns.rounds);
  if (!turns.isRoundEnding || isUnderWay) return;
  turns.rounds += 1;
  turns.isRoundEnding = false;
}

function end(turns: NextTurns, turn: Turn, event: RunEvent): void {
  const { requestEventId, agentId, reason: need } = turn;
  const payload = payloadOf(event);
  if (payload['interrupted'] === true) return;
  if (turn.round === turns.rounds) turns.isRoundEnding = true;
  const key = `${agentId} ${need}`;
  if (event.type !== 'agent.turn_failed') {
    turns.failures.delete(key);
    return;
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const told = { code: text(payload['code']), reason: text(payload['reason']) };
  const failure: FailedTurn = { requestEventId, agentId, need, ...told };
  const failures = [...(turns.failures.get(key) ?? []), failure];
  turns.failures.set(key, failures.slice(-maxFailures));
}

function payloadOf(event: RunEvent): Record<string, unknown> {
  const { payload } = event;
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw malformed(event, 'it must be an object');
  return payload as Record<string, unknown>;
}

function malformed({ id, runId, type }: RunEvent, what: string) {
  return runProblems.malformed_turn_event(
    `The payload of event ${id} (${type}) of the run ${runId} is malformed: ${what}.`,
    { event_id: id },
  );
}

/** At most `coordinator.max_parallel_turns`, and one of each agent, if the events are valid. */
export function turnsInFlight({ outstanding }: Turns): Turn[] {
  return [...outstanding.values()].filter(({ aliveAt }) => aliveAt !== undefined);
}

export interface TurnCounts {
  readonly waiting: number;
  readonly inFlight: number;
}

export function countTurns(turns: Turns): TurnCounts {
  const inFlight = turnsInFlight(turns).length;
  return { waiting: turns.outstanding.size - inFlight, inFlight };
}

export interface TurnRules {
  /** Turns in flight whose last heartbeat is not later expire; `undefined`: none expires. */
  readonly expireBefore: Date | undefined;
  readonly mayScheduleNext: boolean;
  /** Turns that may be in flight. */
  readonly maxParallel: number;
}

export interface TurnDecision {
  readonly expired: readonly Turn[];
  /** In flight and not expired. */
  readonly inFlight: readonly Turn[];
  /** Number of further turns that may be scheduled. */
  readonly free: number;
  /** Without those of agents in flight. The first that are still needed are next; empty if none is free. */
  readonly waiting: readonly Turn[];
}

/** First come, first served, by default one at a time (RC-TICK-6). */
export function decideTurns(
  turns: Turns,
  { expireBefore, mayScheduleNext, maxParallel }: TurnRules,
): TurnDecision {
  const scheduled = turnsInFlight(turns);
  const expired = expireBefore ? scheduled.filter(({ aliveAt }) => aliveAt! <= expireBefore) : [];
  const inFlight = scheduled.filter((turn) => !expired.includes(turn));
  const free = mayScheduleNext ? Math.max(0, maxParallel - inFlight.length) : 0;
  const busy = new Set(inFlight.map(({ agentId }) => agentId));
  const waiting = [...turns.outstanding.values()].filter(
    ({ aliveAt, agentId }) => aliveAt === undefined && !busy.has(agentId),
  );
  return { expired, inFlight, free, waiting: free > 0 ? waiting : [] };
}
