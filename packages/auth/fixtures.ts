import { openDatabase, type Database } from '@galley/database';
import { newId, newSecret, silentLogger, type Actor } from '@galley/kernel';
import type { TestDatabase } from '@galley/testing';
import { vi } from 'vitest';
import type { PasswordHasher } from './password-hash.ts';
import { UserRepository } from './user-repository.ts';

/** For tests that are not about argon2. Hashes without its prefix count as outdated. */
export const cheapHasher: PasswordHasher = {
  hash: (password) => Promise.resolve(`cheap:${newSecret()}:${password}`),
  verify: (password, phc) => Promise.resolve(phc.split(':').slice(2).join(':') === password),
  isCurrent: (phc) => phc.startsWith('cheap:'),
  createUnmatchable: () => 'none',
};

/** To the database, the same as a second process. */
export function openSecondPool({ url }: TestDatabase) {
  return openDatabase({ address: url, poolSize: 5, logger: silentLogger });
}

export async function addUser(db: Database, username: string, password?: string): Promise<void> {
  const users = new UserRepository(db);
  const at = new Date('2026-01-01T00:00:00Z');
  const email = `${username}@example.org`;
  await users.insert({ username, name: 'Somebody', email, role: 'author', createdAt: at });
  if (password !== undefined) {
    await users.insertPassword(username, await cheapHasher.hash(password), at);
  }
}

export async function waitForLocks(db: Database, count: number): Promise<void> {
  const isWaiting = async () => (await countLockWaits(db)) === count;
  await vi.waitUntil(isWaiting, { timeout: 30_000, interval: 5 });
}

export async function addActor(db: Database, username: string, role: string): Promise<Actor> {
  const users = new UserRepository(db);
  const createdAt = new Date('2026-01-01T00:00:00Z');
  await users.insert({ username, name: username, email: '', role, createdAt });
  return (await users.findActor(username))!;
}

export async function addManager(db: Database): Promise<Actor> {
  const capabilities = [
    'documents.read',
    'documents.create',
    'documents.write',
    'documents.comment',
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

/** Outcomes of the promises of `start`, which all wait for a lock that `first` takes in a transaction. */
export async function collectBehindLock<T>(
  pool: Database,
  first: (transaction: Database) => Promise<unknown>,
  start: () => readonly Promise<T>[],
): Promise<PromiseSettledResult<T>[]> {
  const { outcomes } = await pool.transaction().execute(async (transaction) => {
    await first(transaction);
    const started = start();
    const outcomes = Promise.allSettled(started);
    await waitForLocks(pool, started.length);
    return { outcomes };
  });
  return outcomes;
}

async function countLockWaits(db: Database): Promise<number> {
  const rows = await db
    .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
    .selectFrom('pg_stat_activity')
    .select('wait_event_type')
    .where('datname', '=', ({ fn }) => fn<string>('current_database', []))
    .where('wait_event_type', '=', 'Lock')
    .execute();
  return rows.length;
}
