import type { Response } from 'express';
import { describeProblem } from '@galley/http';
import { DomainError, type Clock } from '@galley/kernel';
import type { Written } from '@galley/plugins';
import { presentWriting } from '../documents/present-writing.ts';

export interface EventConsumer {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly response: Response;
}

/** Maximum silence before the client, and proxies in between, get a heartbeat. */
const heartbeatMs = 15_000;
const heartbeat = ':\n\n';

/** Aborts when the client disconnects before the answer. */
export function untilDisconnected(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort());
  if (response.destroyed) left.abort();
  return left.signal;
}

/** Throws a problem before the first piece, so that it gets a regular error answer. */
export async function* writingEvents(
  pieces: AsyncGenerator<string, Written, undefined>,
  { clock, signal, response }: EventConsumer,
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

/** Returns `undefined` on a timeout. */
async function withinHeartbeat<T>(next: Promise<T>, clock: Clock): Promise<T | undefined> {
  const come = new AbortController();
  try {
    const late = clock.sleep(heartbeatMs, come.signal).then(() => undefined);
    return await Promise.race([next, late]);
  } finally {
    come.abort();
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
