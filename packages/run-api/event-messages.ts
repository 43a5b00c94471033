import type { RunEventFeed } from '@galley/runcoord';
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

/** Reads each page after the client has received the previous one. @throws `too_many_waiting` before sending. */
export async function* eventMessages(
  { runId, after, limit }: Follow,
  guest: Guest,
  { events, waitingRoom }: EventSource,
): AsyncGenerator<string, void> {
  using place = waitingRoom.enter(guest);
  const { signal } = place;
  // Tells the client that the stream is open.
  yield heartbeat;
  for (let last = after; !signal.aborted;) {
    const patience = { milliseconds: heartbeatMs, signal };
    const found = await events.next({ runId, after: last, limit }, patience);
    if (signal.aborted) return;
    yield found.length === 0 ? heartbeat : found.map(runEventMessage).join('');
    last = found.at(-1)?.id ?? last;
  }
}
