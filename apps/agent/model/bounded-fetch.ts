export interface FetchBounds {
  readonly apiKey: string | undefined;
  /** What an answer may have, unpacked. */
  readonly mostBytes: number;
}

/**
 * A `fetch` for a client that is not ours: it sends no header but these, follows no redirect, so that the key goes
 * where it was meant to go, and reads no more than an answer can have.
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
      // Leaving the loop ends the connection.
      if (bytes > mostBytes) throw new Error('The answer is too long.');
      parts.push(part);
    }
    const headers = { 'content-type': 'application/json' };
    return new Response(Buffer.concat(parts), { status: statusOf(response), headers });
  };
}

/** A redirect is an error to who does not follow it. */
const statusOf = ({ status }: Response) => (status === 200 ? 200 : Math.max(status, 400));
