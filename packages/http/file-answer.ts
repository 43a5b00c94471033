import type { Request, Response } from 'express';
import { httpProblems } from './problems.ts';
import { singleLine } from './single-line.ts';

/** An answer that is a file on the disk. */
export interface FileAnswer {
  /** One of the operation's `streams`. */
  readonly contentType: string;
  /** Folder of the file; nothing outside it is ever sent. */
  readonly directory: string;
  readonly name: string;
  /** Of its bytes, strong, with quotes: the same bytes have the same one. */
  readonly etag: string;
  /** What the client is to save it as. */
  readonly filename: string;
}

const longestFilename = 200;

/** Sends a file, or the ranges of it that are asked for (RFC 9110, 14), as fast as the client takes it. */
export async function sendFile(
  request: Request,
  response: Response,
  { contentType, directory, name, etag, filename }: FileAnswer,
): Promise<void> {
  response.attachment(singleLine(filename, longestFilename));
  response.set({ 'Content-Type': contentType, 'Cache-Control': 'no-store', ETag: etag });
  const sent = Promise.withResolvers<void>();
  const options = { root: directory, dotfiles: 'allow', cacheControl: false } as const;
  response.sendFile(name, options, (error?: Error) =>
    error ? sent.reject(error) : sent.resolve(),
  );
  try {
    await sent.promise;
  } catch (error) {
    answerInstead(error, { request, response });
  }
}

function answerInstead(
  error: unknown,
  { request, response }: { readonly request: Request; readonly response: Response },
): void {
  // Whoever left needs no answer.
  if (request.socket.destroyed) return;
  const { status } = error as { readonly status?: number };
  if (status !== 404 && status !== 416) throw error;
  response.removeHeader('Content-Disposition');
  response.removeHeader('ETag');
  if (status === 404) throw httpProblems.not_found('The file has gone.');
  // `Content-Range` says how long the file is, which is all that a client can do with it.
  response.status(416).end();
}
