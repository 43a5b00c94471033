import { GalleyProblem, GalleyUnexpectedAnswer, GalleyUnreachable } from './errors.ts';

/** Resolves after so many milliseconds; rejects with the signal's reason. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export interface RetryOptions {
  /** How often what failed is sent again at most. */
  readonly retries: number;
  readonly wait: Wait;
  readonly signal?: AbortSignal | undefined;
}

const firstPause = 250;
const longestPause = 10_000;
/** Who is to wait for longer is told so instead. */
const longestRetryAfter = 60_000;

/** Makes an attempt, and others for as long as what was in the way may pass. */
export async function retrying<Answer>(
  attempt: () => Promise<Answer>,
  { retries, wait, signal }: RetryOptions,
): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pause = failures < retries ? pauseAfter(error, failures) : undefined;
      if (pause === undefined) throw error;
      await wait(pause, signal);
    }
  }
}

/** Milliseconds to wait after a failure, the so many-th from 0; undefined when another attempt would do no better. */
export function pauseAfter(error: unknown, failures: number): number | undefined {
  if (!mayPass(error)) return undefined;
  const asked = 'retryAfter' in error ? (error.retryAfter ?? 0) * 1_000 : 0;
  return asked > longestRetryAfter ? undefined : asked + backoff(failures);
}

/** Half of it by chance, so that those who failed together do not come back together. */
function backoff(failures: number): number {
  const pause = Math.min(longestPause, firstPause * 2 ** failures);
  return pause / 2 + (Math.random() * pause) / 2;
}

function mayPass(
  error: unknown,
): error is GalleyUnreachable | GalleyProblem | GalleyUnexpectedAnswer {
  if (error instanceof GalleyUnreachable) return true;
  // A proxy says so while a server begins anew.
  if (error instanceof GalleyUnexpectedAnswer) return [429, 502, 503, 504].includes(error.status);
  if (!(error instanceof GalleyProblem)) return false;
  // The request that came first is still at work: its answer is wanted.
  return [429, 503].includes(error.status) || error.code === 'idempotency_in_progress';
}

export const waitFor: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

function reasonOf(signal: AbortSignal | undefined): Error {
  return signal?.reason as Error;
}
