export interface FetchBounds {
  readonly apiKey: string | undefined;
  /** Counted after decompression. */
  readonly mostBytes: number;
}

/** Follows no redirects, so that the API key only reaches the configured host. */
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
      // Throwing closes the connection.
      if (bytes > mostBytes) throw new Error('The response is too long.');
      parts.push(part);
    }
    const headers = { 'content-type': 'application/json' };
    return new Response(Buffer.concat(parts), { status: statusOf(response), headers });
  };
}

/** Redirects become errors. */
const statusOf = ({ status }: Response) => (status === 200 ? 200 : Math.max(status, 400));
