import { openDatabase, type Database, type DatabaseHandle } from '@galley/database';
import { silentLogger } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TokenRepository } from './token-repository.ts';
import { addSession } from './fixtures.ts';
import { TokenService } from './token-service.ts';
import { UserRepository } from './user-repository.ts';

const minute = 60_000;
const address = '192.0.2.7';

let database: TestDatabase;
let clock: ManualClock;
let id: string;
let token: string;
/** Runs queries in order, so reads see earlier writes. */
let single: DatabaseHandle;

beforeAll(async () => {
  database = await createTestDatabase();
  single = pool();
});

afterAll(async () => {
  await single.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  clock = new ManualClock();
  const person = { username: 'ada', name: 'Ada', email: '', role: 'author' };
  await database.db
    .insertInto('users')
    .values({ ...person, created_at: clock.now() })
    .execute();
  const ada = (await new UserRepository(database.db).findActor('ada'))!;
  const sessionId = await addSession(database.db, 'ada');
  const fields = { name: 'Import', scopes: ['*'], sessionId };
  const made = await serviceOn(database.db).create(ada, fields);
  id = made.record.id;
  token = made.token;
});

function pool(parameters = ''): DatabaseHandle {
  return openDatabase({ address: database.url + parameters, poolSize: 1, logger: silentLogger });
}

function serviceOn(db: Database): TokenService {
  return new TokenService({ db, clock, requireMfa: false });
}

function lastUse(db = single.db) {
  return db.selectFrom('api_tokens').select(['last_used_at', 'last_used_addr']).executeTakeFirst();
}

describe('the last use of a token', () => {
  test('is written at most once a minute', async () => {
    const service = serviceOn(single.db);
    const first = { last_used_at: clock.now(), last_used_addr: '192.0.2.1' };
    await service.find(token, '192.0.2.1');
    expect(await lastUse()).toEqual(first);

    clock.advance(minute - 1);
    await service.find(token, '192.0.2.2');
    expect(await lastUse()).toEqual(first);

    clock.advance(1);
    await service.find(token, '192.0.2.3');
    expect(await lastUse()).toEqual({ last_used_at: clock.now(), last_used_addr: '192.0.2.3' });
  });

  test('costs nothing within the minute: a call is one query, and one more each minute', async () => {
    const asked: string[] = [];
    const watched = single.db.withPlugin({
      transformQuery: ({ node }) => {
        asked.push(node.kind);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    await serviceOn(watched).find(token, address);
    clock.advance(minute - 1);
    await serviceOn(watched).find(token, address);
    await lastUse();
    expect(asked).toEqual(['SelectQueryNode', 'UpdateQueryNode', 'SelectQueryNode']);
  });

  test('is written once by two processes that see it at the same moment', async () => {
    const unlessSince = new Date(clock.now().getTime() - minute);
    const use = (from: string) => ({
      at: clock.now(),
      network: from,
      isPrevious: false,
      unlessSince,
    });
    let second: Promise<void> | undefined;
    await database.db.transaction().execute(async (transaction) => {
      await new TokenRepository(transaction).touch(id, use('192.0.2.1'));
      second = new TokenRepository(single.db).touch(id, use('192.0.2.2'));
    });
    await second;
    expect(await lastUse()).toMatchObject({ last_used_addr: '192.0.2.1' });
  });

  test('is not waited for', async () => {
    await database.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('api_tokens').set({ name: 'Held' }).execute();
      expect(await serviceOn(single.db).find(token, address)).toBeDefined();
    });
    expect(await lastUse()).toMatchObject({ last_used_addr: address });
  });

  test('stops no request and no process when it cannot be written', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const options = encodeURIComponent('-c default_transaction_read_only=on');
    const readOnly = pool(`?options=${options}`);
    try {
      expect(await serviceOn(readOnly.db).find(token, address)).toBeDefined();
      expect(await lastUse(readOnly.db)).toMatchObject({ last_used_at: null });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
      await readOnly.close();
    }
  });
});
