import { openDatabase, type DatabaseHandle } from '@galley/database';
import { newSecret, sha256, silentLogger } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SessionRepository } from './session-repository.ts';
import { SessionService, type SessionCaller, type SessionChoice } from './session-service.ts';
import { UserRepository } from './user-repository.ts';

const minute = 60_000;

let database: TestDatabase;
let other: DatabaseHandle;
let clock: ManualClock;
let sessions: SessionService;

beforeAll(async () => {
  database = await createTestDatabase();
  other = openDatabase({ address: database.url, poolSize: 5, logger: silentLogger });
  await database.db
    .insertInto('roles')
    .values({ name: 'warden', capabilities: ['users.manage', 'documents.read'], builtin: false })
    .execute();
});

afterAll(async () => {
  await other.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  clock = new ManualClock();
  sessions = new SessionService({ db: database.db, clock, requireMfa: false });
  for (const [username, role] of [
    ['root', 'admin'],
    ['wes', 'warden'],
    ['win', 'warden'],
    ['ada', 'author'],
    ['eva', 'editor'],
  ] as const) {
    const email = `${username}@example.org`;
    const person = { username, name: username.toUpperCase(), email, role };
    await database.db
      .insertInto('users')
      .values({ ...person, created_at: clock.now() })
      .execute();
  }
});

/** Its cookie token is `secret of <id>`. */
async function signIn(username: string, id: string, lastsMinutes = 30): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + lastsMinutes * minute);
  await database.db
    .insertInto('sessions')
    .values({
      id,
      token_hash: sha256(`secret of ${id}`),
      username,
      csrf_token: 'a csrf token',
      factor_verified: false,
      remote_addr: '192.0.2.7',
      user_agent: 'A browser',
      issued_at: now,
      confirmed_at: now,
      last_seen_at: now,
      expires_at: until,
      absolute_expires_at: until,
    })
    .execute();
}

async function caller(username: string, currentSessionId = 'none'): Promise<SessionCaller> {
  const actor = await new UserRepository(database.db).findActor(username);
  return { actor: actor!, currentSessionId };
}

async function remainingSessions(): Promise<string[]> {
  const rows = await database.db.selectFrom('sessions').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

async function listSessions(username: string, of?: string): Promise<string[]> {
  const list = await sessions.list({ ...(await caller(username)), username: of });
  return list.map(({ id }) => id);
}

describe('CMS-AUTH-4: a list of sessions', () => {
  test('tells whose they are, where from, since when and until when', async () => {
    await signIn('ada', 'a1');
    const [session] = await sessions.list(await caller('ada'));
    expect(session).toEqual({
      id: 'a1',
      username: 'ada',
      name: 'ADA',
      email: 'ada@example.org',
      role: 'author',
      remoteAddr: '192.0.2.7',
      userAgent: 'A browser',
      mfaComplete: true,
      current: false,
      issuedAt: clock.now(),
      lastSeenAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 30 * minute),
    });
  });

  test('CMS-AUTH-12: marks the caller’s own, and begins with the one that was used last', async () => {
    for (const id of ['a1', 'a2', 'a3']) {
      await signIn('ada', id);
      clock.advance(minute);
    }
    const list = await sessions.list(await caller('ada', 'a2'));
    expect(list.map(({ id, current }) => [id, current])).toEqual([
      ['a3', false],
      ['a2', true],
      ['a1', false],
    ]);
  });

  test('has living sessions only: not the expired, and none of a disabled user', async () => {
    await signIn('ada', 'a1', 10);
    await signIn('ada', 'a2', 11);
    await signIn('eva', 'e1');
    await database.db
      .updateTable('users')
      .set({ enabled: false })
      .where('username', '=', 'eva')
      .execute();
    clock.advance(10 * minute);
    expect(await listSessions('root')).toEqual(['a2']);
    expect(await listSessions('root', 'eva')).toEqual([]);
  });

  test('is one’s own, or with `users.manage` everybody’s, or of one user', async () => {
    await signIn('ada', 'a1');
    await signIn('root', 'r1');
    expect(await listSessions('ada')).toEqual(['a1']);
    expect(await listSessions('ada', ' Ada ')).toEqual(['a1']);
    expect(await listSessions('wes')).toEqual(['r1', 'a1']);
    expect(await listSessions('wes', 'ADA')).toEqual(['a1']);
    expect(await listSessions('wes', 'nobody')).toEqual([]);
    await expect(listSessions('ada', 'root')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(listSessions('ada', 'nobody')).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('has at most a thousand', async () => {
    await signIn('ada', 'a0');
    const first = await database.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 1_000 }, (_, index) => ({
      ...first,
      id: `b${index}`,
      token_hash: newSecret(),
      last_seen_at: new Date(clock.now().getTime() + 1),
    }));
    await database.db.insertInto('sessions').values(more).execute();
    const ids = await listSessions('root');
    expect(ids).toHaveLength(1_000);
    expect(ids).not.toContain('a0');
  });

  test.each([
    { demanded: false, hasFactor: false, verified: false, complete: true },
    { demanded: false, hasFactor: true, verified: false, complete: false },
    { demanded: false, hasFactor: true, verified: true, complete: true },
    { demanded: true, hasFactor: false, verified: false, complete: false },
    { demanded: true, hasFactor: true, verified: false, complete: false },
    { demanded: true, hasFactor: true, verified: true, complete: true },
  ])('GAP-SES-4: tells whether the second factor is complete: %j', async (given) => {
    const { demanded, hasFactor, verified, complete } = given;
    await signIn('ada', 'a1');
    await database.db.updateTable('sessions').set({ factor_verified: verified }).execute();
    const at = clock.now();
    const credential = { id: newSecret(), username: 'ada', data: '{}' };
    const kind = hasFactor ? 'totp' : 'totp_setup';
    await database.db
      .insertInto('credentials')
      .values({ ...credential, kind, created_at: at, updated_at: at })
      .execute();
    const service = new SessionService({ db: database.db, clock, requireMfa: demanded });
    expect(await service.list(await caller('ada'))).toMatchObject([{ mfaComplete: complete }]);
  });
});

describe('CMS-AUTH-5: ending sessions', () => {
  const everybody = ['a1', 'a2', 'e1', 'r1', 'w1', 'x1'];

  beforeEach(async () => {
    await signIn('ada', 'a1');
    await signIn('ada', 'a2');
    await signIn('eva', 'e1');
    await signIn('root', 'r1');
    await signIn('wes', 'w1');
    await signIn('win', 'x1');
  });

  test.each([
    ['nothing', {}],
    ['`all: false`', { all: false }],
    ['only `keepCurrent`', { keepCurrent: true }],
    ['one session and all at once', { sessionId: 'a1', all: true }],
  ])('refuses %s: everything ends only when that is asked for', async (_, choice) => {
    await expect(sessions.revoke(await caller('ada', 'a1'), choice)).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'exactly one of session_id, username, all is required.',
      details: { errors: [{ path: '' }] },
    });
    expect(await remainingSessions()).toEqual(everybody);
  });

  test.each([
    ['ada', { sessionId: 'a2' }, ['a1', 'e1', 'r1', 'w1', 'x1']],
    ['ada', { sessionId: 'e1' }, everybody],
    ['ada', { sessionId: 'none' }, everybody],
    ['ada', { username: 'Ada' }, ['e1', 'r1', 'w1', 'x1']],
    ['ada', { username: 'ada', sessionId: 'a2' }, ['a1', 'e1', 'r1', 'w1', 'x1']],
    ['ada', { username: 'ada', sessionId: 'e1' }, everybody],
    ['ada', { all: true }, ['e1', 'r1', 'w1', 'x1']],
    ['ada', { all: true, username: 'ada' }, ['e1', 'r1', 'w1', 'x1']],
    ['ada', { all: true, keepCurrent: true }, ['a1', 'e1', 'r1', 'w1', 'x1']],
    ['ada', { sessionId: 'a1', keepCurrent: true }, everybody],
    ['wes', { sessionId: 'x1' }, ['a1', 'a2', 'e1', 'r1', 'w1']],
    ['wes', { sessionId: 'none' }, everybody],
    ['wes', { username: 'win' }, ['a1', 'a2', 'e1', 'r1', 'w1']],
    ['wes', { username: 'nobody' }, everybody],
    ['wes', { username: 'win', sessionId: 'a1' }, everybody],
    ['wes', { username: 'wes', sessionId: 'x1' }, everybody],
    ['wes', { sessionId: 'w1' }, ['a1', 'a2', 'e1', 'r1', 'x1']],
    ['wes', { all: true }, ['a1', 'a2', 'e1', 'r1']],
    ['wes', { all: true, keepCurrent: true }, ['a1', 'a2', 'e1', 'r1', 'w1']],
    ['root', { username: 'ada', all: true }, ['e1', 'r1', 'w1', 'x1']],
    ['root', { username: 'ada', keepCurrent: true }, ['e1', 'r1', 'w1', 'x1']],
    ['root', { all: true, keepCurrent: true }, ['r1']],
    ['root', { all: true }, []],
  ])('CMS-AUTH-12: by %s of %j leaves %j', async (username, choice, remaining) => {
    const own = { ada: 'a1', wes: 'w1', root: 'r1' }[username]!;
    expect(await sessions.revoke(await caller(username, own), choice)).toMatchObject({
      revoked: everybody.length - remaining.length,
      endedCurrent: !remaining.includes(own),
    });
    expect(await remainingSessions()).toEqual(remaining);
  });

  test.each<[string, SessionChoice, string]>([
    ['ada', { username: 'eva' }, 'without `users.manage`'],
    ['ada', { username: 'nobody' }, 'without `users.manage`, whether there is such a user or not'],
    ['ada', { username: 'eva', sessionId: 'a1' }, 'without `users.manage`'],
    ['wes', { username: 'eva' }, 'who may do more'],
    ['wes', { username: 'root', all: true }, 'who may do more'],
    ['wes', { sessionId: 'r1' }, 'who may do more'],
  ])('by %s of %j is forbidden for another user: %s', async (username, choice) => {
    await expect(sessions.revoke(await caller(username), choice)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await remainingSessions()).toEqual(everybody);
  });

  test('of all, by an actor who covers no role, ends only their own', async () => {
    const { actor, currentSessionId } = await caller('wes', 'w1');
    const narrowed = { ...actor, grants: new Set(['users.manage']) };
    const answer = await sessions.revoke({ actor: narrowed, currentSessionId }, { all: true });
    expect(answer).toEqual({ username: undefined, revoked: 1, endedCurrent: true });
    expect(await remainingSessions()).not.toContain('w1');
  });

  test('counts those that were living, and sweeps the others out with them', async () => {
    await signIn('ada', 'a0', 0);
    await database.db
      .updateTable('users')
      .set({ enabled: false })
      .where('username', '=', 'eva')
      .execute();
    const root = await caller('root');
    expect(await sessions.revoke(root, { username: 'ada' })).toMatchObject({ revoked: 2 });
    expect(await sessions.revoke(root, { username: 'eva' })).toMatchObject({ revoked: 0 });
    expect(await remainingSessions()).toEqual(['r1', 'w1', 'x1']);
  });

  test('holds at once in every process', async () => {
    const options = { ttlMilliseconds: minute, absoluteTtlMilliseconds: minute };
    const elsewhere = new SessionRepository(other.db, { clock, ...options, requireMfa: false });
    expect(await elsewhere.find('secret of a1')).toMatchObject({ id: 'a1' });
    await sessions.revoke(await caller('ada'), { sessionId: 'a1' });
    expect(await elsewhere.find('secret of a1')).toBeUndefined();
    expect(await elsewhere.find('secret of a2')).toMatchObject({ id: 'a2' });
  });

  test('counts each once, however many end them at once', async () => {
    const services = [
      sessions,
      new SessionService({ db: other.db, clock, requireMfa: false }),
      sessions,
    ];
    const root = await caller('root');
    const answers = await Promise.all(services.map((one) => one.revoke(root, { all: true })));
    expect(answers.reduce((sum, { revoked }) => sum + revoked, 0)).toBe(everybody.length);
  });
});
