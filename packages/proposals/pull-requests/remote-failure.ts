import { DomainError, redactSecrets } from '@galley/kernel';
import type { RemoteRepository } from './remote.ts';

const maxQuote = 200;

/** Failure of a call to the remote. The message is a sentence for people and contains no secret. */
export class RemoteFailure extends Error {
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    {
      status,
      retryAfterMs,
    }: { readonly status?: number; readonly retryAfterMs?: number | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

export function archivedFailure({ repository }: RemoteRepository): RemoteFailure {
  return new RemoteFailure(`${repository} is archived, so that nothing can be pushed to it.`);
}

/** For people, without secrets; undefined for an unexpected error. */
export function sentenceOf(error: unknown, token: string | undefined): string | undefined {
  if (error instanceof RemoteFailure) return error.message;
  return error instanceof DomainError ? quoteRemote(error.message, token) : undefined;
}

/** Text of the remote on one line, without secrets and control characters. */
export function quoteRemote(text: string, token: string | undefined): string {
  const open = token === undefined ? text : text.replaceAll(token, '[redacted]');
  const line = redactSecrets(open)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return line.length > maxQuote ? `${line.slice(0, maxQuote - 1).toWellFormed()}…` : line;
}
