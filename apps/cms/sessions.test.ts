import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admin,
  expectProblem,
  password,
  TestServer,
  type Answer,
  type Client,
} from './fixtures.ts';

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
  return headers.getSetCookie();
}

/** The attributes of the one cookie of an answer, in lower case and in order; times and values left out. */
function attributesOf(answer: Answer): string[] {
  const cookies = cookiesOf(answer);
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(/^session=/);
  const [, ...attributes] = cookies[0]!.split('; ');
  return attributes.map((one) => one.toLowerCase().replace(/^expires=.*/, 'expires')).toSorted();
}

function lifetimeOf(answer: Answer): number {
  const expires = /Expires=([^;]+)/.exec(cookiesOf(answer)[0]!)![1]!;
  return Date.parse(expires) - Date.parse(answer.headers.get('date')!);
}

describe('signing in', () => {
  test('gives an AuthSession and a cookie that scripts and other sites do not get (CMS-AUTH-1, CMS-AUTH-10, CMS-RES-5, GAP-SES-1)', async () => {
    const answer = await login(server.visitor(), admin);
    expect(answer.json()).toEqual({
      authenticated: true,
      username: 'ada',
      name: 'ada',
      email: '',
      role: 'admin',
      capabilities: ['*'],
      mfa_complete: true,
      csrf_token: expect.stringMatching(/^[\w-]{43}$/) as string,
      ttl_seconds: 1800,
    });
    expect(attributesOf(answer)).toEqual(['expires', 'httponly', 'path=/', 'samesite=lax']);
    expect(Math.abs(lifetimeOf(answer) - 1_800_000)).toBeLessThanOrEqual(2_000);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('takes the user name as people type it', async () => {
    const answer = await login(server.visitor(), { ...admin, username: '  ADA ' });
    expect(answer.json()).toMatchObject({ username: 'ada' });
  });

  test('is refused in one way for an unknown user, a wrong password and a disabled user (GAP-SES-3)', async () => {
    await server.addUser({ username: 'dora', role: 'editor' });
    await server.disableUser('dora');
    const attempts = [
      { username: 'nobody', password },
      { username: admin.username, password: `${admin.password} ` },
      { username: 'dora', password },
      { username: 'dora', password: 'wrong' },
      { username: "' or 1=1 --", password },
      { username: 'no\u0000body', password: 'nul\u0000' },
    ];
    const answers = await Promise.all(attempts.map((input) => login(server.visitor(), input)));
    const bodies = answers.map((answer) => {
      expect(cookiesOf(answer)).toEqual([]);
      const { request_id: _id, ...body } = expectProblem(answer, 401, 'invalid_credentials');
      return body;
    });
    expect(bodies).toEqual(attempts.map(() => bodies[0]));
  });

  test('leaves the session of somebody who mistypes as it was', async () => {
    const client = await server.signedIn();
    expectProblem(await login(client, { ...admin, password: 'x' }), 401, 'invalid_credentials');
    expect((await client.get(`${api}/session`)).status).toBe(200);
  });

  test('begins a new session each time, and takes over none that was planted (GAP-SES-1)', async () => {
    const mallory = await server.signedInAs({ username: 'mallory', role: 'author' });
    const planted = mallory.cookie!;
    const victim = server.visitor();
    victim.cookie = planted;
    await login(victim, admin);
    expect(victim.cookie).not.toBe(planted);
    expect((await victim.get(`${api}/session`)).json()).toMatchObject({ username: 'ada' });
    expectProblem(await mallory.get(`${api}/session`), 401, 'unauthenticated');

    const unknown = server.visitor();
    unknown.cookie = 'session=chosen-by-somebody-else';
    await login(unknown, admin);
    expect(unknown.cookie).toMatch(/^session=s%3A[\w-]{43}\./);
    const again = await login(unknown, admin);
    expect(cookiesOf(again)[0]).not.toContain(victim.cookie);
  });

  test('has several sessions of one person live side by side', async () => {
    const [desk, phone] = [await server.signedIn(), await server.signedIn()];
    expect(desk.csrfToken).not.toBe(phone.csrfToken);
    await desk.post(`${api}/logout`);
    expect((await phone.get(`${api}/session`)).status).toBe(200);
  });
});

describe('a session', () => {
  test('tells who has it, with its own token (CMS-AUTH-3)', async () => {
    const client = server.visitor();
    const atLogin = (await client.signIn(admin)).json();
    expect((await client.get(`${api}/session`)).json()).toEqual(atLogin);
  });

  test('says what the caller may, by the role as it is in the database (CMS-SYS-2, CMS-RES-10, CMS-VER-2)', async () => {
    const client = await server.signedInAs({ username: 'rita', role: 'reviewer' });
    const identity = (await client.get(`${api}/session`)).json<{ capabilities: string[] }>();
    const answer = (await client.get(`${api}/capabilities`)).json<Record<string, unknown>>();
    expect(answer).toMatchObject({
      sdk_version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      capabilities: identity.capabilities,
      identity,
    });
    expect(identity.capabilities).toContain('documents.review');
    expect(identity.capabilities).not.toContain('documents.write');
    const { modules, features } = answer as Record<string, Record<string, unknown>>;
    for (const value of Object.values({ ...modules, ...features })) {
      expect(value).toBeTypeOf('boolean');
    }
  });

  test('shows the server’s state to whoever has one (CMS-SYS-1, CMS-RES-9, CMS-VER-2)', async () => {
    const client = await server.signedInAs({ username: 'vera', role: 'author' });
    const size = expect.stringMatching(/^\d+(\.\d)? ([KMGT]i)?B$/) as string;
    const status = (await client.get(`${api}/status`)).json();
    expect(status).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      build_time: null,
      git_commit: expect.stringMatching(/^([0-9a-f]{40})?$/) as string,
      database_status: 'connected',
      uptime_seconds: expect.any(Number) as number,
      memory_usage: { allocated: size, system: size },
      disk_usage: { used: size, available: size },
    });
  });

  test('rolls: each answer sets the cookie anew, as it was set at first (GAP-SES-1)', async () => {
    const client = server.visitor();
    const first = await client.signIn(admin);
    const before = client.cookie;
    for (const path of ['/session', '/documents', '/document?path=posts/ink.md']) {
      const answer = await client.get(api + path);
      expect(client.cookie).toBe(before);
      expect(attributesOf(answer)).toEqual(attributesOf(first));
      expect(Math.abs(lifetimeOf(answer) - 1_800_000)).toBeLessThanOrEqual(2_000);
    }
  });

  test('ends when nobody uses it', async () => {
    const client = await server.signedInAs({ username: 'iris', role: 'author' });
    await server.outwaitSessions('iris');
    expectProblem(await client.get(`${api}/session`), 401, 'unauthenticated');
  });

  test('ends at once when its user is disabled', async () => {
    const client = await server.signedInAs({ username: 'otto', role: 'editor' });
    expect((await client.get(`${api}/documents`)).status).toBe(200);
    await server.disableUser('otto');
    expectProblem(await client.get(`${api}/documents`), 401, 'unauthenticated');
    const save = { path: 'posts/ink.md', content: 'Red.\n' };
    expectProblem(await client.post(`${api}/documents/save`, save), 401, 'unauthenticated');
  });

  test('is not opened by what is stored of it (GAP-SES-1)', async () => {
    const client = await server.signedInAs({ username: 'stan', role: 'author' });
    const token = decodeURIComponent(client.cookie!).slice('session=s:'.length).split('.')[0]!;
    expect(await server.storedSessions('stan')).not.toContain(token);
    for (const stored of await server.storedSessions('stan')) {
      const thief = server.visitor();
      thief.cookie = `session=s%3A${stored}.${'A'.repeat(43)}`;
      expectProblem(await thief.get(`${api}/session`), 401, 'unauthenticated');
    }
  });
});

describe('a cookie that was tampered with', () => {
  const tamperings: [string, (cookie: string) => string][] = [
    ['another signature', (cookie) => `${cookie.slice(0, -4)}AAAA`],
    ['another id', (cookie) => cookie.replace(/s%3A..../, 's%3AAAAA')],
    ['no signature', (cookie) => cookie.replace(/\..*/, '')],
    ['an empty signature', (cookie) => cookie.replace(/\..*/, '.')],
    ['no mark of a signature', (cookie) => cookie.replace('s%3A', '')],
    ['a mark alone', () => 'session=s%3A'],
    ['nothing in it', () => 'session='],
    ['broken escapes', () => 'session=s%3A%E0%A4%A.%zz'],
    ['a NUL', (cookie) => `${cookie}%00`],
    ['SQL', () => `session=s%3A${encodeURIComponent("' or 1=1 --.x")}`],
    ['8,000 characters', () => `session=s%3A${'a'.repeat(8_000)}.x`],
    ['a stranger before it', (cookie) => `session=s%3Ax.y; ${cookie}`],
    ['the form of JSON', () => 'session=j%3A%7B%22identity%22%3A%7B%7D%7D'],
  ];

  test.each(tamperings)('costs the session, and nothing else: %s', async (_name, tamper) => {
    const client = await server.signedIn();
    client.cookie = tamper(client.cookie!);
    expectProblem(await client.get(`${api}/session`), 401, 'unauthenticated');
    expect((await client.get('/posts/ink/')).status).toBe(200);
    expect((await login(client, admin)).status).toBe(200);
  });
});

describe('signing out', () => {
  test('ends the session at once, also for copies of its cookie (CMS-AUTH-2, CMS-RES-6)', async () => {
    const client = await server.signedIn();
    const copy = server.visitor();
    copy.cookie = client.cookie;
    const answer = await client.post(`${api}/logout`);
    expect(answer.json()).toEqual({ authenticated: false, username: 'ada', capabilities: [] });
    expect(attributesOf(answer)).toEqual(['expires', 'httponly', 'path=/', 'samesite=lax']);
    expect(lifetimeOf(answer)).toBeLessThan(0);
    expectProblem(await copy.get(`${api}/session`), 401, 'unauthenticated');
    const create = { type: 'post', lang: 'en', title: 'Late', content: '' };
    copy.csrfToken = client.csrfToken;
    expectProblem(await copy.post(`${api}/documents/create`, create), 401, 'unauthenticated');
  });

  test('without a session is 200 all the same (GAP-SES-2)', async () => {
    const answer = await server.visitor().post(`${api}/logout`);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { authenticated: false, username: '', capabilities: [] },
    ]);
  });

  test('twice at once is no accident', async () => {
    const client = await server.signedIn();
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post(`${api}/logout`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expectProblem(await client.get(`${api}/session`), 401, 'unauthenticated');
  });

  test('is not for pages of other sites (GAP-SES-2)', async () => {
    const client = await server.signedIn();
    const foreign = { origin: 'https://evil.example' };
    expectProblem(await client.post(`${api}/logout`, undefined, foreign), 403, 'csrf_failed');
    expect((await client.get(`${api}/session`)).status).toBe(200);
  });
});

describe('a visitor', () => {
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
  ])('is given no cookie: %s', async (path) => {
    expect(cookiesOf(await server.visitor().get(path))).toEqual([]);
  });
});

describe('Secure', () => {
  const forwarded = { 'x-forwarded-proto': 'https' };

  test('is not set because a stranger says https (GAP-SES-1)', async () => {
    const answer = await login(server.visitor(), admin, forwarded);
    expect(attributesOf(answer)).not.toContain('secure');
  });

  test('is set, and kept, where a trusted proxy says https (GAP-SES-1)', async () => {
    await using behind = await TestServer.start({
      config: { server: { trusted_proxies: ['loopback'] } },
    });
    const client = behind.visitor();
    const answer = await login(client, admin, forwarded);
    const secure = ['expires', 'httponly', 'path=/', 'samesite=lax', 'secure'];
    expect(attributesOf(answer)).toEqual(secure);
    expect(attributesOf(await client.get(`${api}/session`, forwarded))).toEqual(secure);
    expect(attributesOf(await login(behind.visitor(), admin))).not.toContain('secure');
  });
});

describe('the set-up link', () => {
  const fields = { username: 'Eve', name: 'Eve Adams', email: 'eve@example.org', password };

  function tokenOf({ setupLink }: TestServer): string {
    return new URL(setupLink!).hash.slice(1);
  }

  test('makes the first administrator once, and signs in (GAP-START-2)', async () => {
    await using fresh = await TestServer.start({ environment: {} });
    expect(fresh.setupLink).toMatch(`${fresh.url}/__admin/setup#`);
    const token = tokenOf(fresh);
    const client = fresh.visitor();
    const setup = (body: object): Promise<Answer> => client.post(`${api}/setup`, body);

    expectProblem(await setup({ ...fields, token: `${token}x` }), 403, 'setup_link_invalid');
    const { errors } = expectProblem(
      await setup({ ...fields, token, username: 'Eve Adams', email: 'eve', password: 'short' }),
      422,
      'invalid_fields',
    );
    expect(errors?.map(({ path }) => path)).toEqual(['username', 'email', 'password']);

    const done = await setup({ ...fields, token });
    expect(done.json()).toMatchObject({ username: 'eve', name: 'Eve Adams', role: 'admin' });
    expect(attributesOf(done)).toEqual(['expires', 'httponly', 'path=/', 'samesite=lax']);
    expect((await client.get(`${api}/session`)).json()).toEqual(done.json());

    const again = { ...fields, token, username: 'second' };
    expectProblem(await setup(again), 403, 'setup_link_invalid');
    expect((await login(fresh.visitor(), { username: 'eve', password })).status).toBe(200);
    expect(fresh.log.join('\n')).not.toContain(token);
  });

  test('makes one administrator when several people use it at once', async () => {
    await using fresh = await TestServer.start({ environment: {} });
    const token = tokenOf(fresh);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((username) =>
        fresh.visitor().post(`${api}/setup`, { ...fields, token, username }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
  });

  test('is not for pages of other sites (GAP-SES-2)', async () => {
    await using fresh = await TestServer.start({ environment: {} });
    const body = { ...fields, token: tokenOf(fresh) };
    const foreign = { origin: 'https://evil.example' };
    const answer = await fresh.visitor().post(`${api}/setup`, body, foreign);
    expectProblem(answer, 403, 'csrf_failed');
    expect((await fresh.visitor().post(`${api}/setup`, body)).status).toBe(200);
  });

  test('is not given where the environment names the administrator', () => {
    expect(server.setupLink).toBeUndefined();
  });
});

describe('the log', () => {
  test('holds no password, cookie or token', async () => {
    const client = await server.signedIn();
    await login(server.visitor(), { ...admin, password: 'a password that is wrong' });
    const log = server.log.join('\n');
    expect(log).toContain('/login');
    const secrets = [admin.password, password, 'a password that is wrong', client.csrfToken!];
    const cookie = decodeURIComponent(client.cookie!).slice('session=s:'.length);
    for (const secret of [...secrets, cookie.split('.')[0]!]) expect(log).not.toContain(secret);
  });
});
