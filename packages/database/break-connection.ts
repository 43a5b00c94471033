import type { Socket } from 'node:net';
import type pg from 'pg';

export const closeMs = 2_000;

/** Unlike `end`, does not wait for an answer that may never come. */
export function breakConnection(client: unknown): void {
  (client as { connection?: { stream: Socket } }).connection?.stream.destroy();
}

/** Closes the socket when the database hangs: an open socket would keep the process alive. */
export async function endConnection(client: pg.Client): Promise<void> {
  const late = setTimeout(() => breakConnection(client), closeMs);
  try {
    await client.end();
  } finally {
    clearTimeout(late);
  }
}
