/**
 * Failure of the endpoint: no connection, a status other than 200, timeout, interrupted, malformed
 * or oversized answer. `abandoned` means that the client disconnected.
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
  /** Example: `ECONNREFUSED`. */
  readonly systemCode?: string | undefined;
}

/** Contains no text from the endpoint, which could repeat the key or the prompt. */
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

/** Returns the first value that `recognise` finds in the error and its causes. */
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
