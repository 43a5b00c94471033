import type { AnswerOf, contract } from '@galley/contract';
import type { Module, StreamAnswer } from '@galley/http';
import type { Actor } from '@galley/kernel';
import { lastEventId, messagesAfter, type WaitingRoom } from '@galley/run-api';
import type { ChangeFeed, NumberedChange } from './change-feed.ts';

interface ChangesServices {
  readonly feed: ChangeFeed;
  readonly waitingRoom: WaitingRoom;
}

export function changesModule({
  feed,
  waitingRoom,
}: ChangesServices): Module<typeof contract.changes> {
  return {
    list: {
      page: async ({ actor, query, response, checkAgain }) => {
        const after = query.after === undefined ? undefined : Number(query.after);
        using place = waitingRoom.enter({ response, checkAgain });
        const patience = { milliseconds: query.wait ?? 0, signal: place.signal };
        const { changes, last } = await feed.next(after, () => actor, patience);
        if (query.wait) await checkAgain();
        return { items: changes.map(presentChange), next: String(last) };
      },
      stream: async ({ actor, query, request, response, checkAgain }) => {
        const given = lastEventId(request) ?? query.after;
        // Tells proxies not to buffer the stream.
        response.set('X-Accel-Buffering', 'no');
        let asOfNow: Actor = actor;
        const guest = {
          response,
          checkAgain: async () => {
            asOfNow = (await checkAgain())?.actor ?? asOfNow;
          },
        };
        const next = async (
          after: number | undefined,
          patience: Parameters<ChangeFeed['next']>[2],
        ) => {
          const { changes, last } = await feed.next(after, () => asOfNow, patience);
          return { text: changes.map(changeMessage).join(''), last, isOver: false };
        };
        const after = given === undefined ? undefined : Number(given);
        const chunks = messagesAfter(after, guest, { next, waitingRoom });
        return { contentType: 'text/event-stream', chunks } satisfies StreamAnswer;
      },
    },
  };
}

function presentChange(
  change: NumberedChange,
): AnswerOf<typeof contract.changes.list>['items'][number] {
  const { id, type, at, path, actor, revision, status, lockExpiresAt } = change;
  return {
    id: String(id),
    type,
    at: at.toISOString(),
    path: path ?? null,
    actor: actor ?? null,
    revision: revision ?? null,
    status: status ?? null,
    lock_expires_at: lockExpiresAt?.toISOString() ?? null,
  };
}

function changeMessage(change: NumberedChange): string {
  return `id: ${change.id}\nevent: ${change.type}\ndata: ${JSON.stringify(presentChange(change))}\n\n`;
}
