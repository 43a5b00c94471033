import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '@galley/contract';
import { expectProblem, password, TestServer, type Answer } from '../fixtures.ts';
import { dumpDatabase, AdminClient, adminClientOf } from '../people.fixtures.ts';

const api = '/__admin/api';
const day = 24 * 3_600_000;

interface Token {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_used_at: string | null;
  readonly last_used_addr: string | null;
}

type NewToken = Token & { readonly token: string };

let server: TestServer;
let ada: AdminClient;
const made: string[] = [];

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/posts/ink.md': '---\ntitle: Ink\nauthor: ada\n---\nBlack.\n',
      'content/posts/hers.md': '---\ntitle: Hers\nauthor: vera\n---\nText.\n',
    },
  });
  ada = new AdminClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

async function create(office: AdminClient, more: object = {}): Promise<NewToken> {
  const body = { name: 'Script', scopes: ['*'], ...more };
  const token = await office.postJson<NewToken>('/tokens/create', body);
  made.push(token.token);
  return token;
}

function bearing(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function get(token: string, path: string): Promise<Answer> {
  return server.visitor().get(api + path, bearing(token));
}

function post(token: string, path: string, body?: object): Promise<Answer> {
  return server.visitor().post(api + path, body, bearing(token));
}

async function pathsSeenBy(token: string): Promise<string[]> {
  const { items } = (await get(token, '/documents')).json<{ items: { path: string }[] }>();
  return items.map(({ path }) => path).toSorted();
}

function list(office: AdminClient, username?: string): Promise<Token[]> {
  return office.getJson<Token[]>('/tokens', username === undefined ? {} : { username });
}

describe('creating a token', () => {
  test('shows it once, and stores only its hash', async () => {
    const amy = await adminClientOf(server, 'amy');
    const { token, ...record } = await create(amy, { name: '  Nightly export ' });
    expect(token).toMatch(/^galley_[\w-]{43}$/);
    const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(record).toEqual({
      id: expect.stringMatching(/^[\w-]{20,}$/) as string,
      username: 'amy',
      name: 'Nightly export',
      scopes: ['*'],
      created_at: time,
      expires_at: time,
      last_used_at: null,
      last_used_addr: null,
      created_by: 'amy',
      address_ranges: [],
      rotated_at: null,
      previous: null,
    });
    expect(Date.parse(record.expires_at) - Date.parse(record.created_at)).toBe(90 * day);
    expect(await list(amy)).toEqual([record]);
    const { expires_at, created_at } = await create(amy, { expires_in_days: 366 });
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(366 * day);
  });

  test('reports all mistakes and stores nothing (GAP-ERR-1)', async () => {
    const bob = await adminClientOf(server, 'bob');
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: '*' }, 'scopes'],
      [{ expires_in_days: 0 }, 'expires_in_days'],
      [{ expires_in_days: 367 }, 'expires_in_days'],
      [{ expires_in_days: 1.5 }, 'expires_in_days'],
      [{ username: 'ada' }, 'username'],
    ];
    for (const [more, path] of wrong) {
      const answer = await bob.attempt('/tokens/create', { name: 'T', scopes: ['*'], ...more });
      const { errors } = expectProblem(answer, 400, 'invalid_request');
      expect(errors!.map((error) => error.path)).toEqual([path]);
    }
    const scopes = ['documents.read.own', 'document.read', 'documents.read', 'users.manage'];
    const answer = await bob.attempt('/tokens/create', { name: 'T', scopes });
    const { errors } = expectProblem(answer, 422, 'invalid_fields');
    expect(errors).toMatchObject([
      {
        path: 'scopes.1',
        code: 'not_found',
      },
      {
        path: 'scopes.2',
        code: 'not_granted',
      },
      { path: 'scopes.3', code: 'not_granted' },
    ]);
    expect(await list(bob)).toEqual([]);
  });

  test('needs a password confirmation of the last ten minutes', async () => {
    const cyd = await adminClientOf(server, 'cyd');
    const { db } = server.database;
    const late = { confirmed_at: new Date(Date.now() - 11 * 60_000) };
    await db.updateTable('sessions').set(late).where('username', '=', 'cyd').execute();
    const answer = await cyd.attempt('/tokens/create', { name: 'T', scopes: ['*'] });
    expectProblem(answer, 403, 'reauthentication_required');
    await cyd.postJson('/session/confirm', { password });
    await create(cyd);
  });
});

describe('a request with a token', () => {
  test('reads and writes documents as its user, without a cookie and a CSRF token (GAP-SES-2)', async () => {
    const dot = await adminClientOf(server, 'dot', 'editor');
    const { token } = await create(dot);
    const body = { type: 'post', lang: 'en', title: 'By a script', content: 'One.\n' };
    const created = await post(token, '/documents/create', body);
    expect(created.json()).toMatchObject({ author: 'dot', last_editor: 'dot' });
    const { path, revision } = created.json<{ path: string; revision: string }>();
    const save = { path, content: 'Two.\n', expected_revision: revision };
    const answers = [
      await get(token, `/document?path=${path}`),
      await post(token, '/documents/save', save),
      await get(token, `/documents/history?path=${path}`),
      await get(token, '/status'),
      await get(token, '/capabilities'),
    ];
    for (const answer of [created, ...answers]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await server.read(`content/${path}`)).toContain('Two.');
    expect(answers[2]!.json()).toMatchObject([{ author: 'dot' }, { author: 'dot' }]);
    const entries = await ada.getJson<unknown[]>('/audit', { target: path });
    expect(entries).toMatchObject([
      { action: 'document.save', actor: 'dot', outcome: 'success' },
      { action: 'document.create', actor: 'dot', outcome: 'success' },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  test('ignores cookies', async () => {
    const eve = await adminClientOf(server, 'eve');
    const { token } = await create(eve);
    const both = server.visitor();
    both.cookie = ada.client.cookie;
    expectProblem(await both.get(`${api}/users`, bearing(token)), 403, 'forbidden');
    expectProblem(await both.get(`${api}/users`, bearing(`${token}x`)), 401, 'unauthenticated');
    expect((await both.get(`${api}/users`)).status).toBe(200);
  });

  test('has the intersection of its scopes and the role', async () => {
    await ada.postJson('/roles/save', {
      name: 'desk',
      capabilities: ['documents.read', 'media.read'],
    });
    const fay = await adminClientOf(server, 'fay', 'desk');
    const [own, all, other] = [
      await create(fay, { scopes: ['documents.read.own'] }),
      await create(fay, { scopes: ['documents.read', 'documents.read'] }),
      await create(fay, { scopes: ['media.read'] }),
    ];
    expect(all.scopes).toEqual(['documents.read']);
    expect(await pathsSeenBy(own.token)).toEqual([]);
    expect(await pathsSeenBy(all.token)).toContain('posts/ink.md');
    expectProblem(await get(other.token, '/documents'), 403, 'forbidden');
    const body = { type: 'post', lang: 'en', title: 'T', content: '' };
    const { detail } = expectProblem(
      await post(all.token, '/documents/create', body),
      403,
      'forbidden',
    );
    expect(detail).toMatch(/token/);
  });

  test('loses rights with the role immediately, and with `*` gains them', async () => {
    const gus = await adminClientOf(server, 'gus', 'editor');
    const [all, narrow] = [
      await create(gus),
      await create(gus, { scopes: ['documents.read', 'documents.write'] }),
    ];
    const hers = { path: 'posts/hers.md', content: 'Text.\n' };
    expect((await post(narrow.token, '/documents/save', hers)).status).toBe(200);
    await ada.savedUser('gus');
    expect(await gus.isSignedIn()).toBe(false);
    for (const { token } of [all, narrow]) {
      expect(await pathsSeenBy(token)).toEqual([]);
      expectProblem(await post(token, '/documents/save', hers), 404, 'not_found');
    }
    await ada.savedUser('gus', { role: 'admin' });
    expect((await get(all.token, '/users')).status).toBe(200);
    expectProblem(await get(narrow.token, '/users'), 403, 'forbidden');
    expect(await pathsSeenBy(narrow.token)).toContain('posts/hers.md');
  });

  test('changes the role of its own user, and loses rights itself', async () => {
    const rob = await adminClientOf(server, 'rob', 'admin');
    const { token } = await create(rob, { scopes: ['*', 'users.manage'] });
    const body = { username: 'rob', name: 'Rob', email: '', role: 'author' };
    const answer = await post(token, '/users/save', body);
    expect(answer.json()).toMatchObject({ username: 'rob', role: 'author' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await rob.isSignedIn()).toBe(false);
    expectProblem(await post(token, '/users/save', body), 403, 'forbidden');
    const entries = await ada.getJson<object[]>('/audit', { actor: 'rob', action: 'user.save' });
    expect(entries).toMatchObject([{ outcome: 'denied' }, { outcome: 'success' }]);
  });

  test('records the time and address of its last use', async () => {
    const hal = await adminClientOf(server, 'hal');
    const { token } = await create(hal);
    const from = Date.now();
    await get(token, '/documents');
    // Stored concurrently with the answer, which does not wait for it.
    await expect.poll(async () => (await list(hal))[0]!.last_used_addr).toBe('127.0.0.1');
    const usedAt = Date.parse((await list(hal))[0]!.last_used_at!);
    expect(usedAt).toBeGreaterThanOrEqual(from);
    expect(usedAt).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer galley_',
    `Bearer galley_${'A'.repeat(43)}`,
    `Bearer galley_${'A'.repeat(5_000)}`,
    `Basic ${btoa('ada:a long enough passphrase')}`,
    'Digest username="ada"',
    "Bearer ' or 1=1 --",
    'Bearer a b',
    'galley_of_mine',
    '',
  ])('is refused with an invalid header: %s', async (authorization) => {
    for (const path of ['/documents', '/session', '/openapi.json']) {
      const answer = await ada.client.get(api + path, { authorization });
      if (path === '/openapi.json') expect(answer.status).toBe(200);
      else expectProblem(answer, 401, 'unauthenticated');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('cannot manage sessions, factors, passwords and tokens, whatever its scopes', async () => {
    const { token } = await create(ada);
    const bodies: Record<string, object> = {
      '/session/confirm': { password: 'x' },
      '/sessions/revoke': { all: true },
      '/totp/enable': { code: '123456' },
      '/password/change': { current_password: 'x', new_password: 'seven grey herons' },
      '/tokens/create': { name: 'T', scopes: ['*'] },
      '/tokens/revoke': { id: 'x' },
    };
    const closed = operations.filter(({ access }) => access === 'session');
    expect(closed.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(bodies)));
    for (const { path, method } of closed) {
      const answer = await (method === 'GET'
        ? get(token, path)
        : post(token, path, bodies[path] ?? {}));
      expectProblem(answer, 403, 'forbidden');
    }
    const credentials = { username: 'ada', password: 'a long enough passphrase' };
    const login = await post(token, '/login', credentials);
    expectProblem(login, 403, 'forbidden');
    expect(login.headers.getSetCookie()).toEqual([]);
    expect(await ada.isSignedIn()).toBe(true);
  });
});

describe('a token ends', () => {
  test('when its user revokes it', async () => {
    const ida = await adminClientOf(server, 'ida');
    const [kept, gone] = [await create(ida), await create(ida)];
    expect((await list(ida)).map(({ id }) => id)).toEqual([gone.id, kept.id]);
    await ida.postJson('/tokens/revoke', { id: gone.id });
    expectProblem(await get(gone.token, '/documents'), 401, 'unauthenticated');
    expect((await get(kept.token, '/documents')).status).toBe(200);
    expect((await list(ida)).map(({ id }) => id)).toEqual([kept.id]);
    expectProblem(await ida.attempt('/tokens/revoke', { id: gone.id }), 404, 'not_found');
  });

  test('when it expires', async () => {
    const joe = await adminClientOf(server, 'joe');
    const { id, token } = await create(joe, { expires_in_days: 1 });
    const { db } = server.database;
    const past = { expires_at: new Date() };
    await db.updateTable('api_tokens').set(past).where('id', '=', id).execute();
    const answer = await get(token, '/documents');
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    expect(await list(joe)).toEqual([]);
    expectProblem(await joe.attempt('/tokens/revoke', { id }), 404, 'not_found');
  });

  test('while its user is disabled, and permanently when the user is deleted', async () => {
    const kim = await adminClientOf(server, 'kim');
    const { token } = await create(kim);
    await ada.savedUser('kim', { enabled: false });
    expectProblem(await get(token, '/documents'), 401, 'unauthenticated');
    await ada.savedUser('kim', { enabled: true });
    expect((await get(token, '/documents')).status).toBe(200);
    await ada.deleteUser('kim');
    await ada.savedUser('kim', { password });
    expectProblem(await get(token, '/documents'), 401, 'unauthenticated');
  });
});

describe('tokens of another user', () => {
  test('are visible to user managers, who can revoke them (GAP-ERR-2)', async () => {
    const leo = await adminClientOf(server, 'leo');
    const { id, token } = await create(leo);
    expect(await list(ada, ' LEO ')).toMatchObject([{ id, username: 'leo' }]);
    expect((await list(ada)).every(({ username }) => username === 'ada')).toBe(true);
    await ada.postJson('/tokens/revoke', { id });
    expectProblem(await get(token, '/documents'), 401, 'unauthenticated');
  });

  test('are hidden from other users, and from user managers with fewer rights', async () => {
    const { id, token } = await create(ada);
    const max = await adminClientOf(server, 'max', 'editor');
    expectProblem(await max.ask('/tokens', { username: 'ada' }), 403, 'forbidden');
    // The same answer as for an unknown token, so ids reveal nothing.
    expectProblem(await max.attempt('/tokens/revoke', { id }), 404, 'not_found');
    const manager = { username: 'mona', role: 'manager', grants: ['users.manage'] };
    const mona = new AdminClient(await server.signedInAs(manager));
    expectProblem(await mona.attempt('/tokens/revoke', { id }), 403, 'forbidden');
    expect((await get(token, '/documents')).status).toBe(200);
  });
});

test('tokens of a user without a required second factor have no rights (GAP-SES-4)', async () => {
  const ned = await adminClientOf(server, 'ned');
  const { token } = await create(ned);
  await using strict = await TestServer.beside(server, {
    config: { security: { require_mfa: true } },
  });
  const ask = (): Promise<Answer> => strict.visitor().get(`${api}/documents`, bearing(token));
  expectProblem(await ask(), 403, 'forbidden');
  await ned.setUpFactor();
  expect((await ask()).status).toBe(200);
});

test('tokens never appear in the log, the audit log or the database', async () => {
  expect(made.length).toBeGreaterThan(15);
  const audit = [
    await ada.ask('/audit', { limit: '1000' }),
    await ada.ask('/audit/export', { format: 'csv' }),
  ].map(({ text }) => text);
  expect(audit[0]).toContain('token.create');
  const lists = await ada.ask('/tokens');
  const stored = await dumpDatabase(server);
  const everything = [...audit, lists.text, server.log.join('\n'), stored].join('\n');
  for (const token of made) expect(everything).not.toContain(token.slice('galley_'.length));
});

test('the stored hash of a token gives no access', async () => {
  const { db } = server.database;
  const hashes = await db.selectFrom('api_tokens').select('token_hash').execute();
  expect(hashes.length).toBeGreaterThan(5);
  for (const { token_hash } of hashes) {
    for (const guess of [token_hash, `galley_${token_hash}`, `galley_${token_hash.slice(0, 43)}`]) {
      expectProblem(await get(guess, '/documents'), 401, 'unauthenticated');
    }
  }
});
