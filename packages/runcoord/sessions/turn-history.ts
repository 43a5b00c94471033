import type { RunEvent } from '../run-event.ts';
import { turnEnds } from '../turn-ends-read-model.ts';

export interface HistoricTurn {
  readonly requestEventId: number;
  readonly agentId: string;
  readonly reason: string;
  /** `undefined` if no supervisor requested the turn. */
  readonly subject: string | undefined;
  readonly isOver: boolean;
  readonly endedAt?: Date;
  readonly isInterrupted: boolean;
  readonly isCompleted: boolean;
  /** By a person. */
  readonly isStopped: boolean;
}

export interface TurnHistory {
  readonly lastEventId: number;
  readonly turns: ReadonlyMap<number, HistoricTurn>;
}

export const noHistory: TurnHistory = { lastEventId: 0, turns: new Map() };

/** In the order of their ids. Ignores invalid events. */
export function addTurnEvents(history: TurnHistory, events: readonly RunEvent[]): TurnHistory {
  const turns = new Map(history.turns);
  for (const event of events) add(turns, event);
  return { lastEventId: events.at(-1)?.id ?? history.lastEventId, turns };
}

function add(turns: Map<number, HistoricTurn>, event: RunEvent): void {
  const { payload } = event;
  const told = (typeof payload === 'object' && payload !== null ? payload : {}) as Payload;
  if (event.type === 'agent.turn_requested') turns.set(event.id, requested(event.id, told));
  if (!turnEnds.includes(event.type)) return;
  const turn = turns.get(Number(told['request_event_id']));
  if (!turn || turn.isOver) return;
  const isInterrupted = told['interrupted'] === true;
  const isCompleted = event.type === 'agent.turn_completed';
  const isStopped = typeof told['stopped_by'] === 'string';
  const end = { isOver: true, endedAt: event.at, isInterrupted, isCompleted, isStopped };
  turns.set(turn.requestEventId, { ...turn, ...end });
}

type Payload = Readonly<Record<string, unknown>>;

function requested(requestEventId: number, told: Payload): HistoricTurn {
  const subject = textOf(told['subject']);
  const agentId = textOf(told['agent_id']) ?? '';
  const reason = textOf(told['reason']) ?? '';
  const open = { isOver: false, isInterrupted: false, isCompleted: false, isStopped: false };
  return { requestEventId, agentId, reason, subject, ...open };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
