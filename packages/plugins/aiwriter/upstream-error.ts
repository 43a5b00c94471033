/**
 * How an endpoint can let us down: it could not be reached, answered with a status other than 200, took too long, broke
 * off, sent what is no answer, or too much. `abandoned` is its opposite: whoever asked has left.
 */
export type UpstreamFault =
  | 'unreachable'
  | 'refused'
  | 'timed_out'
  | 'broken_off'
  | 'not_understood'
  | 'too_long'
  | 'abandoned';

export interface UpstreamDetails {
  readonly status?: number;
  readonly retryAfterSeconds?: number | undefined;
  /** `ECONNREFUSED` and the like. */
  readonly systemCode?: string | undefined;
}

/** Has nothing in it that the endpoint wrote, since that may repeat the key or the prompt. */
export class UpstreamError extends Error {
  readonly fault: UpstreamFault;
  readonly details: UpstreamDetails;

  constructor(fault: UpstreamFault, details: UpstreamDetails = {}) {
    super(`The endpoint let us down: ${fault}.`);
    this.name = 'UpstreamError';
    this.fault = fault;
    this.details = details;
  }
}

/** The first of an error and its causes that this recognises. */
export function findCause<T>(
  error: unknown,
  recognise: (cause: Error) => T | undefined,
): T | undefined {
  const seen = new Set<unknown>();
  for (let cause = error; cause instanceof Error && !seen.has(cause); cause = cause.cause) {
    seen.add(cause);
    const found = recognise(cause);
    if (found !== undefined) return found;
  }
  return undefined;
}
