import { isPublicAddress, sendOutgoing } from '@galley/kernel';

const maxAnswerBytes = 1024 * 1024;
const defaultTimeoutMs = 10_000;

interface FetchOptions {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * `fetch` for the libraries: follows no redirects, answers of at most 1 MiB within 10 seconds. The host of the issuer may
 * be in a private network, since the operator named it; other hosts come from the provider and must be public.
 */
export function createProviderFetch(issuer: string, timeoutMs = defaultTimeoutMs) {
  const trusted = new URL(issuer);
  return async (address: string, options: FetchOptions = {}): Promise<Response> => {
    const url = new URL(address);
    const isIssuer = url.hostname === trusted.hostname;
    if (url.protocol !== 'https:' && url.origin !== trusted.origin)
      throw new TypeError(`${url.origin} is neither https:// nor the issuer.`);
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    const headers = Object.fromEntries(new Headers(options.headers));
    const answer = await sendOutgoing(url, {
      method: options.method ?? 'GET',
      headers,
      ...(options.body != null && { body: bodyText(options.body) }),
      allows: isIssuer ? () => true : isPublicAddress,
      signal,
    });
    const body = await readBounded(answer);
    const status = answer.statusCode ?? 502;
    const type = answer.headers['content-type'];
    return new Response(status === 204 || status === 304 ? null : body, {
      status,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  };
}

/** The requests of Galley have forms as bodies. */
function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('The body of a request to a provider must be text.');
}

async function readBounded(answer: AsyncIterable<Buffer> & { destroy(): unknown }) {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > maxAnswerBytes) {
      answer.destroy();
      throw new RangeError('The answer of the provider is longer than 1 MiB.');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
