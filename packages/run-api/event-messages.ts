import type { Patience, RunEventFeed } from '@galley/runcoord';
import { runEventMessage } from './present-run-event.ts';
import type { Guest, WaitingRoom } from './waiting-room.ts';

export interface EventSource {
  readonly events: RunEventFeed;
  readonly waitingRoom: WaitingRoom;
}

export interface Follow {
  readonly runId: string;
  readonly after: number;
  readonly limit: number;
}

/** Maximum silence before a heartbeat. */
const heartbeatMs = 15_000;
const heartbeat = ':\n\n';

export function eventMessages(
  { runId, after, limit }: Follow,
  guest: Guest,
  { events, waitingRoom }: EventSource,
): AsyncGenerator<string, void> {
  const next: Messages<number>['next'] = async (last, patience) => {
    const found = await events.next({ runId, after: last, limit }, patience);
    const text = found.map(runEventMessage).join('');
    return { text, last: found.at(-1)?.id ?? last, isOver: false };
  };
  return messagesAfter(after, guest, { next, waitingRoom });
}

export interface Messages<Position> {
  readonly next: (
    after: Position,
    patience: Patience,
  ) => Promise<{ readonly text: string; readonly last: Position; readonly isOver: boolean }>;
  readonly waitingRoom: WaitingRoom;
}

/**
 * Reads each page after the client has received the previous one, until no more can come.
 * @throws `too_many_waiting` before sending.
 */
export async function* messagesAfter<Position>(
  after: Position,
  guest: Guest,
  { next, waitingRoom }: Messages<Position>,
): AsyncGenerator<string, void> {
  using place = waitingRoom.enter(guest);
  const { signal } = place;
  // Tells the client that the stream is open.
  yield heartbeat;
  for (let last = after; !signal.aborted;) {
    const patience = { milliseconds: heartbeatMs, signal };
    const found = await next(last, patience);
    if (signal.aborted) return;
    yield found.text === '' ? heartbeat : found.text;
    if (found.isOver) return;
    last = found.last;
  }
}
