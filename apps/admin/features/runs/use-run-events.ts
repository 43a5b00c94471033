import type { RunEvent } from '@galley/sdk';
import { useEffect, useEffectEvent, useState } from 'react';
import { galley } from '../../lib/galley.ts';
import { inBatches } from '../../lib/batches.ts';

/** State of the event stream: `broken` while it reconnects, `ended` after the server refuses it. */
export type LiveState = 'connecting' | 'live' | 'broken' | 'ended';

export interface FollowedRun {
  readonly workspace: string;
  /** Empty to follow no run. */
  readonly run: string;
  /** `undefined` while loading. */
  readonly after: string | undefined;
}

interface Listener {
  readonly onEvents: (events: readonly RunEvent[]) => Promise<void>;
  readonly onState: (state: LiveState) => void;
}

/** Calls `onEvents` with the events in batches. */
export function useRunEvents(
  { workspace, run, after }: FollowedRun,
  onEvents: (events: readonly RunEvent[]) => Promise<void>,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const hear = useEffectEvent(onEvents);
  const isKnown = run !== '' && after !== undefined;
  const from = useEffectEvent(() => after ?? '0');
  useEffect(() => {
    if (!isKnown) return undefined;
    const end = new AbortController();
    void followEvents({ workspace, run, after: from() }, end.signal, {
      onEvents: (events) => hear(events),
      onState: (next) => {
        if (!end.signal.aborted) setState(next);
      },
    });
    return () => end.abort();
  }, [workspace, run, isKnown]);
  return state;
}

async function followEvents(
  { workspace, run, after }: FollowedRun,
  signal: AbortSignal,
  { onEvents: onBatch, onState: show }: Listener,
): Promise<void> {
  const add = inBatches({ onBatch, delayMs: 400, signal });
  const options = {
    signal,
    background: true,
    lastEventId: after,
    onHeaders: (headers: Headers) => {
      if (headers.get('content-type')?.startsWith('text/event-stream')) show('live');
    },
    onReconnect: () => show('broken'),
  };
  try {
    for await (const event of galley.runs.events.stream({ id: workspace, run }, options)) {
      add(event);
    }
  } catch {
    // Refused: the run is deleted, or the session has ended. The rest of the page shows which.
    show('ended');
  }
}
