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

/** At the client's speed. After an error of a later chunk than the first, the caller must close the connection. */
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

async function waitForDrain(response: Response): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
}
