import type { RunEvent } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { galley } from '../../lib/galley.ts';
import { refreshRuns } from './queries.ts';
import { useRunEvents, type LiveState } from './use-run-events.ts';

/** All events of a run after `start`, oldest first. */
interface EventRange {
  readonly events: readonly RunEvent[];
  /** 0 at the beginning of the run. */
  readonly start: number;
}

const pageSize = 200;
const minEvents = 100;

export interface EventFeed {
  /** Oldest first; `undefined` while loading. */
  readonly events: readonly RunEvent[] | undefined;
  readonly error: unknown;
  readonly live: LiveState;
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  readonly loadEarlier: () => Promise<void>;
  readonly retry: () => void;
}

export function useEventFeed(workspace: string, run: string): EventFeed {
  const tail = useQuery({
    queryKey: ['run-events', workspace, run],
    queryFn: ({ signal }) => loadTail({ workspace, run, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [earlier, setEarlier] = useState<EventRange | null>(null);
  const [newEvents, setCome] = useState<readonly RunEvent[]>([]);
  const [isLoadingEarlier, setLoading] = useState(false);
  const after = tail.data && (tail.data.events.at(-1)?.id ?? '0');
  const live = useRunEvents({ workspace, run, after }, (events) => {
    setCome((before) => [...before, ...events]);
    return refreshRuns();
  });
  const events = useMemo(
    () => tail.data && [...(earlier?.events ?? []), ...tail.data.events, ...newEvents],
    [earlier, tail.data, newEvents],
  );
  const start = earlier?.start ?? tail.data?.start ?? 0;
  const loadEarlier = async () => {
    setLoading(true);
    try {
      const more = await loadBackward({ workspace, run }, start);
      setEarlier({ events: [...more.events, ...(earlier?.events ?? [])], start: more.start });
    } finally {
      setLoading(false);
    }
  };
  const { error } = tail;
  const retry = () => void tail.refetch();
  return { events, error, live, hasEarlier: start > 0, isLoadingEarlier, loadEarlier, retry };
}

interface RunLocation {
  readonly workspace: string;
  readonly run: string;
  readonly signal?: AbortSignal;
}

async function loadTail(place: RunLocation): Promise<EventRange> {
  const { workspace: id, run, signal } = place;
  const { last_event_id } = await galley.runs.get({ id, run }, { signal });
  return loadBackward(place, Number(last_event_id ?? 0));
}

/** The API only reads forward and the ids of a run have gaps: each search starts further back until it finds enough. */
async function loadBackward(place: RunLocation, end: number): Promise<EventRange> {
  let start = end;
  let events: readonly RunEvent[] = [];
  for (let step = pageSize; start > 0 && events.length < minEvents; step *= 4) {
    const from = Math.max(0, start - step);
    events = [...(await loadRange(place, from, start)), ...events];
    start = from;
  }
  return { events, start };
}

async function loadRange(
  { workspace, run, signal }: RunLocation,
  from: number,
  end: number,
): Promise<RunEvent[]> {
  const found: RunEvent[] = [];
  for (let after = from; after < end;) {
    const page = await galley.runs.events(
      { id: workspace, run, after: String(after), limit: pageSize },
      { signal },
    );
    found.push(...page.items.filter(({ id }) => Number(id) <= end));
    if (page.items.length < pageSize) break;
    after = Number(page.next);
  }
  return found;
}
