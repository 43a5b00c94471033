import { openDatabase, type Database, type DatabaseHandle } from '@galley/database';
import { newSecret, sha256, silentLogger, type Actor } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addSession } from './fixtures.ts';
import { TokenService } from './token-service.ts';
import { UserRepository } from './user-repository.ts';

const minute = 60_000;
const day = 24 * 60 * 60 * 1000;
const address = '192.0.2.7';

let database: TestDatabase;
let other: DatabaseHandle;
let clock: ManualClock;
let tokens: TokenService;
let ada: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  other = openDatabase({ address: database.url, poolSize: 5, logger: silentLogger });
  await database.db
    .insertInto('roles')
    .values({ name: 'warden', capabilities: ['users.manage', 'media.read'], builtin: false })
    .execute();
});

afterAll(async () => {
  await other.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  clock = new ManualClock();
  tokens = serviceOn(database.db);
  ada = await person('ada', 'author');
});

const sessions = new Map<string, string>();

function serviceOn(db: Database, requireMfa = false): TokenService {
  return new TokenService({ db, clock, requireMfa });
}

async function person(username: string, role: string): Promise<Actor> {
  await database.db
    .insertInto('users')
    .values({ username, name: 'Somebody', email: '', role, created_at: clock.now() })
    .execute();
  sessions.set(username, await addSession(database.db, username));
  return actorNow(username);
}

async function actorNow(username: string): Promise<Actor> {
  return (await new UserRepository(database.db).findActor(username))!;
}

async function tokenOf(actor: Actor, ...scopes: string[]) {
  return tokens.create(actor, {
    name: 'Nightly import',
    scopes,
    sessionId: sessions.get(actor.username)!,
  });
}

function rows(db = database.db) {
  return db.selectFrom('api_tokens').selectAll().execute();
}

async function waitingForLocks(): Promise<number> {
  const rows = await other.db
    .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string } }>()
    .selectFrom('pg_stat_activity')
    .select('datname')
    .where('datname', '=', new URL(database.url).pathname.slice(1))
    .where('wait_event_type', '=', 'Lock')
    .execute();
  return rows.length;
}

async function addTokens(username: string, count: number, expiresAt: Date): Promise<void> {
  const many = Array.from({ length: count }, () => ({
    id: newSecret(),
    token_hash: newSecret(),
    username,
    name: 'One of many',
    scopes: ['*'],
    created_at: clock.now(),
    expires_at: expiresAt,
  }));
  await database.db.insertInto('api_tokens').values(many).execute();
}

describe('a new token', () => {
  test('is returned once, and stored as a hash only', async () => {
    const { token, record } = await tokenOf(ada, 'documents.create');

    expect(token).toMatch(/^galley_[\w-]{43}$/);
    expect(record).toMatchObject({ username: 'ada', name: 'Nightly import' });
    expect(JSON.stringify(record)).not.toContain(token);
    expect(await rows()).toMatchObject([{ id: record.id, token_hash: sha256(token) }]);
    expect(JSON.stringify(await rows())).not.toContain(token.slice('galley_'.length));
  });

  test('lives for 90 days, or for as many as are asked for', async () => {
    const usual = await tokenOf(ada, '*');
    const short = await tokens.create(ada, {
      name: 'Trial',
      scopes: ['*'],
      expiresInDays: 2,
      sessionId: sessions.get('ada')!,
    });

    clock.advance(2 * day - 1);
    expect(await tokens.find(short.token, address)).toBeDefined();
    clock.advance(1);
    expect(await tokens.find(short.token, address)).toBeUndefined();
    clock.advance(88 * day - 1);
    expect(await tokens.find(usual.token, address)).toBeDefined();
    clock.advance(1);
    expect(await tokens.find(usual.token, address)).toBeUndefined();
  });

  test('has each scope once', async () => {
    const { record } = await tokenOf(ada, 'media.read', 'documents.create', 'media.read');
    expect(record.scopes).toEqual(['media.read', 'documents.create']);
    expect((await rows())[0]!.scopes).toEqual(['media.read', 'documents.create']);
  });

  test.each([
    ['documents.raed', 'there is no "documents.raed"; did you mean documents.read?'],
    ['Media.Read', 'there is no "Media.Read"; did you mean media.read?'],
    ['media.read.own', 'there is no "media.read.own"; did you mean media.read?'],
    ['', 'there is no ""'],
    ['users.manage', 'your role does not have users.manage'],
    ['documents.read', 'your role does not have documents.read; did you mean documents.read.own?'],
    ['documents.review.own', 'your role does not have documents.review.own'],
  ])('is not made with the scope %j, and says why', async (scope, message) => {
    await expect(tokenOf(ada, 'media.read', scope)).rejects.toMatchObject({
      code: 'invalid_fields',
      message: `scopes.1: ${message}.`,
      details: { errors: [{ path: 'scopes.1', message }] },
    });
    expect(await rows()).toEqual([]);
  });

  test('may be narrower than the role: `.own` of what it has everywhere', async () => {
    const { token } = await tokenOf(await person('eva', 'editor'), 'documents.read.own');
    expect((await tokens.find(token, address))!.actor.grants).toEqual(
      new Set(['documents.read.own']),
    );
  });

  test('is not created for a user disabled or deleted meanwhile', async () => {
    await database.db.updateTable('users').set({ enabled: false }).execute();
    await expect(tokenOf(ada, '*')).rejects.toMatchObject({ code: 'unauthenticated' });
    await database.db.deleteFrom('users').execute();
    await expect(tokenOf(ada, '*')).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

describe('a user has at most 100 living tokens', () => {
  test('also when two processes make the hundredth at once', async () => {
    await addTokens('ada', 99, new Date(clock.now().getTime() + day));
    const services = [tokens, serviceOn(other.db)];
    const making = await database.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('users').select('username').forUpdate().execute();
      const both = services.map((one) =>
        one.create(ada, { name: 'The last', scopes: ['*'], sessionId: sessions.get('ada')! }),
      );
      while ((await waitingForLocks()) < 2);
      return [Promise.allSettled(both)];
    });
    const made = await making[0]!;

    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(made).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'invalid_fields' }) as unknown,
    });
    expect(await rows()).toHaveLength(100);
  });

  test('and neither expired ones nor those of others count', async () => {
    await person('eva', 'editor');
    await addTokens('eva', 100, new Date(clock.now().getTime() + day));
    await addTokens('ada', 100, clock.now());
    await expect(tokenOf(ada, '*')).resolves.toBeDefined();
  });
});

describe('a token', () => {
  test('does what its scopes and the role both allow', async () => {
    const { token, record } = await tokenOf(ada, 'documents.create', 'documents.read.own');
    expect(await tokens.find(token, address)).toEqual({
      id: record.id,
      actor: { ...ada, grants: new Set(['documents.create', 'documents.read.own']) },
      mfaComplete: true,
      scopes: ['documents.create', 'documents.read.own'],
    });
  });

  test('follows the role: what the role loses it loses, and `*` is all that the role has now', async () => {
    const narrow = await tokenOf(ada, 'documents.create', 'documents.read.own');
    const wide = await tokenOf(ada, '*');
    await database.db.updateTable('users').set({ role: 'reviewer' }).execute();

    const { grants } = (await tokens.find(narrow.token, address))!.actor;
    expect(grants).toEqual(new Set(['documents.read.own']));
    const reviewer = await actorNow('ada');
    expect((await tokens.find(wide.token, address))!.actor).toEqual(reviewer);
  });

  test('is refused while its user is disabled, and gone with its user', async () => {
    const { token } = await tokenOf(ada, '*');
    await database.db.updateTable('users').set({ enabled: false }).execute();
    expect(await tokens.find(token, address)).toBeUndefined();
    await database.db.updateTable('users').set({ enabled: true }).execute();
    expect(await tokens.find(token, address)).toBeDefined();
    await database.db.deleteFrom('users').execute();
    expect(await tokens.find(token, address)).toBeUndefined();
    expect(await rows()).toEqual([]);
  });

  test('is found by nothing but itself', async () => {
    const { token, record } = await tokenOf(ada, '*');
    const wrong = [record.id, sha256(token), token.slice(7), token.toUpperCase(), `${token} `];
    for (const text of [...wrong, `galley_${newSecret()}`]) {
      expect(await tokens.find(text, address)).toBeUndefined();
    }
  });

  test('that is malformed costs no query', async () => {
    const nowhere = { address: 'postgres://nobody@127.0.0.1:1/nowhere', poolSize: 1 };
    const service = serviceOn(openDatabase({ ...nowhere, logger: silentLogger }).db);
    for (const text of ['', 'galley_', newSecret(), `galley_${'a'.repeat(44)}`, 'galley_\0']) {
      expect(await service.find(text, address)).toBeUndefined();
    }
    await expect(service.find(`galley_${newSecret()}`, address)).rejects.toThrow('ECONNREFUSED');
  });

  test.each([
    [false, false, true],
    [false, true, true],
    [true, false, false],
    [true, true, true],
  ])(
    'GAP-SES-4: with a factor demanded (%j) and one set up (%j), is complete: %j',
    async (demanded, setUp, complete) => {
      const at = clock.now();
      const credential = { username: 'ada', data: '{}', created_at: at, updated_at: at };
      const kind = setUp ? 'totp' : 'totp_setup';
      await database.db
        .insertInto('credentials')
        .values({ ...credential, id: newSecret(), kind })
        .execute();
      const { token } = await tokenOf(ada, '*');
      const found = await serviceOn(database.db, demanded).find(token, address);
      expect(found).toMatchObject({ mfaComplete: complete });
    },
  );
});

describe('a list of tokens', () => {
  test('has one’s own that live, newest first, and never the token', async () => {
    const old = await tokens.create(ada, {
      name: 'Old',
      scopes: ['*'],
      expiresInDays: 1,
      sessionId: sessions.get('ada')!,
    });
    clock.advance(day / 2);
    const newer = await tokenOf(ada, 'media.read');
    await tokenOf(await person('eva', 'editor'), '*');

    expect(await tokens.list(ada)).toEqual([newer.record, old.record]);
    expect(await tokens.list(ada, ' ADA ')).toHaveLength(2);
    expect(JSON.stringify(await tokens.list(ada))).not.toContain(sha256(old.token));
    clock.advance(day / 2);
    expect(await tokens.list(ada)).toEqual([newer.record]);
  });

  test('of another user needs `users.manage`', async () => {
    const { record } = await tokenOf(ada, '*');
    const warden = await person('wes', 'warden');
    const editor = await person('eva', 'editor');

    expect(await tokens.list(warden, 'Ada')).toEqual([record]);
    expect(await tokens.list(warden, 'nobody')).toEqual([]);
    await expect(tokens.list(editor, 'ada')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(tokens.list(editor, 'nobody')).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('a token that is revoked', () => {
  test('is refused by every process at once', async () => {
    const { token, record } = await tokenOf(ada, '*');
    const elsewhere = serviceOn(other.db);
    expect(await elsewhere.find(token, address)).toBeDefined();
    await tokens.revoke(ada, record.id);
    expect(await elsewhere.find(token, address)).toBeUndefined();
    expect(await elsewhere.list(ada)).toEqual([]);
  });

  test('is revoked once, however many revoke it at once', async () => {
    const { record } = await tokenOf(ada, '*');
    const services = [tokens, serviceOn(other.db), tokens, serviceOn(other.db)];
    const ends = await Promise.allSettled(services.map((one) => one.revoke(ada, record.id)));

    const failures = ends.filter(({ status }) => status === 'rejected');
    expect(failures).toHaveLength(3);
    for (const failure of failures) {
      expect(failure).toMatchObject({ reason: { code: 'not_found' } });
    }
  });

  test('may be of a user whom the actor manages, and who may do no more than the actor', async () => {
    const warden = await person('wes', 'warden');
    const administrator = await person('root', 'admin');
    const peer = await tokenOf(await person('win', 'warden'), '*');
    const higher = await tokenOf(ada, '*');

    await tokens.revoke(warden, peer.record.id);
    await expect(tokens.revoke(warden, higher.record.id)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await tokens.find(higher.token, address)).toBeDefined();
    await tokens.revoke(administrator, higher.record.id);
    expect(await tokens.find(higher.token, address)).toBeUndefined();
    expect(await tokens.removeExpired()).toBe(0);
    clock.advance(10 * minute);
    expect(await tokens.removeExpired()).toBe(2);
    expect(await rows()).toEqual([]);
  });

  test('is not found when it is not there, has expired, or is none of the actor’s business', async () => {
    const editor = await person('eva', 'editor');
    const { token, record } = await tokenOf(ada, '*');
    const attempts = [tokens.revoke(editor, record.id), tokens.revoke(editor, 'no such id')];
    const [foreign, absent] = await Promise.allSettled(attempts);

    expect(foreign).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
    expect(foreign).toEqual(absent);
    expect(await tokens.find(token, address)).toBeDefined();
    clock.advance(90 * day);
    await expect(tokens.revoke(ada, record.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('removing the expired tokens leaves the living ones', async () => {
  await addTokens('ada', 3, clock.now());
  const { record } = await tokenOf(ada, '*');
  expect(await tokens.removeExpired()).toBe(3);
  expect(await tokens.removeExpired()).toBe(0);
  expect(await rows()).toMatchObject([{ id: record.id }]);
});
