import { RemoteFailure } from './remote-failure.ts';

export interface RemoteCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
  readonly timeoutMs: number;
  /** Limit of the answer. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface RemoteAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Follows no redirects, so that the token reaches only the configured address. Throws `RemoteFailure`. */
export async function fetchRemote(url: URL, call: RemoteCall): Promise<RemoteAnswer> {
  const { method, headers, body, timeoutMs, maxBytes, signal } = call;
  try {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': 'Galley', ...headers },
      body: body ?? null,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const { status } = response;
    if (status >= 300 && status < 400 && status !== 304) {
      await response.body?.cancel();
      throw new RemoteFailure(
        `${url.host} redirects to another address (${status}), which Galley does not follow; correct coordinator.remote.`,
        { status },
      );
    }
    return { status, headers: response.headers, body: await readBody(response, url, maxBytes) };
  } catch (error) {
    signal.throwIfAborted();
    throw toFailure(error, url, timeoutMs);
  }
}

async function readBody({ body }: Response, { host }: URL, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (!body) return Buffer.alloc(0);
  const stream: AsyncIterable<Uint8Array> = body;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new RemoteFailure(`${host} answered with more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toFailure(error: unknown, { host }: URL, timeoutMs: number): unknown {
  if (error instanceof RemoteFailure) return error;
  const { name, cause } = error as Error;
  if (name === 'TimeoutError')
    return new RemoteFailure(`${host} did not answer within ${timeoutMs / 1_000} seconds.`);
  const { code } = (cause ?? {}) as { code?: unknown };
  const why = typeof code === 'string' ? ` (${code})` : '';
  // `fetch` reports every failure of the network as a TypeError.
  return error instanceof TypeError ? new RemoteFailure(`${host} is unreachable${why}.`) : error;
}
