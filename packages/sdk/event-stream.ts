import { isRecord, parseJson, toProblem, readWhole } from './answer.ts';
import type { FollowOptions } from './call.ts';
import { GalleyUnexpectedAnswer, GalleyUnreachable } from './errors.ts';
import { parseEvents } from './events.ts';
import { computePauseMs, type Wait } from './retry.ts';

export interface EventSource {
  readonly operation: string;
  readonly open: (lastEventId: string | undefined) => Promise<Response>;
  readonly isResumable: boolean;
  readonly wait: Wait;
}

/** The server sends at least every 15 seconds, so a longer silence means that the connection is lost. */
const maxSilenceMs = 45_000;

/** Yields the parsed data of events. A resumable stream reconnects whenever it ends. */
export async function* followEvents(
  source: EventSource,
  { signal, lastEventId, onReconnect }: FollowOptions,
): AsyncGenerator<unknown, void> {
  let last = lastEventId;
  for (let failures = 0; ; failures += 1) {
    let broken: unknown;
    try {
      for await (const { id, value } of readEventData(source, last, signal)) {
        failures = 0;
        last = id ?? last;
        yield value;
      }
      if (!source.isResumable) return;
      broken = new GalleyUnreachable(source.operation, 'the event stream ended');
    } catch (error) {
      broken = error;
    }
    const pause = source.isResumable ? computePauseMs(broken, failures) : undefined;
    if (pause === undefined) throw broken;
    onReconnect?.(broken as Error);
    await source.wait(pause, signal);
  }
}

async function* readEventData(
  source: EventSource,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ id: string | undefined; value: unknown }, void> {
  const { operation } = source;
  const response = await source.open(lastEventId);
  const facts = { operation, status: response.status, headers: response.headers };
  for await (const { id, event, data } of parseEvents(decodeText(source, response, signal))) {
    const value = parseJson(data);
    if (value === undefined) throw new GalleyUnexpectedAnswer(facts, data);
    // Errors after the start of the response arrive as an event with its own status.
    if (event === 'problem' && isRecord(value)) {
      throw toProblem({ ...facts, status: Number(value['status']) }, value);
    }
    yield { id, value };
  }
}

async function* decodeText(
  { operation, wait }: EventSource,
  { body }: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void> {
  const reader = body!.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const read = (): Promise<Chunk> => withSilenceTimeout(reader.read(), wait);
      const { done, value } = await readWhole(operation, read, signal);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Cancelling a broken stream fails, and the error does not matter.
    await reader.cancel().catch(() => undefined);
  }
}

interface Chunk {
  readonly done: boolean;
  readonly value?: Uint8Array<ArrayBuffer> | undefined;
}

async function withSilenceTimeout(read: Promise<Chunk>, wait: Wait): Promise<Chunk> {
  const come = new AbortController();
  const silence = wait(maxSilenceMs, come.signal).then(() => {
    throw new Error(`no data for ${maxSilenceMs / 1_000} seconds`);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    come.abort();
  }
}
