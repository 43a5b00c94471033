import { GalleyProblem, GalleyUnexpectedAnswer, GalleyUnreachable } from './errors.ts';

/** Resolves after the given time; rejects with the signal's reason. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface RetryOptions {
  readonly retries: number;
  readonly wait: Wait;
  readonly signal?: AbortSignal | undefined;
}

const firstPauseMs = 250;
const maxPauseMs = 10_000;
/** A longer Retry-After is reported to the caller instead. */
const maxRetryAfterMs = 60_000;

export async function withRetries<Answer>(
  attempt: () => Promise<Answer>,
  { retries, wait, signal }: RetryOptions,
): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pause = failures < retries ? computePauseMs(error, failures) : undefined;
      if (pause === undefined) throw error;
      await wait(pause, signal);
    }
  }
}

/** Milliseconds to wait after failure number `failures`, counted from 0; `undefined` if a retry would not help. */
export function computePauseMs(error: unknown, failures: number): number | undefined {
  if (!isTemporary(error)) return undefined;
  const asked = 'retryAfter' in error ? (error.retryAfter ?? 0) * 1_000 : 0;
  return asked > maxRetryAfterMs ? undefined : asked + backoff(failures);
}

/** Half of the delay is random, so that clients that failed together do not retry together. */
function backoff(failures: number): number {
  const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** failures);
  return pause / 2 + (Math.random() * pause) / 2;
}

function isTemporary(
  error: unknown,
): error is GalleyUnreachable | GalleyProblem | GalleyUnexpectedAnswer {
  if (error instanceof GalleyUnreachable) return true;
  // Proxies send these while a server restarts.
  if (error instanceof GalleyUnexpectedAnswer) return [429, 502, 503, 504].includes(error.status);
  if (!(error instanceof GalleyProblem)) return false;
  // The first request is still running, and the retry fetches its response.
  return [429, 503].includes(error.status) || error.code === 'idempotency_in_progress';
}

export const waitFor: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason as Error;
}
