import type { AgentSessionEvent, AgentSessionEventsPage } from '@galley/sdk';
import { useEffect, useEffectEvent, useState } from 'react';
import { galley } from '../../lib/galley.ts';
import { refreshRuns } from './queries.ts';

/** `paused`: more events exist than are shown. `over`: the session has ended, and all its events are shown. */
export type TranscriptState = 'loading' | 'live' | 'broken' | 'paused' | 'over';

export interface Transcript {
  readonly events: readonly AgentSessionEvent[];
  readonly state: TranscriptState;
  /** Error of the last attempt; further ones follow. */
  readonly error: unknown;
  readonly showMore: () => void;
}

interface Listener {
  readonly onEvents: (events: readonly AgentSessionEvent[]) => void;
  readonly onState: (state: TranscriptState, error?: unknown) => void;
}

const pageSize = 200;
const eventsAtOnce = 1_000;
const retryDelayMs = 3_000;

export function useTranscript(workspace: string, session: string): Transcript {
  const [events, setEvents] = useState<readonly AgentSessionEvent[]>([]);
  const [{ state, error }, setState] = useState<Pick<Transcript, 'state' | 'error'>>({
    state: 'loading',
    error: null,
  });
  const [limit, setLimit] = useState(eventsAtOnce);
  const known = useEffectEvent(() => events);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const from = known();
    void follow(
      { workspace, session, after: from.at(-1)?.seq ?? '0', room: limit - from.length },
      signal,
      {
        onEvents: (more) => setEvents((before) => [...before, ...more]),
        onState: (next, cause = null) => {
          if (!signal.aborted) setState({ state: next, error: cause });
        },
      },
    );
    return () => end.abort();
  }, [workspace, session, limit]);
  return { events, state, error, showMore: () => setLimit(limit + eventsAtOnce) };
}

interface Follow {
  readonly workspace: string;
  readonly session: string;
  readonly after: string;
  /** Number of events to read before a pause, if more are there. */
  readonly room: number;
}

/** Long polls: unlike a stream that ends, they tell when the session is over. */
async function follow(
  { workspace: id, session, after, room }: Follow,
  signal: AbortSignal,
  { onEvents, onState }: Listener,
): Promise<void> {
  let isLive = false;
  let last = after;
  let left = room;
  while (!signal.aborted) {
    try {
      const page: AgentSessionEventsPage = await galley.agentSessions.events(
        { id, session, after: last, limit: pageSize, ...(isLive && { wait: '20s' }) },
        { signal, background: true },
      );
      if (signal.aborted) return;
      onEvents(page.items);
      last = page.next;
      left -= page.items.length;
      const hasMore = page.items.length === pageSize;
      // The end, and each use of tokens, also change the session.
      if (isLive || page.is_over) void refreshRuns();
      if (page.is_over) return onState('over');
      if (hasMore && left <= 0) return onState('paused');
      isLive = !hasMore;
      onState(isLive ? 'live' : 'loading');
    } catch (error) {
      if (signal.aborted) return;
      onState('broken', error);
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    }
  }
}
