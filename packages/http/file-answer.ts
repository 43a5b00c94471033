import type { Request, Response } from 'express';
import { httpProblems } from './problems.ts';
import { singleLine } from './single-line.ts';

export interface FileAnswer {
  /** Must be in the operation's `streams`. */
  readonly contentType: string;
  /** Files outside it are never sent. */
  readonly directory: string;
  readonly name: string;
  readonly etag: string;
  readonly filename: string;
}

const maxFilenameLength = 200;

/** Also ranges (RFC 9110, 14), at the client's speed. */
export async function sendFile(
  request: Request,
  response: Response,
  { contentType, directory, name, etag, filename }: FileAnswer,
): Promise<void> {
  response.attachment(singleLine(filename, maxFilenameLength));
  response.set({ 'Content-Type': contentType, 'Cache-Control': 'no-store', ETag: etag });
  const sent = Promise.withResolvers<void>();
  const options = { root: directory, dotfiles: 'allow', cacheControl: false } as const;
  response.sendFile(name, options, (error?: Error) =>
    error ? sent.reject(error) : sent.resolve(),
  );
  try {
    await sent.promise;
  } catch (error) {
    sendFallback(error, { request, response });
  }
}

function sendFallback(
  error: unknown,
  { request, response }: { readonly request: Request; readonly response: Response },
): void {
  if (request.socket.destroyed) return;
  const { status } = error as { readonly status?: number };
  if (status !== 404 && status !== 416) throw error;
  response.removeHeader('Content-Disposition');
  response.removeHeader('ETag');
  if (status === 404) throw httpProblems.not_found('The file no longer exists.');
  // Without body: `Content-Range` gives the file's length, which is all that a client can use.
  response.status(416).end();
}
