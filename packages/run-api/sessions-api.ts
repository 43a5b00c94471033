import type { contract } from '@galley/contract';
import type { Module, StreamAnswer } from '@galley/http';
import type { SessionEventFeed, SessionRecords } from '@galley/runcoord';
import { messagesAfter, type Messages } from './event-messages.ts';
import { presentPage } from './present-run-records.ts';
import { presentSession, presentSessionEvent } from './present-session.ts';
import { lastEventId } from './run-events-api.ts';
import { pageLength } from './run-records-api.ts';
import type { WaitingRoom } from './waiting-room.ts';

export interface SessionsApiOptions {
  readonly sessions: SessionRecords;
  readonly sessionEvents: SessionEventFeed;
  readonly waitingRoom: WaitingRoom;
}

const exportPageSize = 200;

export function sessionHandlers(
  options: SessionsApiOptions,
): Module<typeof contract.agentSessions> {
  const { sessions, sessionEvents, waitingRoom } = options;

  return {
    list: async ({
      params,
      query: { limit, run_id: runId, agent_id: agentId, q: text, ...rest },
    }) => {
      const asked = { ...rest, workspaceId: params.id, limit: pageLength(limit) };
      return presentPage(await sessions.list({ ...asked, runId, agentId, text }), presentSession);
    },

    get: async ({ params }) => presentSession(await sessions.get(params.id, params.session)),

    events: {
      page: async ({ params, query, response, checkAgain }) => {
        const { id: sessionId } = await sessions.get(params.id, params.session);
        const after = Number(query.after ?? 0);
        const asked = { sessionId, after, limit: pageLength(query.limit) };
        if (!query.wait) return presentEvents(asked, await sessionEvents.next(asked));
        using place = waitingRoom.enter({ response, checkAgain });
        const patience = { milliseconds: query.wait, signal: place.signal };
        const found = await sessionEvents.next(asked, patience);
        // The caller may have lost access while waiting.
        await checkAgain();
        return presentEvents(asked, found);
      },
      stream: async ({ params, query, request, response, checkAgain }) => {
        const { id: sessionId } = await sessions.get(params.id, params.session);
        const after = lastEventId(request) ?? Number(query.after ?? 0);
        // Tells proxies not to buffer the stream.
        response.set('X-Accel-Buffering', 'no');
        const limit = pageLength(query.limit);
        const next: Messages<number>['next'] = async (last, patience) => {
          const asked = { sessionId, after: last, limit };
          const { events, isOver } = await sessionEvents.next(asked, patience);
          const shown = events.map((event) => presentSessionEvent(sessionId, event));
          const text = shown.map(messageOf).join('');
          return { text, last: events.at(-1)?.seq ?? last, isOver };
        };
        const chunks = messagesAfter(after, { response, checkAgain }, { next, waitingRoom });
        return { contentType: 'text/event-stream', chunks } satisfies StreamAnswer;
      },
    },

    export: async ({ params, checkAgain }) => {
      const session = await sessions.get(params.id, params.session);
      return {
        contentType: 'application/x-ndjson',
        filename: `${session.agentId}-${session.id}.jsonl`,
        chunks: linesOf(session.id, { sessionEvents, checkAgain }),
      };
    },
  };
}

function presentEvents(
  { sessionId, after }: { readonly sessionId: string; readonly after: number },
  { events, isOver }: Awaited<ReturnType<SessionEventFeed['next']>>,
) {
  const items = events.map((event) => presentSessionEvent(sessionId, event));
  return { items, next: items.at(-1)?.seq ?? String(after), is_over: isOver };
}

function messageOf(event: ReturnType<typeof presentSessionEvent>): string {
  return `id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Up to the last event at the time of the last read. */
async function* linesOf(
  sessionId: string,
  means: {
    readonly sessionEvents: SessionEventFeed;
    readonly checkAgain: () => Promise<unknown>;
  },
): AsyncGenerator<string, void> {
  for (let after = 0; ;) {
    const { events } = await means.sessionEvents.next({ sessionId, after, limit: exportPageSize });
    const lines = events.map(
      (event) => `${JSON.stringify(presentSessionEvent(sessionId, event))}\n`,
    );
    if (lines.length > 0) yield lines.join('');
    if (events.length < exportPageSize) return;
    after = events.at(-1)!.seq;
    // The caller may lose access during a long export.
    await means.checkAgain();
  }
}
