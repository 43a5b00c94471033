import type { Socket } from 'node:net';

/** Closes the socket of a client at once. `end` would wait for an answer, which may never come. */
export function breakConnection(client: unknown): void {
  (client as { connection?: { stream: Socket } }).connection?.stream.destroy();
}
