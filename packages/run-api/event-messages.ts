import type { RunEventFeed } from '@galley/runcoord';
import { runEventMessage } from './present-run-event.ts';
import type { Guest, WaitingRoom } from './waiting-room.ts';

export interface EventSource {
  readonly events: RunEventFeed;
  /** Shared by all clients of this process that wait for events. */
  readonly waitingRoom: WaitingRoom;
}

export interface Follow {
  readonly runId: string;
  readonly after: number;
  readonly limit: number;
}

/** Maximum silence: after it, the client gets a heartbeat. */
const heartbeatMs = 15_000;
const heartbeat = ':\n\n';

/**
 * Streams the events of a run as server-sent events until the wait ends. Pages are read one at a time, each after the
 * client has received the previous one.
 * @throws `too_many_waiting` before anything is sent.
 */
export async function* eventMessages(
  { runId, after, limit }: Follow,
  guest: Guest,
  { events, waitingRoom }: EventSource,
): AsyncGenerator<string, void> {
  using place = waitingRoom.enter(guest);
  const { signal } = place;
  // Sent at once, so that the client knows that the stream is open.
  yield heartbeat;
  for (let last = after; !signal.aborted;) {
    const patience = { milliseconds: heartbeatMs, signal };
    const found = await events.next({ runId, after: last, limit }, patience);
    if (signal.aborted) return;
    yield found.length === 0 ? heartbeat : found.map(runEventMessage).join('');
    last = found.at(-1)?.id ?? last;
  }
}
