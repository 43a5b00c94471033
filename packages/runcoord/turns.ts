import { runProblems } from './problems.ts';
import type { RunEvent } from './run-event.ts';

export interface Turn {
  readonly requestEventId: number;
  readonly agentId: string;
  readonly reason: string;
  /** Last heartbeat, once the turn is scheduled. */
  readonly aliveAt?: Date;
}

export interface Turns {
  readonly lastEventId: number;
  readonly scheduled: number;
  /** Ordered by request. */
  readonly outstanding: ReadonlyMap<number, Turn>;
}

export const noTurns: Turns = { lastEventId: 0, scheduled: 0, outstanding: new Map() };

/** In the order of their ids. Ignores events about turns that are over. @throws `malformed_turn_event`. */
export function withTurnEvents(turns: Turns, events: readonly RunEvent[]): Turns {
  const outstanding = new Map(turns.outstanding);
  let scheduled = turns.scheduled;
  for (const event of events) {
    if (event.type === 'agent.turn_scheduled') scheduled += 1;
    apply(outstanding, event);
  }
  return { lastEventId: events.at(-1)?.id ?? turns.lastEventId, scheduled, outstanding };
}

function apply(outstanding: Map<number, Turn>, event: RunEvent): void {
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
  if (turn) move(outstanding, turn, event);
}

function move(outstanding: Map<number, Turn>, turn: Turn, event: RunEvent): void {
  switch (event.type) {
    case 'agent.turn_completed':
    case 'agent.turn_expired':
      outstanding.delete(turn.requestEventId);
      return;
    case 'agent.turn_scheduled':
    case 'agent.turn_started':
    case 'agent.turn_heartbeat':
      outstanding.set(turn.requestEventId, { ...turn, aliveAt: event.at });
  }
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

/** At most one, if the events are valid. */
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
}

export interface TurnDecision {
  readonly expired: readonly Turn[];
  readonly next: Turn | undefined;
}

/** First come, first served, one at a time (RC-TICK-6). */
export function decideTurns(
  turns: Turns,
  { expireBefore, mayScheduleNext }: TurnRules,
): TurnDecision {
  const inFlight = turnsInFlight(turns);
  const expired = expireBefore ? inFlight.filter(({ aliveAt }) => aliveAt! <= expireBefore) : [];
  const isFree = mayScheduleNext && expired.length === inFlight.length;
  const waiting = [...turns.outstanding.values()].find(({ aliveAt }) => aliveAt === undefined);
  return { expired, next: isFree ? waiting : undefined };
}
