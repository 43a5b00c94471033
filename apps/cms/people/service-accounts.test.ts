import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, password, TestServer, type Answer } from '../fixtures.ts';
import { AdminClient, adminClientOf } from '../people.fixtures.ts';

const api = '/__admin/api';

interface Account {
  readonly username: string;
  readonly [field: string]: unknown;
}

interface NewToken {
  readonly id: string;
  readonly token: string;
  readonly [field: string]: unknown;
}

let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  server = await TestServer.start();
  ada = new AdminClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

let count = 0;

async function newService(more: object = {}): Promise<Account> {
  const body = { username: `robot${(count += 1)}`, description: '', role: 'editor', ...more };
  return ada.postJson<Account>('/service-accounts/save', body);
}

function tokenOf(service: Account, more: object = {}, by = ada): Promise<NewToken> {
  const body = { name: 'Sync', scopes: ['*'], service: service.username, ...more };
  return by.postJson<NewToken>('/tokens/create', body);
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

function get(token: string, path: string): Promise<Answer> {
  return server.visitor().get(api + path, bearing(token));
}

function post(token: string, path: string, body: object): Promise<Answer> {
  return server.visitor().post(api + path, body, bearing(token));
}

describe('a service account', () => {
  test('ADD-SVC-1: is created, changed, disabled and deleted, and audited', async () => {
    const made = await newService({ name: 'Nightly sync', responsible: 'ada' });
    const { username } = made;
    expect(made).toMatchObject({
      username: expect.stringMatching(/^service:robot\d+$/) as string,
      name: 'Nightly sync',
      role: 'editor',
      enabled: true,
      responsible: 'ada',
      responsible_role: null,
      created_by: 'ada',
      tokens: 0,
      last_used_at: null,
      holders: [],
    });
    const { token } = await tokenOf(made);
    expect((await get(token, '/documents')).status).toBe(200);
    const fields = { username, description: 'Imports', role: 'author', responsible_role: 'editor' };
    const changed = await ada.postJson<Account>('/service-accounts/save', fields);
    expect(changed).toMatchObject({ role: 'author', responsible: null, tokens: 1 });
    await ada.postJson('/service-accounts/save', { ...fields, enabled: false });
    expectProblem(await get(token, '/documents'), 401, 'unauthenticated');
    expectProblem(await ada.attempt('/tokens/create', tokenBody(username)), 403, 'forbidden');
    await ada.postJson('/service-accounts/save', { ...fields, enabled: true });
    expect((await get(token, '/documents')).status).toBe(200);
    await ada.postJson('/service-accounts/delete', { username });
    expectProblem(await get(token, '/documents'), 401, 'unauthenticated');
    const entries = await ada.getJson<{ action: string; details: object }[]>('/audit', {
      target: username,
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'service_account.delete',
      ...Array.from({ length: 4 }, () => 'service_account.save'),
    ]);
    expect(entries[3]!.details).toMatchObject({
      created: false,
      changes: { role: { old: 'editor', new: 'author' } },
    });
  });

  test('ADD-SVC-1: reports all mistakes', async () => {
    const wrong: [object, string, string][] = [
      [{ username: 'a b' }, 'username', 'not_a_bounded_name'],
      [{ username: 'service:service:x' }, 'username', 'not_a_bounded_name'],
      [{ name: 'a\nb' }, 'name', 'not_one_line'],
      [{ description: 'x'.repeat(1_001) }, 'description', 'too_long'],
      [{ role: 'admin' }, 'role', 'only_for_people'],
      [{ role: 'nobody' }, 'role', 'not_found'],
      [{ responsible: 'nobody' }, 'responsible', 'not_found'],
      [{ responsible_role: 'nobody' }, 'responsible_role', 'not_found'],
      [{ responsible: 'ada', responsible_role: 'editor' }, 'responsible_role', 'not_with'],
    ];
    for (const [more, path, code] of wrong) {
      const body = { username: 'wrong', description: '', role: 'author', ...more };
      const answer = await ada.attempt('/service-accounts/save', body);
      expect(expectProblem(answer, 422, 'invalid_fields').errors).toMatchObject([{ path, code }]);
    }
    const other = await newService();
    const asService = { username: 'wrong', description: '', role: 'author' };
    const answer = await ada.attempt('/service-accounts/save', {
      ...asService,
      responsible: other.username,
    });
    expectProblem(answer, 422, 'invalid_fields');
  });

  test('ADD-SVC-1: is no person: cannot sign in, and gets no password, session, factor or link', async () => {
    const { username } = await newService();
    const login = await server.visitor().post(`${api}/login`, { username, password });
    expectProblem(login, 401, 'invalid_credentials');
    const asPerson = { username, name: '', email: '', role: 'editor', password };
    expectProblem(await ada.attempt('/users/save', asPerson), 422, 'invalid_fields');
    for (const path of ['/users/reset-link', '/users/send-link', '/users/picture/delete'])
      expect((await ada.attempt(path, { username })).status).toBeGreaterThanOrEqual(404);
    const users = await ada.getJson<Account[]>('/users');
    expect(users.map((user) => user.username)).not.toContain(username);
    const { db } = server.database;
    const at = new Date();
    const writes = [
      db.insertInto('credentials').values({
        id: 'x',
        username,
        kind: 'passkey',
        data: '{}',
        created_at: at,
        updated_at: at,
      }),
      db.insertInto('one_time_tokens').values({
        token_hash: 'x',
        username,
        purpose: 'password',
        created_at: at,
        expires_at: at,
      }),
      db.updateTable('users').set({ role: 'admin' }).where('username', '=', username),
      db.updateTable('sessions').set({ username }),
    ];
    for (const write of writes) await expect(write.execute()).rejects.toThrow('service account');
  });

  test('ADD-SVC-2: never decides, is never assigned, and takes over no documents', async () => {
    const robot = await newService({ role: 'editor' });
    const { token } = await tokenOf(robot);
    const { capabilities } = (await get(token, '/capabilities')).json<{ capabilities: string[] }>();
    expect(capabilities).toContain('documents.publish');
    for (const name of ['documents.review', 'media.review', 'runs.approve', '*'])
      expect(capabilities).not.toContain(name);
    const scopes = { scopes: ['documents.review'] };
    const refused = await ada.attempt('/tokens/create', {
      ...tokenBody(robot.username),
      ...scopes,
    });
    expectProblem(refused, 422, 'invalid_fields');
    const post_ = { type: 'post', lang: 'en', title: 'Assigned', content: 'Text\n' };
    const { path } = await ada.postJson<{ path: string }>('/documents/create', post_);
    for (const part of ['owner', 'assignee', 'reviewer']) {
      const body = { source_path: path, action: 'assign', [part]: robot.username };
      const answer = await ada.attempt('/documents/editorial', body);
      expect(answer.status).toBe(422);
    }
    await server.addUser({ username: 'leaver', role: 'author' });
    const body = { username: 'leaver', reassign_to: robot.username };
    expectProblem(await ada.attempt('/users/delete', body), 422, 'invalid_fields');
  });

  test('ADD-SVC-2: is not given by people with fewer permissions', async () => {
    const robot = await newService({ role: 'editor' });
    const grants = ['users.manage', 'documents.read'];
    const mona = new AdminClient(
      await server.signedInAs({ username: 'mona', role: 'manager', grants }),
    );
    const fields = { username: robot.username, description: '', role: 'manager' };
    expectProblem(await mona.attempt('/service-accounts/save', fields), 403, 'forbidden');
    expectProblem(
      await mona.attempt('/tokens/create', tokenBody(robot.username)),
      403,
      'forbidden',
    );
    const own = await mona.postJson<Account>('/service-accounts/save', {
      ...fields,
      username: 'mine',
    });
    await tokenOf(own, {}, mona);
    const amy = await adminClientOf(server, 'amy');
    expectProblem(await amy.attempt('/tokens/create', tokenBody(own.username)), 403, 'forbidden');
    const missing = await ada.attempt('/tokens/create', tokenBody('service:nobody'));
    expectProblem(missing, 404, 'not_found');
    expectProblem(await ada.attempt('/tokens/create', tokenBody('amy')), 404, 'not_found');
  });

  test('ADD-SVC-4: is named in the history, but never in a byline', async () => {
    const robot = await newService({ name: 'Wire feed' });
    const { token } = await tokenOf(robot);
    const body = { type: 'post', lang: 'en', title: 'From the wire', content: 'News\n' };
    const { path } = (await post(token, '/documents/create', body)).json<{ path: string }>();
    await ada.postJson('/documents/status', { path, status: 'published' });
    const page = await server.visitor().get('/posts/from-the-wire/');
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('Wire feed');
    expect(page.text).not.toContain(robot.username);
    const history = await ada.getJson<object[]>('/documents/history', { path });
    expect(history.at(-1)).toMatchObject({ author: robot.username });
    const detail = await ada.getJson<{ people: object }>('/document', { path });
    expect(JSON.stringify(detail)).toContain('Wire feed');
    const left = await ada.attempt('/service-accounts/delete', { username: robot.username });
    expectProblem(left, 409, 'in_use');
    await ada.postJson('/service-accounts/delete', {
      username: robot.username,
      reassign_to: 'ada',
    });
    expect(await ada.getJson('/document', { path })).toMatchObject({ author: 'ada' });
  });

  test('ADD-SVC-1: its tokens need no second factor', async () => {
    const { token } = await tokenOf(await newService());
    await using strict = await TestServer.beside(server, {
      config: { security: { require_mfa: true } },
    });
    const answer = await strict.visitor().get(`${api}/documents`, bearing(token));
    expect(answer.status).toBe(200);
  });
});

function tokenBody(service: string) {
  return { name: 'Sync', scopes: ['*'], service };
}
