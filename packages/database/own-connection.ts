import pg from 'pg';
import { endConnection } from './break-connection.ts';
import type { DatabaseAddress } from './database-address.ts';

/**
 * Runs `work` on a connection beside the pools, which is closed afterwards: for what keeps one busy for long, such as
 * `COPY`. Values come as PostgreSQL's client makes them.
 */
export async function withOwnConnection<T>(
  address: string | DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'galley',
    connectionTimeoutMillis: 5_000,
  });
  // Whoever waits for an answer hears of a lost connection there; without a listener, the process would end.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await endConnection(client);
  }
}
