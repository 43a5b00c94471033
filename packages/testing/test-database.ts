import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type Database } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { serverUrl } from './config.ts';

export const templateName = 'galley_test_template';

export interface TestDatabase {
  readonly db: Database;
  /** For another process, or another pool, on the same database. */
  readonly url: string;
  close(): Promise<void>;
}

/** A database of its own, migrated and empty: a clone of the run's template, made in tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `galley_test_${randomBytes(6).toString('hex')}`;
  // Copying files takes less than writing every page of them into the log; nothing else has this name.
  await administer(`create database ${name} template ${templateName} strategy file_copy`);
  const url = inDatabase(serverUrl(), name);
  const handle = openDatabase({ address: url, poolSize: 5, logger: silentLogger });
  return {
    db: handle.db,
    url,
    close: async () => {
      await handle.close();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Kept between databases: to connect anew for each took as long as to make it. Holds no process up. */
let administration: pg.Pool | undefined;

async function administer(statement: string): Promise<void> {
  administration ??= new pg.Pool({
    connectionString: serverUrl(),
    max: 1,
    allowExitOnIdle: true,
  }).on('error', () => undefined);
  await administration.query(statement);
}

export function inDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Names are our own, never input: they need no quoting. */
export async function recreateDatabase(server: string, name: string): Promise<void> {
  await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `create database ${name} template template0 encoding 'UTF8'`);
}

/** Runs statements over a connection of their own: for what no repository does. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
