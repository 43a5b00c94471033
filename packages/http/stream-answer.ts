import type { Request, Response } from 'express';
import { once } from 'node:events';
import { singleLine } from './single-line.ts';

export interface StreamAnswer {
  /** Must be in the operation's `streams`. */
  readonly contentType: string;
  readonly filename?: string;
  /** Must acquire resources only when iterated, and release them when the iteration ends. */
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

const maxFilenameLength = 200;

/**
 * Sends the chunks at the client's speed. When the client leaves, the iteration ends at its next chunk. An error before
 * the first chunk can still be answered with a problem; after a later one, the caller must close the connection, so
 * that the partial answer does not look complete.
 */
export async function sendStream(
  request: Request,
  response: Response,
  answer: StreamAnswer,
): Promise<void> {
  if (request.method !== 'HEAD') {
    const hasLeft = (): boolean => response.destroyed;
    for await (const chunk of answer.chunks) {
      // Waiting to write to a client that has left would never end.
      if (hasLeft()) return;
      if (!response.headersSent) setHeaders(response, answer);
      if (!response.write(chunk)) await waitForDrain(response);
      if (hasLeft()) return;
    }
  }
  if (!response.headersSent) setHeaders(response, answer);
  response.end();
}

function setHeaders(response: Response, { contentType, filename }: StreamAnswer): void {
  // Before the content type, because `attachment` guesses one.
  if (filename !== undefined) response.attachment(singleLine(filename, maxFilenameLength));
  response.set('Content-Type', contentType).set('Cache-Control', 'no-store');
}

/** Resolves when there is room again, or the client has left. */
async function waitForDrain(response: Response): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
}
