import type { AnswerOf, contract } from '@galley/contract';
import type { SessionEvent, SessionRecord, StoredEvent } from '@galley/runcoord';

export function presentSession(
  session: SessionRecord,
): AnswerOf<typeof contract.agentSessions.get> {
  const { requestEventId: turn } = session;
  return {
    id: session.id,
    run_id: session.runId,
    agent_id: session.agentId,
    turn: turn === null ? null : String(turn),
    reason: session.reason,
    status: session.status,
    outcome: session.outcome,
    started_at: session.startedAt.toISOString(),
    ended_at: session.endedAt?.toISOString() ?? null,
    exit_code: session.exitCode,
    end_reason: session.endReason,
    failure: session.failure,
    model: session.model,
    input_tokens: session.inputTokens,
    output_tokens: session.outputTokens,
    usd: session.usd,
    event_count: session.eventCount,
    events_removed_at: session.eventsRemovedAt?.toISOString() ?? null,
  };
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
    case 'usage': {
      const { model, inputTokens, outputTokens, usd } = event.usage;
      return { model, input_tokens: inputTokens, output_tokens: outputTokens, usd };
    }
    case 'tool_result':
      return { id: event.id, text: event.text, is_error: event.isError };
    default: {
      const { kind: _, ...payload } = event;
      return payload;
    }
  }
}
