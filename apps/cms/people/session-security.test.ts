import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import {
  admin,
  expectProblem,
  password,
  TestServer,
  totpCode,
  type Answer,
  type Client,
} from '../fixtures.ts';

const api = '/__admin/api';
const nextPassword = 'a passphrase hard to guess';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' },
  });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function ask(client: Client): Promise<Answer> {
  return client.get(`${api}/session`);
}

async function expectNobody(client: Client): Promise<void> {
  expectProblem(await ask(client), 401, 'unauthenticated');
}

function sessionIdOf({ cookie }: Client): string {
  return decodeURIComponent(cookie!).slice('session=s:'.length).split('.')[0]!;
}

describe('sign-in does not adopt a cookie set by an attacker (GAP-SES-1)', () => {
  async function ended(): Promise<string> {
    const mallory = await server.signedIn();
    const { cookie } = mallory;
    await mallory.post(`${api}/logout`);
    return cookie!;
  }

  test.each<[string, () => string | Promise<string>]>([
    ['made up', () => 'session=chosen-by-somebody-else'],
    ['made up in the right form', () => `session=s%3A${'A'.repeat(43)}.${'B'.repeat(43)}`],
    ['of a session that has ended, and well signed', ended],
    ['given twice', async () => `${await ended()}; ${await ended()}`],
  ])('%s', async (_kind, plant) => {
    const planted = await plant();
    const thief = server.visitor();
    const victim = server.visitor();
    victim.cookie = thief.cookie = planted;
    expect((await victim.signIn(admin)).status).toBe(200);
    expect(victim.cookie).toMatch(/^session=s%3A[\w-]{43}\./);
    expect(planted).not.toContain(sessionIdOf(victim));
    expect((await ask(victim)).json()).toMatchObject({ username: 'ada' });
    await expectNobody(thief);
  });

  test('of an active session: the session ends, and a new one starts', async () => {
    const mallory = await server.signedInAs({ username: 'mallory', role: 'author' });
    const victim = mallory.at(server);
    await victim.signIn(admin);
    expect(victim.cookie).not.toBe(mallory.cookie);
    expect(victim.csrfToken).not.toBe(mallory.csrfToken);
    expect((await ask(victim)).json()).toMatchObject({ username: 'ada' });
    await expectNobody(mallory);
  });

  test('and does not start a session after a wrong password', async () => {
    const visitor = server.visitor();
    visitor.cookie = await ended();
    const before = visitor.cookie;
    const answer = await visitor.post(`${api}/login`, { ...admin, password: 'wrong' });
    expectProblem(answer, 401, 'invalid_credentials');
    expect([answer.headers.getSetCookie(), visitor.cookie]).toEqual([[], before]);
    await expectNobody(visitor);
  });
});

describe('a change of privilege', () => {
  const changes: [string, string, (client: Client, username: string) => Promise<Answer>][] = [
    [
      'a change of password',
      'author',
      (client) => {
        const body = { current_password: password, new_password: nextPassword };
        return client.post(`${api}/password/change`, body);
      },
    ],
    [
      'enabling a second factor',
      'author',
      async (client) => {
        const { secret } = (await client.post(`${api}/totp/setup`)).json<{ secret: string }>();
        return client.post(`${api}/totp/enable`, { code: totpCode(secret) });
      },
    ],
    ['a role taken by oneself', 'admin', (client, username) => takeRole(client, username)],
  ];

  function takeRole(client: Client, username: string): Promise<Answer> {
    const body = { username, name: 'Ria', email: '', role: 'editor' };
    return client.post(`${api}/users/save`, body);
  }

  async function expectRenewed(
    { client, phone }: { client: Client; phone: Client },
    change: () => Promise<Answer>,
  ): Promise<void> {
    const before = client.at(server);
    expect((await change()).status).toBe(200);
    expect(sessionIdOf(client)).not.toBe(sessionIdOf(before));
    expect((await ask(client)).json()).toMatchObject({ csrf_token: before.csrfToken });
    expect((await client.post(`${api}/sessions/revoke`, { session_id: 'none' })).status).toBe(200);
    await expectNobody(before);
    await expectNobody(phone);
  }

  test.each(changes)(
    'changes the session id, keeps the CSRF token, and ends the others: %s (GAP-SES-1, GAP-SES-4)',
    async (name, role, change) => {
      const username = name.replaceAll(' ', '-');
      const client = await server.signedInAs({ username, role });
      const phone = server.visitor();
      await phone.signIn({ username, password });
      await expectRenewed({ client, phone }, () => change(client, username));
    },
  );

  test('changes the session id, keeps the CSRF token, and ends the others: disabling a second factor (GAP-SES-1, GAP-SES-4)', async () => {
    const client = await server.signedInAs({ username: 'dina', role: 'author' });
    const { secret } = await client.enableFactor();
    const phone = server.visitor();
    await phone.signIn({ username: 'dina', password, totp_code: totpCode(secret, 1) });
    await expectRenewed({ client, phone }, () => client.post(`${api}/totp/disable`));
    expect((await server.visitor().signIn({ username: 'dina', password })).status).toBe(200);
  });

  test('that is refused changes no session', async () => {
    const client = await server.signedInAs({ username: 'rosa', role: 'author' });
    const before = client.at(server);
    const wrong = { current_password: 'wrong', new_password: nextPassword };
    const refused = await client.post(`${api}/password/change`, wrong);
    expectProblem(refused, 401, 'invalid_credentials');
    const code = await client.post(`${api}/totp/enable`, { code: '000000' });
    expectProblem(code, 401, 'totp_invalid');
    expect(client.cookie).toBe(before.cookie);
    expect((await ask(before)).status).toBe(200);
  });

  test('does not include a password confirmation: the session stays, and so do others', async () => {
    const client = await server.signedInAs({ username: 'cleo', role: 'author' });
    const [before, phone] = [client.at(server), server.visitor()];
    await phone.signIn({ username: 'cleo', password });
    expect((await client.post(`${api}/session/confirm`, { password })).status).toBe(200);
    expect(client.cookie).toBe(before.cookie);
    expect((await ask(before)).json()).toMatchObject({ csrf_token: before.csrfToken });
    expect((await ask(phone)).status).toBe(200);
  });
});

describe('the database', () => {
  async function everything(): Promise<string> {
    const { db } = server.database;
    const tables = await db.introspection.getTables();
    const rows = tables.map(({ name }) =>
      db
        .selectFrom(name as 'sessions')
        .selectAll()
        .execute(),
    );
    return JSON.stringify(await Promise.all(rows));
  }

  test('stores a hash of the cookie, and no cookie, code, token or password (GAP-SES-1, GAP-SES-4)', async () => {
    const client = await server.signedInAs({ username: 'stan', role: 'author' });
    const { secret, recoveryCodes } = await client.enableFactor();
    const phone = server.visitor();
    await phone.signIn({ username: 'stan', password, totp_code: recoveryCodes[0]! });
    const { token } = (
      await client.post(`${api}/tokens/create`, { name: 'Press', scopes: ['*'] })
    ).json<{ token: string }>();
    const link = (await ada.post(`${api}/users/reset-link`, { username: 'stan' })).json<{
      token: string;
    }>();
    const ids = [client, phone].map(sessionIdOf);
    const stored = await everything();
    for (const id of ids) expect(stored).toContain(sha256(id));
    const cookies = [client, phone].map(({ cookie }) => cookie!.slice('session='.length));
    const secrets = [...ids, ...cookies, ...cookies.map(decodeURIComponent)];
    const proofs = [secret, ...recoveryCodes, token, link.token, password, admin.password];
    for (const one of [...secrets, ...proofs]) expect(stored).not.toContain(one);
  });

  test('contains no value that opens a session (GAP-SES-1)', async () => {
    const client = await server.signedInAs({ username: 'stella', role: 'author' });
    const signature = client.cookie!.split('.')[1]!;
    const { db } = server.database;
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .where('username', '=', 'stella')
      .executeTakeFirstOrThrow();
    for (const stored of Object.values(row).map(String)) {
      for (const cookie of [
        `session=s%3A${stored}.${signature}`,
        `session=${encodeURIComponent(stored)}`,
      ]) {
        const thief = server.visitor();
        thief.cookie = cookie;
        await expectNobody(thief);
      }
    }
    expect((await ask(client)).status).toBe(200);
  });
});

describe('a tampered cookie (GAP-SES-1)', () => {
  test.each<[string, (cookie: string) => string]>([
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
  ])('loses the session without other effects: %s', async (_name, tamper) => {
    const client = await server.signedIn();
    client.cookie = tamper(client.cookie!);
    await expectNobody(client);
    expect((await client.get('/posts/ink/')).status).toBe(200);
    expect((await client.signIn(admin)).status).toBe(200);
  });
});

describe('a CSRF token (GAP-SES-2)', () => {
  let vera: Client;
  const tokens: Record<string, () => string | undefined | Promise<string | undefined>> = {
    'is needed': () => undefined,
    'is not empty': () => '',
    'is whole': () => vera.csrfToken!.slice(0, -1),
    'has nothing after it': () => `${vera.csrfToken!}x`,
    'has capitals where it has them': () => vera.csrfToken!.toLowerCase(),
    'is not the session’s cookie': () => sessionIdOf(vera),
    'is not another user’s': () => ada.csrfToken,
    'is not that of another session of the same user': async () => {
      const phone = server.visitor();
      await phone.signIn({ username: 'vera', password });
      return phone.csrfToken;
    },
    'is not that of the session before the last sign-in': async () => {
      const before = vera.csrfToken;
      await vera.signIn({ username: 'vera', password });
      return before;
    },
  };

  beforeAll(async () => {
    vera = await server.signedInAs({ username: 'vera', role: 'editor' });
  });

  test.each(Object.entries(tokens))('%s', async (_claim, make) => {
    const csrfToken = await make();
    const forged = Object.assign(vera.at(server), { csrfToken });
    for (const [path, body] of [
      ['documents/save', { path: 'posts/ink.md', content: 'Forged.\n' }],
      ['sessions/revoke', { all: true }],
      ['totp/setup', undefined],
    ] as const) {
      expectProblem(await forged.post(`${api}/${path}`, body), 403, 'csrf_failed');
    }
    expect((await ask(vera)).status).toBe(200);
    expect(await server.read('content/posts/ink.md')).toContain('Black.');
  });

  test('is not accepted in the address, the body or a cookie', async () => {
    const forged = Object.assign(vera.at(server), { csrfToken: undefined });
    const token = vera.csrfToken!;
    forged.cookie = `${vera.cookie!}; csrf_token=${token}; X-CSRF-Token=${token}`;
    const address = `${api}/sessions/revoke?csrf_token=${token}&X-CSRF-Token=${token}`;
    const answer = await forged.post(address, { all: true, csrf_token: token });
    expectProblem(answer, 403, 'csrf_failed');
  });
});

describe('a page of another site (GAP-SES-2)', () => {
  const port = (): number => Number(new URL(server.url).port);
  const origins: [string, () => string][] = [
    ['another host', () => 'https://evil.example'],
    ['one that hides who it is', () => 'null'],
    ['another port', () => `http://127.0.0.1:${port() + 1}`],
    ['the default port', () => 'http://127.0.0.1'],
    ['another name of the same machine', () => `http://localhost:${port()}`],
    ['a name that begins alike', () => `http://127.0.0.1.evil.example:${port()}`],
    ['a name that ends alike', () => `http://evil.127.0.0.1:${port()}`],
    ['a file', () => 'file://'],
    ['no address', () => `127.0.0.1:${port()}`],
  ];
  const own = (): Record<string, string>[] => [{ origin: server.url }, {}];
  const calls = {
    '/login': { ...admin },
    '/logout': undefined,
    '/setup': { token: 'none', username: 'eve', password },
    '/password/reset': { token: 'none', new_password: password },
  };

  test.each(origins)(
    'is refused for sign-in, sign-out, set-up and reset: %s',
    async (_kind, origin) => {
      const headers = { origin: origin() };
      for (const [path, body] of Object.entries(calls)) {
        const client = ada.at(server);
        const answer = await client.post(api + path, body, headers);
        expectProblem(answer, 403, 'csrf_failed');
        expect(client.cookie).toBe(ada.cookie);
      }
      expect((await ask(ada)).status).toBe(200);
    },
  );

  test('does not consume a reset link, which works from its own page or without an Origin', async () => {
    for (const headers of own()) {
      const username = `pat-${Object.keys(headers).length}`;
      await server.addUser({ username, role: 'author' });
      const made = await ada.post(`${api}/users/reset-link`, { username });
      const body = { token: made.json<{ token: string }>().token, new_password: nextPassword };
      const reset = (more: Record<string, string>): Promise<Answer> =>
        server.visitor().post(`${api}/password/reset`, body, more);
      const foreign = await reset({ origin: 'https://evil.example' });
      expectProblem(foreign, 403, 'csrf_failed');
      expect((await reset(headers)).json()).toMatchObject({ ok: true, username });
    }
  });

  test('differs from the site itself, and from programs that send no Origin', async () => {
    for (const headers of own()) {
      const client = server.visitor();
      expect((await client.post(`${api}/login`, admin, headers)).status).toBe(200);
      const answer = await client.post(`${api}/logout`, undefined, headers);
      expect(answer.json()).toMatchObject({ username: 'ada' });
    }
  });

  test('cannot send form content types', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const client = server.visitor();
      const init = {
        method: 'POST',
        body: JSON.stringify(admin),
        headers: { 'content-type': type },
      };
      const answer = await client.send(`${api}/login`, init);
      expectProblem(answer, 415, 'unsupported_media_type');
      expect(client.cookie).toBeUndefined();
    }
  });
});
