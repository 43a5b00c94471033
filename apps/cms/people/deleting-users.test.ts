import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admin,
  expectProblem,
  password,
  TestServer,
  type Answer,
  type Problem,
} from '../fixtures.ts';
import {
  EditorClient,
  AdminClient,
  adminClientOf,
  signIn,
  type UserInfo,
} from '../people.fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  server = await TestServer.start();
  ada = new AdminClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

function pathsOf({ errors }: Problem): string[] | undefined {
  return errors?.map(({ path }) => path);
}

describe('deleting a user', () => {
  test('deletes all their data, and frees the name for a new user (CMS-SYS-14)', async () => {
    const office = await adminClientOf(server, 'leo');
    await office.setUpFactor();
    await office.postJson('/tokens/create', { name: 'Script', scopes: ['*'] });
    await ada.postJson('/users/delete', { username: ' LEO ' });
    expect(await office.isSignedIn()).toBe(false);
    expectProblem(await signIn(server, { username: 'leo' }), 401, 'invalid_credentials');
    expect(await ada.findUser('leo')).toBeUndefined();
    await ada.savedUser('leo', { password });
    expect((await signIn(server, { username: 'leo' })).json()).toMatchObject({
      username: 'leo',
      mfa_complete: true,
    });
    expect(await ada.getJson('/tokens', { username: 'leo' })).toEqual([]);
    expectProblem(await ada.deleteUser('nobody'), 404, 'not_found');
  });

  test('is refused for oneself (GAP-SET-3)', async () => {
    const office = await adminClientOf(server, 'max', 'admin');
    expectProblem(await office.deleteUser('Max'), 403, 'forbidden');
    expectProblem(await office.deleteUser('max', 'ada'), 403, 'forbidden');
    expect(await office.isSignedIn()).toBe(true);
  });

  test('refuses unknown fields (GAP-ERR-3)', async () => {
    const body = { username: 'max', reassign: 'ada' };
    expectProblem(await ada.attempt('/users/delete', body), 400, 'invalid_request');
    expect(await ada.findUser('max')).toBeDefined();
  });
});

describe('deleting a user who owns documents', () => {
  const letter = (owner: string): string =>
    `---\r\n# since May\r\ntitle:   "A letter"\r\nauthor: ${owner} # hers\r\ntags: [a,  b]\r\nworkflow: published\r\n---\r\nBy maria.  \r\n\r\nNo newline`;
  const note = (owner: string): string => `---\nauthor: '${owner}'\ntitle: Note\n---\nmaria\n`;

  async function press(): Promise<TestServer> {
    const started = await TestServer.start({
      files: {
        'content/posts/letter.md': letter('maria'),
        'content/pages/note.md': note('maria'),
        'content/posts/other.md': note('jan'),
        'content/posts/nobody.md': '---\ntitle: Nobody\n---\n',
      },
    });
    for (const username of ['maria', 'jan']) await started.addUser({ username, role: 'author' });
    return started;
  }

  test('is refused with the number of documents (GAP-SET-3, GAP-ERR-2)', async () => {
    await using house = await press();
    const office = new AdminClient(await house.signedIn());
    const problem = expectProblem(await office.deleteUser('maria'), 409, 'in_use');
    expect(problem).toMatchObject({ documents: 2 });
    expect(problem.detail).toContain('2 documents');
    const one = expectProblem(await office.deleteUser('jan'), 409, 'in_use');
    expect(one['documents']).toBe(1);

    const maria = house.visitor();
    expect((await maria.signIn({ username: 'maria', password })).status).toBe(200);

    for (const successor of ['maria', ' MARIA ', 'nobody', 'not a name']) {
      const answer = await office.deleteUser('maria', successor);
      expect(pathsOf(expectProblem(answer, 422, 'invalid_fields'))).toEqual(['reassign_to']);
    }
    await house.disableUser('jan');
    const answer = await office.deleteUser('maria', 'jan');
    expectProblem(answer, 422, 'invalid_fields');
    expect((await maria.get(`${api}/session`)).status).toBe(200);
    expect(await house.read('content/posts/letter.md')).toBe(letter('maria'));
  });

  test('transfers the documents to a successor, in the files too, and changes nothing else (GAP-SET-3, GAP-DOC-4)', async () => {
    await using house = await press();
    const office = new AdminClient(await house.signedIn());
    const page = await house.visitor().get('/posts/letter/');
    expect(page.status).toBe(200);
    await office.postJson('/users/delete', { username: 'maria', reassign_to: ' Jan ' });
    expect(await house.read('content/posts/letter.md')).toBe(letter('jan'));
    expect(await house.read('content/pages/note.md')).toBe(note('jan'));
    expect(await house.read('content/posts/other.md')).toBe(note('jan'));
    expect(await house.read('content/posts/nobody.md')).toBe('---\ntitle: Nobody\n---\n');

    const desk = new EditorClient(office.client);
    expect(await desk.detail('posts/letter.md')).toMatchObject({ author: 'jan' });
    expect(await desk.history('posts/letter.md')).toMatchObject([
      { author: 'ada', kind: 'editorial', message: expect.stringContaining('jan') as string },
      { kind: 'external' },
    ]);
    expect((await house.visitor().get('/posts/letter/')).status).toBe(200);

    const jan = house.visitor();
    await jan.signIn({ username: 'jan', password });
    const { items } = await new EditorClient(jan).list();
    expect(items.map(({ path }) => path).toSorted()).toEqual([
      'pages/note.md',
      'posts/letter.md',
      'posts/other.md',
    ]);
    const users = await office.getJson<UserInfo[]>('/users');
    expect(users.map(({ username }) => username)).toEqual(['ada', 'jan']);
  });

  test('is refused for reviewers too, and reviews become unassigned if the successor may not review (GAP-SET-3)', async () => {
    await using house = await press();
    await house.addUser({ username: 'rosa', role: 'reviewer' });
    const office = new AdminClient(await house.signedIn());
    const source_path = 'posts/letter.md';
    await office.postJson('/documents/editorial', {
      source_path,
      action: 'assign',
      reviewer: 'rosa',
    });
    expect(expectProblem(await office.deleteUser('rosa'), 409, 'in_use')['documents']).toBe(1);
    await office.postJson('/users/delete', { username: 'rosa', reassign_to: 'jan' });
    const { editorial } = await new EditorClient(office.client).detail(source_path);
    expect(editorial).toMatchObject({ owner: 'maria', reviewer: null });
  });

  test('succeeds once for simultaneous requests in two processes', async () => {
    await using house = await press();
    await using beside = await TestServer.beside(house);
    const offices = await Promise.all(
      [house, beside].map(async (one) => new AdminClient(await one.signedIn())),
    );
    const answers = await Promise.all(
      [...offices, ...offices].map((office) => office.deleteUser('maria', 'jan')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
    expect(await house.read('content/posts/letter.md')).toBe(letter('jan'));
  });

  test('leaves no documents to a user who is deleted at the same time (GAP-SET-3)', async () => {
    const paths = Array.from({ length: 40 }, (_, at) => `content/posts/p${at}.md`);
    const files = Object.fromEntries(paths.map((path) => [path, note('maria')]));
    await using house = await TestServer.start({ files });
    for (const username of ['maria', 'jan']) await house.addUser({ username, role: 'author' });
    const office = new AdminClient(await house.signedIn());
    await Promise.all([office.deleteUser('maria', 'jan'), office.deleteUser('jan')]);
    const users = await office.getJson<UserInfo[]>('/users');
    const names = users.map(({ username }) => username);
    const texts = await Promise.all(paths.map((path) => house.read(path)));
    const owners = texts.map((text) => /author: '(\w+)'/.exec(text)![1]!);
    expect(names).toEqual(expect.arrayContaining(owners) as string[]);
  });

  test('is undone if the transfer fails, and names the file that prevents it', async () => {
    await using house = await TestServer.start({
      files: { 'content/posts/broken.md': '---\ntitle: Fine\nauthor: maria\n---\n' },
    });
    const office = new AdminClient(await house.signedIn());
    const maria = await house.signedInAs({ username: 'maria', role: 'author' });
    await house.write('content/posts/broken.md', '---\nauthor: maria\ntitle: "broken\n---\n');
    const answer = await office.deleteUser('maria', admin.username);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.json<Problem>().detail).toContain('posts/broken.md');
    const users = await office.getJson<UserInfo[]>('/users');
    expect(users.find(({ username }) => username === 'maria')).toMatchObject({ enabled: true });
    expect((await maria.get(`${api}/session`)).status).toBe(401);
    expect((await maria.signIn({ username: 'maria', password })).status).toBe(200);
  });
});

describe('the last administrator', () => {
  test('keeps the role and cannot be deleted (GAP-SET-3, GAP-ERR-2)', async () => {
    await using alone = await TestServer.start();
    const only = new AdminClient(await alone.signedIn());
    await only.savedUser('idle', { role: 'admin', enabled: false });
    expectProblem(await only.saveUser('ada', { role: 'editor' }), 409, 'last_admin');
    expectProblem(await only.deleteUser('ada'), 403, 'forbidden');
    expect(await only.getJson('/session')).toMatchObject({ role: 'admin' });
    await only.savedUser('idle', { role: 'admin', enabled: true });
    expect((await only.saveUser('ada', { role: 'editor' })).status).toBe(200);
  });

  test.each([
    ['disable', (by, of) => by.saveUser(of, { role: 'admin', enabled: false })],
    ['demote', (by, of) => by.saveUser(of, { role: 'editor' })],
    ['delete', (by, of) => by.deleteUser(of)],
  ] as [string, (by: AdminClient, of: string) => Promise<Answer>][])(
    'remains when two administrators %s each other at once, in two processes (GAP-SET-3)',
    async (_what, blow) => {
      await using one = await TestServer.start();
      await using two = await TestServer.beside(one);
      const first = new AdminClient(await one.signedIn());
      await one.addUser({ username: 'eva', role: 'admin' });
      const there = two.visitor();
      await there.signIn({ username: 'eva', password });
      const second = new AdminClient(there);
      const answers = await Promise.all([blow(first, 'eva'), blow(second, 'ada')]);
      const won = answers.filter(({ status }) => status === 200);
      const lost = answers.filter(({ status }) => status !== 200);
      expect([won.length, lost.length]).toEqual([1, 1]);
      // The later request lost its session or permission, or gets a conflict.
      const codes = ['unauthenticated', 'forbidden', 'last_admin', 'not_found'];
      expect(codes).toContain(lost[0]!.json<{ code: string }>().code);
      const left = answers[0].status === 200 ? first : second;
      const users = await left.getJson<UserInfo[]>('/users');
      const administrators = users.filter((user) => user['role'] === 'admin' && user['enabled']);
      expect(administrators).toHaveLength(1);
    },
  );
});
