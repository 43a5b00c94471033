export interface FetchBounds {
  readonly apiKey: string | undefined;
  /** Size limit of a response after decompression, in bytes. */
  readonly mostBytes: number;
}

/**
 * `fetch` for a third-party client. It sends only these headers, limits the response size, and follows no redirects, so
 * that the API key only reaches the configured host.
 */
export function boundedFetch({ apiKey, mostBytes }: FetchBounds): typeof fetch {
  return async (url, { method, body: sent, signal } = {}) => {
    const response = await fetch(url, {
      method: method ?? 'GET',
      body: sent ?? null,
      signal: signal ?? null,
      redirect: 'manual',
      headers: {
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'galley-agent',
      },
    });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const body: AsyncIterable<Uint8Array> | undefined = response.body ?? undefined;
    for await (const part of body ?? []) {
      bytes += part.length;
      // Throwing leaves the loop, which closes the connection.
      if (bytes > mostBytes) throw new Error('The response is too long.');
      parts.push(part);
    }
    const headers = { 'content-type': 'application/json' };
    return new Response(Buffer.concat(parts), { status: statusOf(response), headers });
  };
}

/** Turns redirects into errors, since this client does not follow them. */
const statusOf = ({ status }: Response) => (status === 200 ? 200 : Math.max(status, 400));
