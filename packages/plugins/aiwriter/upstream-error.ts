/** `abandoned`: the client disconnected. */
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
  readonly systemCode?: string | undefined;
}

/** Without text from the endpoint, which could repeat the key or the prompt. */
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
