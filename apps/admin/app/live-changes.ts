import type { Change } from '@galley/sdk';
import { useEffect } from 'react';
import { inBatches } from '../lib/batches.ts';
import { galley } from '../lib/galley.ts';
import { invalidateSubjects, type QuerySubject } from './query-client.ts';

type Listener = (change: Change) => void;

const listeners = new Set<Listener>();

/** Calls the listener with each change of the site while the tab is visible. Returns the cleanup function. */
export function listenForChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Lists are loaded again at most this often, because many tabs follow. */
const refreshDelayMs = 300;
const pollWait = '20s';
const retryDelayMs = 5_000;
/** Proxies that hold back a stream get requests that wait instead. */
const firstEventMs = 10_000;
/** For as long, what the page shows is as new as the start of the stream. */
const freshMs = 5_000;

/** Follows the changes of the site: a stream per visible tab, since browsers allow few connections to a server. */
export function useLiveChanges(): void {
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const onBatch = (types: readonly string[]) => invalidateSubjects(subjectsOf(types));
    const refresh = inBatches({ onBatch, delayMs: refreshDelayMs, signal });
    const hear = (change: Change) => {
      refresh(change.type);
      for (const listener of listeners) listener(change);
    };
    void new Following(hear).run(signal);
    return () => end.abort();
  }, []);
}

class Following {
  readonly #hear: Listener;
  #after: string | undefined;
  #canStream = true;
  readonly #startedAt = performance.now();

  constructor(hear: Listener) {
    this.#hear = hear;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await untilVisible(signal);
      using shown = whileVisible(signal);
      try {
        await (this.#canStream ? this.#stream(shown.signal) : this.#poll(shown.signal));
      } catch {
        if (!shown.signal.aborted) await pause(retryDelayMs, shown.signal);
      }
    }
  }

  async #stream(signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const giveUp = () => {
      this.#canStream = false;
      silence.abort();
    };
    const timer = this.#after === undefined ? setTimeout(giveUp, firstEventMs) : undefined;
    const options = {
      signal: AbortSignal.any([signal, silence.signal]),
      background: true,
      lastEventId: this.#after,
    };
    try {
      for await (const change of galley.changes.list.stream({}, options)) {
        clearTimeout(timer);
        this.#take(change);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const from = this.#after === undefined ? {} : { after: this.#after };
    const options = { signal, background: true };
    const { items, next } = await galley.changes.list({ ...from, wait: pollWait }, options);
    for (const change of items) this.#take(change);
    this.#after = next;
  }

  #take(change: Change): void {
    const isFirst = this.#after === undefined;
    this.#after = change.id;
    // The page has just loaded what it shows.
    if (isFirst && performance.now() - this.#startedAt < freshMs) return;
    this.#hear(change);
  }
}

const subjectsByType: readonly (readonly [RegExp, readonly QuerySubject[]])[] = [
  [/^document\.(?!locked|unlocked)/, ['documents', 'comparison', 'comments']],
  [/^document\.(?!locked|unlocked|updated|created)/, ['review-count']],
  [/^comment\./, ['comments']],
  [/^media\./, ['media']],
  [/^build\./, ['operations']],
  [/^proposal\./, ['proposals', 'approvals', 'claims', 'runs']],
  [/^notification$/, ['notifications']],
];

function subjectsOf(types: readonly string[]): QuerySubject[] {
  const isReset = types.includes('reset');
  const found = subjectsByType.flatMap(([pattern, subjects]) =>
    isReset || types.some((type) => pattern.test(type)) ? subjects : [],
  );
  return [...new Set(found)];
}

async function untilVisible(signal: AbortSignal): Promise<void> {
  while (document.visibilityState === 'hidden' && !signal.aborted) {
    await new Promise<void>((resolve) => {
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

function whileVisible(signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const hidden = new AbortController();
  const hide = () => {
    if (document.visibilityState === 'hidden') hidden.abort();
  };
  document.addEventListener('visibilitychange', hide);
  return {
    signal: AbortSignal.any([signal, hidden.signal]),
    [Symbol.dispose]: () => document.removeEventListener('visibilitychange', hide),
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
