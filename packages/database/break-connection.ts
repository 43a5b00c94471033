import type { Socket } from 'node:net';
import type pg from 'pg';

/** How long a database may take to close a connection. */
export const closeMs = 2_000;

/** Closes the socket of a client at once. `end` would wait for an answer, which may never come. */
export function breakConnection(client: unknown): void {
  (client as { connection?: { stream: Socket } }).connection?.stream.destroy();
}

/** Ends a connection, and breaks it where the database hangs: an open socket would keep the process alive. */
export async function endConnection(client: pg.Client): Promise<void> {
  const late = setTimeout(() => breakConnection(client), closeMs);
  try {
    await client.end();
  } finally {
    clearTimeout(late);
  }
}
