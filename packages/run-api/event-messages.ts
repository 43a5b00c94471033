import type { RunEventFeed } from '@galley/runcoord';
import { runEventMessage } from './present-run-event.ts';
import type { Guest, WaitingRoom } from './waiting-room.ts';

/** Where events come from, and where they are waited for. */
export interface EventSource {
  readonly events: RunEventFeed;
  /** Shared by all who wait for events in this process. */
  readonly waitingRoom: WaitingRoom;
}

export interface Follow {
  readonly runId: string;
  /** Only what came behind this event. */
  readonly after: number;
  /** How many at most in one page. */
  readonly limit: number;
}

/** The end of a wait that comes to nothing, after which the client is told that all is well. */
const heartbeatMilliseconds = 15_000;
const heartbeat = ':\n\n';

/**
 * The events of a run as server-sent events, until the wait is over. One page at a time: the next is read when the
 * client has taken the one before. Throws `too_many_waiting` before anything is sent.
 */
export async function* eventMessages(
  { runId, after, limit }: Follow,
  guest: Guest,
  { events, waitingRoom }: EventSource,
): AsyncGenerator<string, void> {
  using place = waitingRoom.enter(guest);
  const { signal } = place;
  // At once, so that the client knows that it is heard.
  yield heartbeat;
  for (let last = after; !signal.aborted;) {
    const patience = { milliseconds: heartbeatMilliseconds, signal };
    const found = await events.next({ runId, after: last, limit }, patience);
    if (signal.aborted) return;
    yield found.length === 0 ? heartbeat : found.map(runEventMessage).join('');
    last = found.at(-1)?.id ?? last;
  }
}
