import pg from 'pg';
import { endConnection } from './break-connection.ts';
import type { DatabaseAddress } from './database-address.ts';

/** For long operations such as `COPY`. Values are parsed with the defaults of PostgreSQL's client. */
export async function withOwnConnection<T>(
  address: string | DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'galley',
    connectionTimeoutMillis: 5_000,
  });
  // The pending query reports a lost connection; without a listener, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await endConnection(client);
  }
}
