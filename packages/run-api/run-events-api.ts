import type { Request } from 'express';
import { fieldError } from '@galley/kernel';
import type { contract } from '@galley/contract';
import type { Module, StreamAnswer } from '@galley/http';
import { runProblems, type RunRecords } from '@galley/runcoord';
import { eventMessages, type EventSource, type Follow } from './event-messages.ts';
import { presentRunEvent } from './present-run-event.ts';
import { pageLength } from './run-records-api.ts';
import type { Guest } from './waiting-room.ts';

export interface RunEventsApiOptions extends EventSource {
  readonly records: RunRecords;
}

/** By page, by long poll, and as server-sent events (GAP-RC-API-10). */
export function runEventsHandlers(
  options: RunEventsApiOptions,
): Pick<Module<typeof contract.runs>, 'events'> {
  const { records, events, waitingRoom } = options;

  return {
    events: {
      page: async ({ params, query, ...guest }) => {
        const { id: runId } = await records.getRun(params.id, params.run);
        const after = Number(query.after ?? 0);
        const asked = { runId, after, limit: pageLength(query.limit) };
        const items = await (query.wait
          ? waitForEvents({ ...asked, milliseconds: query.wait }, guest, options)
          : events.next(asked));
        return { items: items.map(presentRunEvent), next: String(items.at(-1)?.id ?? after) };
      },
      stream: async ({ params, query, request, response, checkAgain }) => {
        const { id: runId } = await records.getRun(params.id, params.run);
        const after = lastEventId(request) ?? Number(query.after ?? 0);
        // Tells proxies not to buffer the stream.
        response.set('X-Accel-Buffering', 'no');
        const follow = { runId, after, limit: pageLength(query.limit) };
        const chunks = eventMessages(follow, { response, checkAgain }, { events, waitingRoom });
        return { contentType: 'text/event-stream', chunks } satisfies StreamAnswer;
      },
    },
  };
}

async function waitForEvents(
  { milliseconds, ...asked }: Follow & { readonly milliseconds: number },
  guest: Guest,
  { events, waitingRoom }: EventSource,
) {
  using place = waitingRoom.enter(guest);
  const found = await events.next(asked, { milliseconds, signal: place.signal });
  // The caller may have lost access while waiting.
  await guest.checkAgain();
  return found;
}

export function lastEventId(request: Request): number | undefined {
  const given = request.get('last-event-id');
  if (given === undefined) return undefined;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw runProblems.invalid_request.at([fieldError('Last-Event-ID', 'not_an_id')]);
}
