import { UpstreamError } from './upstream-error.ts';

export interface FetchGuard {
  readonly apiKey: string;
  /** The media type that is asked for; another one is refused. */
  readonly accept: 'application/json' | 'text/event-stream';
  /** What the answer may have at most, unpacked. */
  readonly mostBytes: number;
}

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for a client that is not ours: whatever headers that one would add, these are sent and no others; the key goes
 * nowhere but where it was meant to go, since no redirect is followed; and what is no answer is never read.
 */
export function guardedFetch({ apiKey, accept, mostBytes }: FetchGuard): Fetch {
  return async (url, { method, body, signal } = {}) => {
    const response = await fetch(url, {
      method: method ?? 'GET',
      body: body ?? null,
      signal: signal ?? null,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept,
        'content-type': 'application/json',
        'user-agent': 'Galley',
      },
    });
    const refusal = refusalOf(response, accept);
    if (refusal) {
      // Unread, it would keep the connection.
      await response.body?.cancel();
      throw refusal;
    }
    return new Response(response.body && bounded(response.body, mostBytes), {
      headers: { 'content-type': accept },
    });
  };
}

function refusalOf({ status, headers }: Response, accept: string): UpstreamError | undefined {
  if (status !== 200) {
    const retryAfterSeconds = secondsIn(headers.get('retry-after'));
    return new UpstreamError('refused', { status, retryAfterSeconds });
  }
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return type === accept ? undefined : new UpstreamError('not_understood');
}

const longestWaitSeconds = 3_600;

/** Of a `Retry-After`, which may be a date too. */
function secondsIn(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), longestWaitSeconds);
}

function bounded(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  mostBytes: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.length;
        if (bytes > mostBytes) controller.error(new UpstreamError('too_long'));
        else controller.enqueue(chunk);
      },
    }),
  );
}
