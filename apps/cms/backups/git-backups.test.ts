import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/hello.md': '---\ntitle: Hello\n---\nHello\n' },
  });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const take = (message: string, client = ada): Promise<Answer> =>
  client.post('/__admin/api/backups/git-snapshot', { message });

const log = (query = '', client = ada): Promise<Answer> =>
  client.get(`/__admin/api/backups/git-log${query}`);

function messages(answer: Answer): string[] {
  return answer.json<{ message: string }[]>().map(({ message }) => message);
}

test('a snapshot is a BackupInfo of type git, with the requester as author (GAP-BAK-2, CMS-RES-18)', async () => {
  expect((await log()).json()).toEqual([]);
  await server.write('content/posts/ink.md', '---\ntitle: Ink\n---\n');
  const begun = Date.now();
  const taken = (await take('Before the redesign')).json();
  expect(taken).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
    name: 'Before the redesign',
    created_by: 'ada',
    type: 'git',
    size: expect.any(Number) as number,
    created_at: expect.stringMatching(/\.000Z$/) as string,
    created: true,
    files_changed: expect.any(Number) as number,
    left_out: [],
    pushed: null,
    push_problem: null,
  });
  const at = new Date(taken['created_at'] as string).getTime();
  expect(at).toBeGreaterThan(begun - 2_000);
  const author = { name: 'ada', email: 'ada@localhost' };
  expect((await log()).json()).toEqual([
    {
      hash: taken['id'],
      author: author.name,
      email: author.email,
      date: taken['created_at'],
      message: 'Before the redesign',
    },
  ]);
  expect((await take('Nothing new')).json()).toMatchObject({
    created: false,
    id: taken['id'],
    name: 'Before the redesign',
    files_changed: 0,
    size: 0,
  });
});

test('saved changes are in the next snapshot, and the repository is not treated as a document', async () => {
  const body = { type: 'post', lang: 'en', title: 'A new one', content: 'Fresh\n' };
  const created = await ada.post('/__admin/api/documents/create', body);
  expect(created.status).toBe(200);
  expect((await take('With the new one')).json()).toMatchObject({
    created: true,
    files_changed: 1,
  });
  expect((await take('And nothing else')).json()).toMatchObject({ created: false });
  const listed = await ada.get('/__admin/api/documents?limit=200');
  expect(listed.text).not.toContain('.git');
  expect((await server.visitor().get('/.git/config')).status).toBe(404);
  expect((await server.visitor().get('/media/../.git/config')).status).toBe(404);
});

test('the log has the requested length, at most 200 (GAP-BAK-2)', async () => {
  for (const at of [1, 2, 3]) {
    await server.write('content/posts/ink.md', `---\ntitle: Ink ${at}\n---\n`);
    await take(`Change ${at}`);
  }
  expect(messages(await log('?count=2'))).toEqual(['Change 3', 'Change 2']);
  expect(messages(await log('?count=201'))).toHaveLength(messages(await log()).length);
  for (const count of ['0', '-1', 'x', '1.5'])
    expectProblem(await log(`?count=${count}`), 400, 'invalid_request');
});

test('a message must not be empty, and unknown fields are refused', async () => {
  expectProblem(await take(' \n'), 400, 'invalid_request');
  expectProblem(await take('a\0b'), 400, 'invalid_request');
  const body = { message: 'Said', author: 'Eve' };
  const answer = await ada.post('/__admin/api/backups/git-snapshot', body);
  expectProblem(answer, 400, 'invalid_request');
});

test('a repository in the middle of another operation is left unchanged, and the response explains why', async () => {
  await server.write('content/.git/MERGE_HEAD', 'x');
  const { detail } = expectProblem(await take('No'), 409, 'git_unusable');
  expect(detail).toContain('a merge in progress');
  await server.write('content/.git/index.lock', '');
  await rm(join(server.project, 'content/.git/MERGE_HEAD'));
  expect(expectProblem(await take('No'), 409, 'git_unusable').detail).toContain('index.lock');
  await rm(join(server.project, 'content/.git/index.lock'));
  expect((await take('Yes')).status).toBe(200);
});

test('users without permission get neither snapshot nor log', async () => {
  const wim = await server.signedInAs({ username: 'wim', role: 'editor' });
  expectProblem(await take('Mine', wim), 403, 'forbidden');
  expectProblem(await log('', wim), 403, 'forbidden');
});

test('a snapshot that could not be pushed is kept, reports the reason, and is audited', async () => {
  await using other = await TestServer.start({
    // No server listens on this port.
    config: { backup: { git: { push_url: 'http://127.0.0.1:9/content.git', token: 'hidden' } } },
  });
  const client = await other.signedIn();
  const taken = await take('First', client);
  expect(taken.json()).toMatchObject({
    created: true,
    pushed: false,
    push_problem: 'the remote is unreachable (ECONNREFUSED)',
  });
  const audit = await client.get('/__admin/api/audit?action=backup.git_snapshot');
  expect(audit.json()).toMatchObject([{ details: { created: true, pushed: false } }]);
  expect(taken.text + audit.text).not.toContain('hidden');
});
