import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, password, TestServer, type Problem } from '../fixtures.ts';
import { AdminClient, adminClientOf, signIn, type UserInfo } from '../people.fixtures.ts';

const api = '/__admin/api';

const managed = [
  'documents.read',
  'documents.create',
  'documents.write',
  'documents.history',
  'documents.lifecycle',
  'documents.diff',
  'documents.comment',
  'media.read',
  'media.write',
  'users.manage',
];

let server: TestServer;
let ada: AdminClient;
let mona: AdminClient;

beforeAll(async () => {
  server = await TestServer.start();
  ada = new AdminClient(await server.signedIn());
  const manager = { username: 'mona', role: 'manager', grants: managed };
  mona = new AdminClient(await server.signedInAs(manager));
});

afterAll(() => server[Symbol.asyncDispose]());

function pathsOf({ errors }: Problem): string[] | undefined {
  return errors?.map(({ path }) => path);
}

describe('the list of users', () => {
  test('is sorted by user name and has these fields (CMS-SYS-12, CMS-RES-22)', async () => {
    await ada.savedUser('zoe', { name: 'Zoe Quill', email: 'zoe@example.org', role: 'editor' });
    const users = await ada.getJson<UserInfo[]>('/users');
    const names = users.map(({ username }) => username);
    expect(names).toEqual(names.toSorted());
    const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(users.find(({ username }) => username === 'ada')).toEqual({
      username: 'ada',
      name: 'ada',
      email: '',
      picture: null,
      picture_approved: false,
      role: 'admin',
      enabled: true,
      last_login: time,
      created_at: time,
      has_password: true,
      has_second_factor: false,
      has_totp: false,
      has_passkey: false,
    });
    expect(users.find(({ username }) => username === 'zoe')).toEqual({
      username: 'zoe',
      name: 'Zoe Quill',
      email: 'zoe@example.org',
      picture: null,
      picture_approved: false,
      role: 'editor',
      enabled: true,
      last_login: null,
      created_at: time,
      has_password: false,
      has_second_factor: false,
      has_totp: false,
      has_passkey: false,
    });
  });

  test('needs permission to manage users (GAP-ERR-2)', async () => {
    const editor = await adminClientOf(server, 'eddy', 'editor');
    expectProblem(await editor.ask('/users'), 403, 'forbidden');
    expectProblem(await editor.saveUser('eddy', { role: 'admin' }), 403, 'forbidden');
    expectProblem(await editor.deleteUser('ada'), 403, 'forbidden');
    expect(await ada.findUser('eddy')).toMatchObject({ role: 'editor' });
  });
});

describe('creating a user', () => {
  test('normalizes the name, and lets the user sign in (CMS-SYS-13)', async () => {
    const user = { name: ' Amy Wong ', email: ' amy@example.org ', role: ' Editor ', password };
    expect(await ada.savedUser(' AMY ', user)).toMatchObject({
      username: 'amy',
      name: 'Amy Wong',
      email: 'amy@example.org',
      role: 'editor',
      enabled: true,
      has_password: true,
    });
    const answer = await signIn(server, { username: 'amy' });
    expect(answer.json()).toMatchObject({ name: 'Amy Wong', role: 'editor' });
    expect(await ada.findUser('amy')).toMatchObject({ last_login: expect.any(String) as string });
  });

  test('uses the user name if no name is given', async () => {
    expect(await ada.savedUser('bob')).toMatchObject({ name: 'bob', has_password: false });
  });

  test('reports all mistakes at once and stores nothing (GAP-ERR-1, GAP-SES-5)', async () => {
    const wrong = { name: 'two\nlines', email: 'nowhere', role: 'novelist', password: 'short' };
    const problem = expectProblem(await ada.saveUser('no body', wrong), 422, 'invalid_fields');
    expect(pathsOf(problem)).toEqual(['username', 'name', 'email', 'password', 'role']);
    expect(problem.detail).toMatch(
      /^username: must be .*; name: must be .*; email: .* \(and 2 more\)\.$/,
    );
    expect(problem.errors!.at(-1)!.message).toMatch(
      /no "novelist"; there are admin, author, editor/,
    );
    expect(await ada.findUser('no body')).toBeUndefined();
  });

  test.each([
    ['username', 'galley', {}],
    ['username', '-dash', {}],
    ['username', 'ünal', {}],
    ['username', 'a'.repeat(65), {}],
    ['name', 'odd', { name: 'x'.repeat(201) }],
    ['email', 'odd', { email: 'a@b' }],
    ['email', 'odd', { email: 'a b@example.org' }],
    ['role', 'odd', { role: '' }],
    ['role', 'odd', { role: 'constructor' }],
    ['password', 'oddly-long-name', { password: 'oddly-long-name' }],
  ])('refuses the %s: %j %j', async (path, username, more) => {
    const answer = await ada.saveUser(username, more);
    expect(pathsOf(expectProblem(answer, 422, 'invalid_fields'))).toEqual([path]);
    expect(await ada.findUser(username)).toBeUndefined();
  });

  test('refuses unknown fields (GAP-ERR-3)', async () => {
    for (const field of ['is_admin', 'capabilities', 'totp', 'Role']) {
      const answer = await ada.saveUser('odd', { [field]: true });
      expect(pathsOf(expectProblem(answer, 400, 'invalid_request'))).toEqual([field]);
    }
    const { status } = await ada.attempt('/users/save', { username: 'odd', role: 'author' });
    expect(status).toBe(400);
    expect(await ada.findUser('odd')).toBeUndefined();
  });

  test('several times at once creates one user, and refuses the others', async () => {
    const names = ['One', 'Two', 'Three'];
    const answers = await Promise.all(names.map((name) => ada.saveUser('cyd', { name })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const users = await ada.getJson<UserInfo[]>('/users');
    expect(users.filter(({ username }) => username === 'cyd')).toHaveLength(1);
  });
});

describe('changing a user', () => {
  test('keeps the password and `enabled` when they are absent', async () => {
    await ada.savedUser('dot', { password });
    const changed = await ada.savedUser('dot', { name: 'Dorothy' });
    expect(changed).toMatchObject({ name: 'Dorothy', enabled: true, has_password: true });
    expect((await signIn(server, { username: 'dot' })).status).toBe(200);
    expect(await ada.savedUser('dot', { enabled: false })).toMatchObject({
      name: 'dot',
      enabled: false,
    });
    expect(await ada.savedUser('dot', { name: 'Dot' })).toMatchObject({ enabled: false });
    expectProblem(await signIn(server, { username: 'dot' }), 401, 'invalid_credentials');
    expect(await ada.savedUser('dot', { enabled: true })).toMatchObject({ has_password: true });
    expect((await signIn(server, { username: 'dot' })).status).toBe(200);
  });

  test('of name and address keeps their sessions', async () => {
    const office = await adminClientOf(server, 'eve');
    await ada.savedUser('eve', { name: 'Eve Adams', email: 'eve@example.org' });
    expect(await office.getJson('/session')).toMatchObject({
      name: 'Eve Adams',
      email: 'eve@example.org',
    });
  });

  test.each([
    ['role', { role: 'editor' }],
    ['password', { password: 'seven grey herons' }],
    ['enabled', { enabled: false }],
  ])('of %s ends their sessions at once (GAP-SES-4)', async (what, change) => {
    const office = await adminClientOf(server, `fay-${what}`);
    await ada.savedUser(`fay-${what}`, change);
    expect(await office.isSignedIn()).toBe(false);
  });

  test('of the password invalidates the old one and their tokens', async () => {
    const office = await adminClientOf(server, 'gus');
    const { token } = await office.postJson<{ token: string }>('/tokens/create', {
      name: 'Script',
      scopes: ['*'],
    });
    await ada.savedUser('gus', { password: 'seven grey herons' });
    expectProblem(await signIn(server, { username: 'gus' }), 401, 'invalid_credentials');
    expect((await signIn(server, { username: 'gus', password: 'seven grey herons' })).status).toBe(
      200,
    );
    const bearer = { authorization: `Bearer ${token}` };
    const answer = await server.visitor().get(`${api}/documents`, bearer);
    expectProblem(answer, 401, 'unauthenticated');
  });

  test('of oneself covers name and address, but not the password or `enabled`', async () => {
    const own = { role: 'admin', name: 'Ada L.' };
    for (const more of [{ password: 'seven grey herons' }, { enabled: false }]) {
      expectProblem(await ada.saveUser('ada', { ...own, ...more }), 403, 'forbidden');
    }
    expect(await ada.savedUser('ada', { ...own, enabled: true })).toMatchObject({ name: 'Ada L.' });
    expect(await ada.getJson('/session')).toMatchObject({ name: 'Ada L.' });
  });

  test('of the own role continues the session, under a new id and with the new rights (GAP-SES-1)', async () => {
    const office = await adminClientOf(server, 'hal', 'admin');
    const other = (await signIn(server, { username: 'hal' })).office;
    const { cookie, csrfToken } = office.client;
    const answer = await office.saveUser('hal', { role: 'author' });
    expect(answer.json()).toMatchObject({ role: 'author' });
    expect(office.client.cookie).not.toBe(cookie);
    expect(await office.getJson('/session')).toMatchObject({
      role: 'author',
      csrf_token: csrfToken,
    });
    expect(await other.isSignedIn()).toBe(false);
    expectProblem(await office.ask('/users'), 403, 'forbidden');
  });
});

describe('a user manager who is not an administrator', () => {
  test('creates, changes and deletes users with at most the same rights', async () => {
    expect((await mona.saveUser('ida', { password })).status).toBe(200);
    expect((await mona.saveUser('ida', { role: 'manager' })).status).toBe(200);
    expect((await mona.saveUser('ida', { enabled: false })).status).toBe(200);
    expect((await mona.deleteUser('ida')).status).toBe(200);
    expect(await ada.findUser('ida')).toBeUndefined();
  });

  test('cannot change users with more rights (GAP-ERR-2)', async () => {
    await ada.savedUser('joe', { role: 'editor' });
    for (const username of ['ada', 'joe']) {
      const role = username === 'ada' ? 'admin' : 'editor';
      for (const more of [{}, { role }, { role, password }, { role, enabled: false }]) {
        expectProblem(await mona.saveUser(username, more), 403, 'forbidden');
      }
      expectProblem(await mona.deleteUser(username), 403, 'forbidden');
      expectProblem(
        await mona.attempt('/sessions/revoke', { username, all: true }),
        403,
        'forbidden',
      );
      expectProblem(await mona.attempt('/totp/setup', { username }), 403, 'forbidden');
      expectProblem(await mona.attempt('/users/reset-link', { username }), 403, 'forbidden');
    }
    expect(await ada.isSignedIn()).toBe(true);
  });

  test('cannot grant rights beyond their own, not even to themselves', async () => {
    await ada.savedUser('kim');
    for (const role of ['admin', 'editor', 'reviewer']) {
      expectProblem(await mona.saveUser('kim', { role }), 403, 'forbidden');
      expectProblem(await mona.saveUser('new-one', { role }), 403, 'forbidden');
      expectProblem(await mona.saveUser('mona', { role }), 403, 'forbidden');
    }
    expect(await ada.findUser('kim')).toMatchObject({ role: 'author' });
    expect(await ada.findUser('new-one')).toBeUndefined();
  });
});
