import { Client, type ClientConfig } from 'pg';

/** As autovacuum does within a minute: lists are counted without a look at the rows of vacuumed pages. */
export async function vacuumAll(owner: ClientConfig): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}
