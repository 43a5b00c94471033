import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admin,
  cookieAttributes,
  expectProblem,
  password,
  TestServer,
  type Answer,
  type Client,
} from '../fixtures.ts';

const api = '/__admin/api';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

function login(client: Client, credentials: object, headers = {}): Promise<Answer> {
  return client.post(`${api}/login`, credentials, headers);
}

function cookiesOf({ headers }: Answer): string[] {
  return headers.getSetCookie().filter((cookie) => !cookie.startsWith('device-'));
}

function lifetimeOf(answer: Answer): number {
  const expires = /Expires=([^;]+)/.exec(cookiesOf(answer)[0]!)![1]!;
  return Date.parse(expires) - Date.parse(answer.headers.get('date')!);
}

describe('signing in', () => {
  test('returns an AuthSession and an HttpOnly, SameSite cookie (CMS-AUTH-1, CMS-AUTH-10, CMS-RES-5, GAP-SES-1)', async () => {
    const answer = await login(server.visitor(), admin);
    expect(answer.json()).toEqual({
      authenticated: true,
      username: 'ada',
      name: 'ada',
      email: '',
      picture: null,
      role: 'admin',
      capabilities: ['*'],
      has_second_factor: false,
      has_totp: false,
      has_passkey: false,
      factor_due: false,
      passkey_due: false,
      time_zone: '',
      mfa_complete: true,
      csrf_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      ttl_seconds: 1800,
    });
    expect(cookieAttributes(answer)).toEqual(['expires', 'httponly', 'path=/', 'samesite=lax']);
    expect(Math.abs(lifetimeOf(answer) - 1_800_000)).toBeLessThanOrEqual(2_000);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('normalizes the user name', async () => {
    const answer = await login(server.visitor(), { ...admin, username: '  ADA ' });
    expect(answer.json()).toMatchObject({ username: 'ada' });
  });

  test('leaves the session of a user unchanged after a typo', async () => {
    const client = await server.signedIn();
    expectProblem(await login(client, { ...admin, password: 'x' }), 401, 'invalid_credentials');
    expect((await client.get(`${api}/session`)).status).toBe(200);
  });

  test('allows several sessions of one user', async () => {
    const [desk, phone] = [await server.signedIn(), await server.signedIn()];
    expect(desk.csrfToken).not.toBe(phone.csrfToken);
    await desk.post(`${api}/logout`);
    expect((await phone.get(`${api}/session`)).status).toBe(200);
  });
});

describe('a session', () => {
  test('returns its user and its own token (CMS-AUTH-3)', async () => {
    const client = server.visitor();
    const atLogin = (await client.signIn(admin)).json();
    expect((await client.get(`${api}/session`)).json()).toEqual(atLogin);
  });

  test('reports the capabilities of the current role (CMS-SYS-2, CMS-RES-10, CMS-VER-2)', async () => {
    const client = await server.signedInAs({ username: 'rita', role: 'reviewer' });
    const identity = (await client.get(`${api}/session`)).json<{ capabilities: string[] }>();
    const answer = (await client.get(`${api}/capabilities`)).json<Record<string, unknown>>();
    expect(answer).toMatchObject({
      sdk_version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      capabilities: identity.capabilities,
      identity,
      workspace: 'default',
    });
    expect(identity.capabilities).toContain('documents.review');
    expect(identity.capabilities).not.toContain('documents.write');
    const { modules, features } = answer as Record<string, Record<string, unknown>>;
    expect([modules!['plugins'], features!['ai_writer']]).toEqual([true, false]);
    for (const value of Object.values({ ...modules, ...features })) {
      expect(value).toBeTypeOf('boolean');
    }
  });

  test('shows the status of the server (CMS-SYS-1, CMS-RES-9, CMS-VER-2)', async () => {
    const client = await server.signedInAs({ username: 'vera', role: 'author' });
    const size = expect.stringMatching(/^\d+(\.\d)? ([KMGT]i)?B$/) as string;
    const status = (await client.get(`${api}/status`)).json();
    expect(status).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      build_time: null,
      git_commit: expect.stringMatching(/^([0-9a-f]{40})?$/) as string,
      provenance: expect.stringMatching(/^(tagged|snapshot|modified|unknown)$/) as string,
      update: { eligible: expect.any(Boolean) as boolean, reason: expect.any(String) as string },
      database_status: 'connected',
      uptime_seconds: expect.any(Number) as number,
      memory_usage: { allocated: size, system: size },
      disk_usage: { used: size, available: size },
      unwritten: { documents: 0, cause: null },
    });
  });

  test('ends at once when its user is disabled', async () => {
    const client = await server.signedInAs({ username: 'otto', role: 'editor' });
    expect((await client.get(`${api}/documents`)).status).toBe(200);
    await server.disableUser('otto');
    expectProblem(await client.get(`${api}/documents`), 401, 'unauthenticated');
    const save = { path: 'posts/ink.md', content: 'Red.\n' };
    expectProblem(await client.post(`${api}/documents/save`, save), 401, 'unauthenticated');
  });
});

async function age(username: string, minutes: number): Promise<void> {
  const { db } = server.database;
  const sessions = db.selectFrom('sessions').selectAll().where('username', '=', username);
  for (const session of await sessions.execute()) {
    const earlier = (time: Date): Date => new Date(time.getTime() - minutes * 60_000);
    await db
      .updateTable('sessions')
      .set({
        issued_at: earlier(session.issued_at),
        confirmed_at: earlier(session.confirmed_at),
        last_seen_at: earlier(session.last_seen_at),
        expires_at: earlier(session.expires_at),
        absolute_expires_at: earlier(session.absolute_expires_at),
      })
      .where('id', '=', session.id)
      .execute();
  }
}

describe('the lifetime of a session (GAP-SES-1)', () => {
  const statusAt = async (client: Client): Promise<number> =>
    (await client.get(`${api}/session`)).status;

  test('is extended by each response, which renews the cookie with the same attributes', async () => {
    const client = server.visitor();
    const first = await client.signIn(admin);
    const before = client.cookie;
    for (const path of ['/session', '/documents', '/document?path=posts/ink.md', '/nothing']) {
      const answer = await client.get(api + path);
      expect(client.cookie).toBe(before);
      expect(cookieAttributes(answer)).toEqual(cookieAttributes(first));
      expect(Math.abs(lifetimeOf(answer) - 1_800_000)).toBeLessThanOrEqual(2_000);
    }
  });

  test('is 30 minutes from the last request', async () => {
    const client = await server.signedInAs({ username: 'iris', role: 'author' });
    for (const minutes of [29, 29, 29]) {
      await age('iris', minutes);
      expect(await statusAt(client)).toBe(200);
    }
    await age('iris', 31);
    expectProblem(await client.get(`${api}/session`), 401, 'unauthenticated');
    const late = { path: 'posts/ink.md', content: 'Late.\n' };
    expectProblem(await client.post(`${api}/documents/save`, late), 401, 'unauthenticated');
    expect((await client.post(`${api}/logout`)).json()).toMatchObject({ authenticated: false });
  });

  test('is at most 12 hours, however active', async () => {
    const client = await server.signedInAs({ username: 'ines', role: 'author' });
    for (let minutes = 0; minutes < 700; minutes += 28) {
      await age('ines', 28);
      expect([minutes, await statusAt(client)]).toEqual([minutes, 200]);
    }
    await age('ines', 19);
    expect(await statusAt(client)).toBe(200);
    await age('ines', 2);
    expectProblem(await client.get(`${api}/session`), 401, 'unauthenticated');
  });

  test('starts again with a sign-in', async () => {
    const client = await server.signedInAs({ username: 'ilse', role: 'author' });
    await age('ilse', 720);
    expect(await statusAt(client)).toBe(401);
    await client.signIn({ username: 'ilse', password });
    expect(await statusAt(client)).toBe(200);
  });

  test('is reported to clients and set in the cookie as configured (CMS-AUTH-10)', async () => {
    const security = { session_ttl: '5m', session_absolute_ttl: '10m' };
    await using brief = await TestServer.beside(server, { config: { security } });
    await server.addUser({ username: 'ivo', role: 'author' });
    const client = brief.visitor();
    const signedIn = await client.signIn({ username: 'ivo', password });
    for (const answer of [signedIn, await client.get(`${api}/session`)]) {
      expect(answer.json()).toMatchObject({ ttl_seconds: 300 });
      expect(Math.abs(lifetimeOf(answer) - 300_000)).toBeLessThanOrEqual(2_000);
    }
    await age('ivo', 4);
    expect(await statusAt(client)).toBe(200);
    await age('ivo', 4);
    expect(await statusAt(client)).toBe(200);
    await age('ivo', 3);
    expect(await statusAt(client)).toBe(401);
  });
});

describe('signing out', () => {
  test('ends the session at once, also for copies of its cookie (CMS-AUTH-2, CMS-RES-6)', async () => {
    const client = await server.signedIn();
    const copy = server.visitor();
    copy.cookie = client.cookie;
    const answer = await client.post(`${api}/logout`);
    expect(answer.json()).toEqual({ authenticated: false, username: 'ada', capabilities: [] });
    expect(cookieAttributes(answer)).toEqual(['expires', 'httponly', 'path=/', 'samesite=lax']);
    expect(lifetimeOf(answer)).toBeLessThan(0);
    expectProblem(await copy.get(`${api}/session`), 401, 'unauthenticated');
    const create = { type: 'post', lang: 'en', title: 'Late', content: '' };
    copy.csrfToken = client.csrfToken;
    expectProblem(await copy.post(`${api}/documents/create`, create), 401, 'unauthenticated');
  });

  test('without a session returns 200 (GAP-SES-2)', async () => {
    const answer = await server.visitor().post(`${api}/logout`);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { authenticated: false, username: '', capabilities: [] },
    ]);
  });

  test('with an ended or unknown session returns 200 (GAP-SES-2)', async () => {
    const client = await server.signedIn();
    const copy = client.at(server);
    await client.post(`${api}/logout`);
    const made = server.visitor();
    made.cookie = `session=s%3A${'A'.repeat(43)}.${'B'.repeat(43)}`;
    for (const stale of [copy, made]) {
      const answer = await stale.post(`${api}/logout`);
      expect(answer.json()).toEqual({ authenticated: false, username: '', capabilities: [] });
    }
  });

  test('twice at once returns 200', async () => {
    const client = await server.signedIn();
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post(`${api}/logout`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expectProblem(await client.get(`${api}/session`), 401, 'unauthenticated');
  });
});

describe('an anonymous visitor', () => {
  test.each([
    '/',
    '/posts/ink/',
    '/nothing',
    '/media/nothing.png',
    '/__health',
    '/__platform/api/site',
    `${api}/session`,
    `${api}/openapi.json`,
    '/__admin/',
  ])('gets no cookie: %s', async (path) => {
    expect(cookiesOf(await server.visitor().get(path))).toEqual([]);
  });
});

describe('the log', () => {
  test('contains no password, cookie or token', async () => {
    const client = await server.signedIn();
    await login(server.visitor(), { ...admin, password: 'a password that is wrong' });
    const log = server.log.join('\n');
    expect(log).toContain('/login');
    const secrets = [admin.password, password, 'a password that is wrong', client.csrfToken!];
    const cookie = decodeURIComponent(client.cookie!).slice('session=s:'.length);
    for (const secret of [...secrets, cookie.split('.')[0]!]) expect(log).not.toContain(secret);
  });
});
