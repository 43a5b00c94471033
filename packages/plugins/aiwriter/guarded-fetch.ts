import { UpstreamError } from './upstream-error.ts';

export interface FetchGuard {
  readonly apiKey: string;
  readonly accept: 'application/json' | 'text/event-stream';
  /** Limit for the decoded answer. */
  readonly mostBytes: number;
}

type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** No redirects, so that the key reaches only the configured address. Never reads error bodies. */
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
    const refusal = checkResponse(response, accept);
    if (refusal) {
      // An unread body would keep the connection open.
      await response.body?.cancel();
      throw refusal;
    }
    return new Response(response.body && limitBytes(response.body, mostBytes), {
      headers: { 'content-type': accept },
    });
  };
}

function checkResponse({ status, headers }: Response, accept: string): UpstreamError | undefined {
  if (status !== 200) {
    const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
    return new UpstreamError('refused', { status, retryAfterSeconds });
  }
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return type === accept ? undefined : new UpstreamError('not_understood');
}

const maxRetrySeconds = 3_600;

/** In seconds; the header may be a date. */
function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), maxRetrySeconds);
}

function limitBytes(
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
