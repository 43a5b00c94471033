import type { Response } from 'express';
import { describeProblem } from '@galley/http';
import { DomainError, type Clock } from '@galley/kernel';
import type { Written } from '@galley/plugins';
import { presentWriting } from '../documents/present-writing.ts';

/** Who takes the events, and until when. */
export interface Taker {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly response: Response;
}

/** How long nothing may come, before whoever waits, and the proxies in between, are told that all is well. */
const heartbeatMilliseconds = 15_000;
const heartbeat = ':\n\n';

/** Aborts when the client leaves before it is answered. */
export function untilLeft(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort());
  if (response.destroyed) left.abort();
  return left.signal;
}

/**
 * The pieces of a text as server-sent events: `text` for each, and at the end `done` or `problem`. A problem before
 * anything was sent is thrown, so that it can be answered as any other.
 */
export async function* writingEvents(
  pieces: AsyncGenerator<string, Written, undefined>,
  { clock, signal, response }: Taker,
): AsyncGenerator<string, void> {
  let content = '';
  try {
    for (let next = pieces.next(); ;) {
      const result = await withinHeartbeat(next, clock);
      if (result === undefined) {
        yield heartbeat;
        continue;
      }
      if (result.done) {
        yield event('done', presentWriting({ content, ...result.value }));
        return;
      }
      content += result.value;
      yield event('text', { text: result.value });
      next = pieces.next();
    }
  } catch (error) {
    if (signal.aborted) return;
    if (!response.headersSent || !(error instanceof DomainError)) throw error;
    const request_id: unknown = response.locals['requestId'];
    yield event('problem', { ...describeProblem(error), request_id });
  } finally {
    await pieces.return(undefined as never);
  }
}

/** Undefined when it took longer. */
async function withinHeartbeat<T>(next: Promise<T>, clock: Clock): Promise<T | undefined> {
  const come = new AbortController();
  try {
    const late = clock.sleep(heartbeatMilliseconds, come.signal).then(() => undefined);
    return await Promise.race([next, late]);
  } finally {
    come.abort();
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
