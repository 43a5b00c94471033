import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilities } from '@galley/kernel';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { EditorClient, AdminClient, adminClientOf } from '../people.fixtures.ts';

interface Role {
  readonly name: string;
  readonly capabilities: readonly string[];
  readonly builtin: boolean;
  readonly users: number;
}

function post(title: string, author: string): string {
  return `---\ntitle: ${title}\nauthor: ${author}\nworkflow: published\n---\nText.\n`;
}

let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/posts/hers.md': post('Hers', 'vera'),
      'content/posts/his.md': post('His', 'otto'),
    },
  });
  ada = new AdminClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

function save(office: AdminClient, name: string, granted: readonly string[]): Promise<Answer> {
  return office.attempt('/roles/save', { name, capabilities: granted });
}

function saved(name: string, granted: readonly string[]): Promise<Role> {
  return ada.postJson<Role>('/roles/save', { name, capabilities: granted });
}

function remove(office: AdminClient, name: string): Promise<Answer> {
  return office.attempt('/roles/delete', { name });
}

async function find(name: string): Promise<Role | undefined> {
  return (await ada.getJson<Role[]>('/roles')).find((role) => role.name === name);
}

async function pathsSeenBy({ client }: AdminClient): Promise<string[]> {
  return (await new EditorClient(client).list()).items.map(({ path }) => path).toSorted();
}

describe('the list of roles', () => {
  test('starts with the built-in ones, with capabilities and user counts (CMS-AUTH-13, GAP-ED-8)', async () => {
    await saved('aardvark', []);
    const roles = await ada.getJson<Role[]>('/roles');
    expect(roles.slice(0, 4).map(({ name, builtin }) => [name, builtin])).toEqual([
      ['admin', true],
      ['author', true],
      ['editor', true],
      ['reviewer', true],
    ]);
    expect(roles[0]).toEqual({ name: 'admin', capabilities: ['*'], builtin: true, users: 1 });
    expect(roles.slice(4).every(({ builtin }) => !builtin)).toBe(true);
    expect(await find('author')).toMatchObject({
      capabilities: expect.arrayContaining(['documents.read.own', 'documents.create']) as string[],
    });
    await adminClientOf(server, 'rita', 'reviewer');
    expect(await find('reviewer')).toMatchObject({ users: 1 });
  });

  test('is available to users who manage users (GAP-ERR-2)', async () => {
    const editor = await adminClientOf(server, 'eddy', 'editor');
    expectProblem(await editor.ask('/roles'), 403, 'forbidden');
    expectProblem(await save(editor, 'mine', []), 403, 'forbidden');
    expectProblem(await remove(editor, 'aardvark'), 403, 'forbidden');
  });
});

describe('a custom role', () => {
  test('is created under a normalized name, with unique capabilities', async () => {
    const role = await saved('  Proof-Reader ', ['media.read', 'documents.read', 'media.read']);
    expect(role).toEqual({
      name: 'proof-reader',
      capabilities: ['documents.read', 'media.read'],
      builtin: false,
      users: 0,
    });
    expect(await find('proof-reader')).toEqual(role);
  });

  test('can have every capability except full access (CMS-AUTH-18)', async () => {
    expect((await saved('everything', capabilities)).capabilities).toHaveLength(
      capabilities.length,
    );
    const { errors } = expectProblem(await save(ada, 'all', ['*']), 422, 'invalid_fields');
    expect(errors).toMatchObject([
      { path: 'capabilities.0', message: expect.stringContaining('admin') as string },
    ]);
  });

  test('needs known capabilities, and suggests corrections (GAP-ERR-1)', async () => {
    const wrong = [
      'documents.read',
      'document.read',
      'media.read.own',
      'user.manage',
      'Audit.Read',
    ];
    const { errors, detail } = expectProblem(await save(ada, '1st', wrong), 422, 'invalid_fields');
    expect(errors!.map(({ path }) => path)).toEqual([
      'name',
      'capabilities.1',
      'capabilities.2',
      'capabilities.3',
      'capabilities.4',
    ]);
    expect(errors![1]!.message).toBe('there is no "document.read"; did you mean documents.read?');
    expect(errors![2]!.message).toContain('did you mean media.read?');
    expect(errors![3]!.message).toContain('did you mean users.manage?');
    expect(errors![4]!.message).toContain('did you mean audit.read?');
    expect(detail).toContain('documents.read?');
  });

  test.each(['', ' ', 'two words', '-dash', 'ünal', 'x'.repeat(65)])(
    'cannot be named %j',
    async (name) => {
      const answer = await save(ada, name, []);
      if (name === '') expectProblem(answer, 400, 'invalid_request');
      else {
        const { errors } = expectProblem(answer, 422, 'invalid_fields');
        expect(errors!.map(({ path }) => path)).toEqual(['name']);
      }
    },
  );

  test('refuses unknown fields (GAP-ERR-3)', async () => {
    const body = { name: 'odd', capabilities: [], builtin: true };
    expectProblem(await ada.attempt('/roles/save', body), 400, 'invalid_request');
    expect(await find('odd')).toBeUndefined();
  });

  test('with `.own` covers documents of its user only (CMS-AUTH-14, CMS-AUTH-18)', async () => {
    await saved('columnist', ['documents.read.own', 'documents.write.own']);
    const vera = await adminClientOf(server, 'vera', 'columnist');
    expect(await pathsSeenBy(vera)).toEqual(['posts/hers.md']);
    const desk = new EditorClient(vera.client);
    expect((await desk.save({ path: 'posts/hers.md', content: 'More.\n' })).status).toBe(200);
    expectProblem(await desk.open('posts/his.md'), 404, 'not_found');
    const others = await desk.save({ path: 'posts/his.md', content: 'More.\n' });
    expectProblem(others, 404, 'not_found');
    expectProblem(await desk.create({ title: 'New' }), 403, 'forbidden');
    expectProblem(await desk.askHistory('posts/hers.md'), 403, 'forbidden');
    expect(await server.read('content/posts/his.md')).toBe(post('His', 'otto'));
  });

  test('applies changes to its users at their next request', async () => {
    await saved('helper', ['documents.read.own']);
    const otto = await adminClientOf(server, 'otto', 'helper');
    expect(await pathsSeenBy(otto)).toEqual(['posts/his.md']);

    expect(await saved('helper', ['documents.read', 'documents.create'])).toMatchObject({
      users: 1,
    });
    expect(await pathsSeenBy(otto)).toEqual(['posts/hers.md', 'posts/his.md']);
    expect(await otto.getJson('/session')).toMatchObject({
      capabilities: ['documents.read', 'documents.create'],
    });
    expect((await new EditorClient(otto.client).create({ title: 'From otto' })).status).toBe(200);

    await saved('helper', []);
    expectProblem(await otto.ask('/documents'), 403, 'forbidden');
    const late = await new EditorClient(otto.client).create({ title: 'Too late' });
    expectProblem(late, 403, 'forbidden');
    expect(await otto.isSignedIn()).toBe(true);
  });

  test('created several times at once exists once', async () => {
    const wishes = [['media.read'], ['media.write'], ['documents.read']];
    const answers = await Promise.all(wishes.map((wish) => save(ada, 'contested', wish)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(wishes).toContainEqual((await find('contested'))!.capabilities);
  });
});

describe('deleting a role', () => {
  test('is refused while it is assigned, with the number of users (GAP-ERR-2)', async () => {
    await saved('intern', ['documents.read']);
    for (const username of ['ian', 'ina']) await ada.savedUser(username, { role: 'intern' });
    const problem = expectProblem(await remove(ada, ' INTERN '), 409, 'in_use');
    expect(problem).toMatchObject({ users: 2 });
    expect(problem.detail).toContain('2 users');
    await ada.savedUser('ian');
    expect(expectProblem(await remove(ada, 'intern'), 409, 'in_use')['users']).toBe(1);
    expect((await ada.deleteUser('ina')).status).toBe(200);
    expect((await remove(ada, 'intern')).json()).toEqual({ ok: true });
    expect(await find('intern')).toBeUndefined();
    expectProblem(await remove(ada, 'intern'), 404, 'not_found');
    expectProblem(await ada.saveUser('ian', { role: 'intern' }), 422, 'invalid_fields');
  });

  test('during an assignment leaves no user without a role', async () => {
    await saved('fleeting', ['documents.read']);
    const [given, removed] = await Promise.all([
      ada.saveUser('flo', { role: 'fleeting' }),
      remove(ada, 'fleeting'),
    ]);
    expect([given.status, removed.status]).toSatisfy((statuses: number[]) =>
      ['200,409', '422,200'].includes(statuses.join()),
    );
    const flo = await ada.findUser('flo');
    expect(flo?.['role']).toBe(given.status === 200 ? 'fleeting' : undefined);
  });
});

test.each(['admin', 'author', 'editor', 'reviewer', 'Admin '])(
  'the built-in role %s cannot be changed',
  async (name) => {
    const before = await ada.getJson<Role[]>('/roles');
    expectProblem(await save(ada, name, ['media.read']), 403, 'forbidden');
    expectProblem(await remove(ada, name), 403, 'forbidden');
    expect(await ada.getJson('/roles')).toEqual(before);
  },
);

test('a user manager cannot grant or revoke rights beyond their own', async () => {
  const grants = ['users.manage', 'documents.read'];
  const manager = { username: 'mona', role: 'manager', grants };
  const mona = new AdminClient(await server.signedInAs(manager));
  expect((await save(mona, 'reader', ['documents.read.own'])).status).toBe(200);
  expect((await save(mona, 'reader', ['documents.read', 'users.manage'])).status).toBe(200);
  for (const more of [
    ['documents.write'],
    ['documents.read', 'audit.read'],
    ['documents.write.own'],
  ]) {
    expectProblem(await save(mona, 'reader', more), 403, 'forbidden');
    expectProblem(await save(mona, 'another', more), 403, 'forbidden');
    expectProblem(await save(mona, 'manager', more), 403, 'forbidden');
  }
  await saved('scribe', ['documents.write']);
  expectProblem(await save(mona, 'scribe', []), 403, 'forbidden');
  expectProblem(await remove(mona, 'scribe'), 403, 'forbidden');
  expect(await find('scribe')).toMatchObject({ capabilities: ['documents.write'] });
  expect((await remove(mona, 'reader')).status).toBe(200);
});
