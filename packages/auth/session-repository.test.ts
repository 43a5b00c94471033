import { newSecret, sha256 } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SessionRepository } from './session-repository.ts';
import { UserRepository } from './user-repository.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const end = {
  ttlMilliseconds: 30 * minute,
  absoluteTtlMilliseconds: 12 * hour,
  requireMfa: false,
};
const details = {
  username: 'ada',
  securityVersion: 0,
  factorVerified: false,
  csrfToken: 'a csrf token',
  remoteAddr: '192.0.2.7',
  userAgent: 'A browser',
};

let database: TestDatabase;
let clock: ManualClock;
let sessions: SessionRepository;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  clock = new ManualClock();
  sessions = new SessionRepository(database.db, { clock, ...end });
  token = newSecret();
  await new UserRepository(database.db).insert({
    username: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    role: 'author',
    createdAt: clock.now(),
  });
});

async function addSecondFactor(kind: string): Promise<void> {
  const at = clock.now();
  await database.db
    .insertInto('credentials')
    .values({ id: kind, username: 'ada', kind, data: '{}', created_at: at, updated_at: at })
    .execute();
}

function storedSessions() {
  return database.db.selectFrom('sessions').selectAll().execute();
}

function rowVersion(): Promise<object> {
  return database.db
    .selectFrom('sessions')
    .select(database.db.dynamic.ref('xmin'))
    .executeTakeFirstOrThrow();
}

describe('a session', () => {
  test('tells who is signed in and until when', async () => {
    const created = await sessions.create(token, details);

    expect(created).toMatchObject({
      actor: { kind: 'user', username: 'ada', name: 'Ada Lovelace', role: 'author' },
      csrfToken: 'a csrf token',
      factorVerified: false,
      mfaComplete: true,
      confirmedAt: clock.now(),
      issuedAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 30 * minute),
      absoluteExpiresAt: new Date(clock.now().getTime() + 12 * hour),
    });
    expect(created.actor.grants).toContain('documents.create');
    expect(await sessions.find(token)).toEqual(created);
  });

  test('GAP-SES-1: is stored by the hash of its token, with where it came from', async () => {
    const { id } = await sessions.create(token, details);
    const rows = await storedSessions();

    expect(rows).toMatchObject([
      {
        id,
        token_hash: sha256(token),
        remote_addr: '192.0.2.7',
        user_agent: 'A browser',
        last_seen_at: clock.now(),
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is found by nothing but its token', async () => {
    const { id } = await sessions.create(token, details);
    expect(await sessions.find(newSecret())).toBeUndefined();
    expect(await sessions.find(sha256(token))).toBeUndefined();
    expect(await sessions.find(id)).toBeUndefined();
    expect(await sessions.find('')).toBeUndefined();
  });

  test('records that its user signed in', async () => {
    clock.advance(hour);
    await sessions.create(token, details);
    const users = await database.db.selectFrom('users').select('last_login_at').execute();
    expect(users).toEqual([{ last_login_at: clock.now() }]);
  });

  test('remembers when its user last proved who they are', async () => {
    const other = newSecret();
    const { id, issuedAt } = await sessions.create(token, details);
    await sessions.create(other, details);
    clock.advance(5 * minute);
    await sessions.confirm(id);

    expect(await sessions.find(token)).toMatchObject({ issuedAt, confirmedAt: clock.now() });
    expect(await sessions.find(other)).toMatchObject({ confirmedAt: issuedAt });
  });

  test('is not created for a disabled or unknown user', async () => {
    await database.db.updateTable('users').set({ enabled: false }).execute();
    for (const username of ['ada', 'grace']) {
      await expect(sessions.create(token, { ...details, username })).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    }
    expect(await storedSessions()).toEqual([]);
  });
});

describe('GAP-SES-4: a session is complete', () => {
  test.each([
    ['without a second factor', { has: false, verified: false, required: false }, true],
    ['not where the site demands one', { has: false, verified: false, required: true }, false],
    ['with one that was verified', { has: true, verified: true, required: false }, true],
    ['with one where the site demands it', { has: true, verified: true, required: true }, true],
    ['not before it was verified', { has: true, verified: false, required: false }, false],
  ])('%s', async (_case, { has, verified, required }, complete) => {
    if (has) await addSecondFactor('totp');
    sessions = new SessionRepository(database.db, { clock, ...end, requireMfa: required });
    const created = await sessions.create(token, { ...details, factorVerified: verified });
    expect(created).toMatchObject({ factorVerified: verified, mfaComplete: complete });
    expect(await sessions.find(token)).toEqual(created);
  });

  test('no longer once its user has a second factor, but still while one is being set up', async () => {
    await sessions.create(token, details);
    await addSecondFactor('totp_setup');
    expect((await sessions.find(token))?.mfaComplete).toBe(true);
    await addSecondFactor('totp');
    expect((await sessions.find(token))?.mfaComplete).toBe(false);
  });
});

describe('GAP-SES-1: a session ends', () => {
  test('30 minutes after it was last used', async () => {
    await sessions.create(token, details);
    clock.advance(30 * minute - 1);
    expect(await sessions.find(token)).toBeDefined();

    await sessions.touch(token);
    clock.advance(30 * minute - 1);
    expect(await sessions.find(token)).toBeDefined();

    clock.advance(1);
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('and a use that comes too late does not wake it', async () => {
    await sessions.create(token, details);
    clock.advance(30 * minute);
    await sessions.touch(token);
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('12 hours after it began, however much it is used', async () => {
    const { absoluteExpiresAt } = await sessions.create(token, details);
    for (let step = 1; step < 36; step += 1) {
      clock.advance(20 * minute);
      await sessions.touch(token);
    }
    clock.advance(20 * minute - 1);
    expect(await sessions.find(token)).toMatchObject({ expiresAt: absoluteExpiresAt });

    clock.advance(1);
    await sessions.touch(token);
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('no later than its absolute end, when that is shorter than the rolling one', async () => {
    sessions = new SessionRepository(database.db, {
      clock,
      ...end,
      absoluteTtlMilliseconds: 10 * minute,
    });
    await sessions.create(token, details);
    clock.advance(10 * minute);
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('when it is destroyed, and others go on', async () => {
    const other = newSecret();
    await sessions.create(token, details);
    await sessions.create(other, details);

    await sessions.destroy(token);
    await sessions.destroy(token);

    expect(await sessions.find(token)).toBeUndefined();
    expect(await sessions.find(other)).toBeDefined();
  });

  test('at once when its user is disabled', async () => {
    await sessions.create(token, details);
    await database.db.updateTable('users').set({ enabled: false }).execute();
    expect(await sessions.find(token)).toBeUndefined();
  });

  test('at once when its user is deleted', async () => {
    await sessions.create(token, details);
    await database.db.deleteFrom('users').execute();
    expect(await sessions.find(token)).toBeUndefined();
  });
});

describe('a session shows at once', () => {
  test('that its user has another role', async () => {
    await sessions.create(token, details);
    await database.db.updateTable('users').set({ role: 'editor' }).execute();

    const found = await sessions.find(token);
    expect(found?.actor.role).toBe('editor');
    expect(found?.actor.grants).toContain('documents.publish');
  });

  test("that its user's role grants something else", async () => {
    await database.db
      .insertInto('roles')
      .values({ name: 'columnist', capabilities: ['documents.read'], builtin: false })
      .execute();
    await database.db.updateTable('users').set({ role: 'columnist' }).execute();
    await sessions.create(token, details);

    await database.db
      .updateTable('roles')
      .set({ capabilities: ['media.read'] })
      .where('name', '=', 'columnist')
      .execute();

    expect((await sessions.find(token))?.actor.grants).toEqual(new Set(['media.read']));
  });
});

describe('using a session', () => {
  test('writes at most once a minute', async () => {
    await sessions.create(token, details);
    const fresh = await rowVersion();

    clock.advance(minute - 1);
    await sessions.touch(token);
    expect(await rowVersion()).toEqual(fresh);

    expect(await sessions.find(token)).toMatchObject({ isTouchDue: false });

    clock.advance(1);
    expect(await sessions.find(token)).toMatchObject({ isTouchDue: true });
    await sessions.touch(token);
    const touched = await rowVersion();
    expect(touched).not.toEqual(fresh);
    expect(await storedSessions()).toMatchObject([{ last_seen_at: clock.now() }]);

    expect(await sessions.find(token)).toMatchObject({ isTouchDue: false });
    clock.advance(minute - 1);
    await sessions.touch(token);
    expect(await rowVersion()).toEqual(touched);
  });

  test('keeps one alive that lasts for less than a minute', async () => {
    const brief = { ...end, ttlMilliseconds: 40 * second };
    sessions = new SessionRepository(database.db, { clock, ...brief });
    await sessions.create(token, details);

    for (let step = 0; step < 10; step += 1) {
      clock.advance(30 * second);
      await sessions.touch(token);
    }
    expect(await sessions.find(token)).toBeDefined();
  });

  test('does not touch the others', async () => {
    const other = newSecret();
    await sessions.create(token, details);
    await sessions.create(other, details);

    clock.advance(29 * minute);
    await sessions.touch(token);
    clock.advance(minute);

    expect(await sessions.find(token)).toBeDefined();
    expect(await sessions.find(other)).toBeUndefined();
  });
});

test('sweeping removes the sessions that have ended, and no other', async () => {
  const living = newSecret();
  await sessions.create(token, details);
  await sessions.create(newSecret(), details);
  clock.advance(20 * minute);
  await sessions.create(living, details);
  clock.advance(10 * minute);

  expect(await sessions.removeExpired()).toBe(2);
  expect(await sessions.removeExpired()).toBe(0);
  expect(await storedSessions()).toHaveLength(1);
  expect(await sessions.find(living)).toBeDefined();
});
