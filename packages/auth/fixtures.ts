import { openDatabase, type Database } from '@galley/database';
import { newId, newSecret, silentLogger, type Actor } from '@galley/kernel';
import type { TestDatabase } from '@galley/testing';
import { vi } from 'vitest';
import type { PasswordHasher } from './password-hash.ts';
import { UserRepository } from './user-repository.ts';

/** For tests whose subject is not argon2. A hash that begins otherwise is one of an earlier cost. */
export const cheapHasher: PasswordHasher = {
  hash: (password) => Promise.resolve(`cheap:${newSecret()}:${password}`),
  verify: (password, phc) => Promise.resolve(phc.split(':').slice(2).join(':') === password),
  isCurrent: (phc) => phc.startsWith('cheap:'),
  unmatchable: () => 'none',
};

/** A second process on the same database, as far as the database can tell. */
export function openSecondPool({ url }: TestDatabase) {
  return openDatabase({ address: url, poolSize: 5, logger: silentLogger });
}

/** An enabled author, with a password that `cheapHasher` knows when one is given. */
export async function addUser(db: Database, username: string, password?: string): Promise<void> {
  const users = new UserRepository(db);
  const at = new Date('2026-01-01T00:00:00Z');
  const email = `${username}@example.org`;
  await users.insert({ username, name: 'Somebody', email, role: 'author', createdAt: at });
  if (password !== undefined) {
    await users.insertPassword(username, await cheapHasher.hash(password), at);
  }
}

/** Comes back when so many connections to this database wait for locks. */
export async function waitingForLocks(db: Database, count: number): Promise<void> {
  const areWaiting = async () => (await countWaiting(db)) === count;
  await vi.waitUntil(areWaiting, { timeout: 30_000, interval: 5 });
}

/** An enabled user who is called as their user name, has no address and no password; the actor they are. */
export async function addActor(db: Database, username: string, role: string): Promise<Actor> {
  const users = new UserRepository(db);
  const createdAt = new Date('2026-01-01T00:00:00Z');
  await users.insert({ username, name: username, email: '', role, createdAt });
  return (await users.findActor(username))!;
}

/** Somebody with `users.manage`, and what an author may, but not everything; and their role. */
export async function addManager(db: Database): Promise<Actor> {
  const capabilities = [
    'documents.read',
    'documents.create',
    'documents.write',
    'documents.history',
    'documents.lifecycle',
    'documents.diff',
    'media.read',
    'media.write',
    'users.manage',
  ];
  await db.insertInto('roles').values({ name: 'manager', capabilities, builtin: false }).execute();
  return addActor(db, 'mona', 'manager');
}

/** The id of a session of that user, which lives for a year. */
export async function addSession(db: Database, username: string): Promise<string> {
  const id = newId();
  const at = new Date('2026-01-01T00:00:00Z');
  const end = new Date('2027-01-01T00:00:00Z');
  await db
    .insertInto('sessions')
    .values({
      id,
      token_hash: newSecret(),
      username,
      csrf_token: newSecret(),
      factor_verified: false,
      remote_addr: '192.0.2.1',
      user_agent: 'test',
      issued_at: at,
      confirmed_at: at,
      last_seen_at: at,
      expires_at: end,
      absolute_expires_at: end,
    })
    .execute();
  return id;
}

/** The outcomes of what `start` starts while a transaction has done `first`, which ends when all of them wait for it. */
export async function settleBehind<T>(
  pool: Database,
  first: (transaction: Database) => Promise<unknown>,
  start: () => readonly Promise<T>[],
): Promise<PromiseSettledResult<T>[]> {
  const { outcomes } = await pool.transaction().execute(async (transaction) => {
    await first(transaction);
    const started = start();
    const outcomes = Promise.allSettled(started);
    await waitingForLocks(pool, started.length);
    return { outcomes };
  });
  return outcomes;
}

/** How many connections to this database wait for a lock. */
async function countWaiting(db: Database): Promise<number> {
  const rows = await db
    .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
    .selectFrom('pg_stat_activity')
    .select('wait_event_type')
    .where('datname', '=', ({ fn }) => fn<string>('current_database', []))
    .where('wait_event_type', '=', 'Lock')
    .execute();
  return rows.length;
}
