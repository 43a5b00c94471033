import type { Request, Response } from 'express';
import { once } from 'node:events';
import { singleLine } from './single-line.ts';

/** An answer that is sent while it is made. */
export interface StreamAnswer {
  /** One of the operation's `streams`. */
  readonly contentType: string;
  /** What the client is to save it as. */
  readonly filename?: string;
  /** Takes up what needs to be given back only when it is iterated, and gives it back when that ends. */
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

const longestFilename = 200;

/**
 * Sends the chunks as fast as the client takes them. When the client leaves, the iteration is ended at its next
 * chunk. An error before the first chunk is thrown while it can still be answered with a problem; after that, what
 * the client has must not look complete, and whoever catches the error has to break the connection off.
 */
export async function sendStream(
  request: Request,
  response: Response,
  answer: StreamAnswer,
): Promise<void> {
  if (request.method !== 'HEAD') {
    const hasLeft = (): boolean => response.destroyed;
    for await (const chunk of answer.chunks) {
      // A write to somebody who has left would wait for room for ever.
      if (hasLeft()) return;
      if (!response.headersSent) setHeaders(response, answer);
      if (!response.write(chunk)) await drained(response);
      if (hasLeft()) return;
    }
  }
  if (!response.headersSent) setHeaders(response, answer);
  response.end();
}

function setHeaders(response: Response, { contentType, filename }: StreamAnswer): void {
  // First, since it guesses the content type.
  if (filename !== undefined) response.attachment(singleLine(filename, longestFilename));
  response.set('Content-Type', contentType).set('Cache-Control', 'no-store');
}

/** Resolves when there is room again, and when nobody is left to need it. */
async function drained(response: Response): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
}
