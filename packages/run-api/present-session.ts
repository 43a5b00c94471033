import type { AnswerOf, contract } from '@galley/contract';
import { toWire } from '@galley/kernel';
import type { SessionEvent, SessionRecord, StoredEvent } from '@galley/runcoord';

export function presentSession({ requestEventId: turn, ...session }: SessionRecord) {
  return { ...toWire(session), turn: turn === null ? null : String(turn) };
}

export type PresentedSessionEvent = AnswerOf<typeof contract.agentSessions.events>['items'][number];

export function presentSessionEvent(
  sessionId: string,
  { seq, event, at }: StoredEvent,
): PresentedSessionEvent {
  return {
    session_id: sessionId,
    seq: String(seq),
    kind: event.kind,
    payload: payloadOf(event),
    at: at.toISOString(),
  };
}

function payloadOf(event: SessionEvent): unknown {
  switch (event.kind) {
    case 'usage':
      return toWire(event.usage);
    default: {
      const { kind: _, ...payload } = event;
      return toWire(payload);
    }
  }
}
