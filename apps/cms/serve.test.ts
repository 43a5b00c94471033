import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { TestServer } from './fixtures.ts';

test('a file changed by a text editor is on its public page within a second', async () => {
  await using server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' },
  });
  const visitor = server.visitor();
  expect((await visitor.get('/posts/ink/')).text).toContain('Black.');
  await server.write('content/posts/ink.md', '---\ntitle: Ink\n---\nBlue.\n');
  await vi.waitFor(async () => expect((await visitor.get('/posts/ink/')).text).toContain('Blue.'), {
    timeout: 5_000,
    interval: 20,
  });
});

test('a document saved by the API is on disk, in the history, and public once published', async () => {
  await using server = await TestServer.start();
  const client = await server.signedIn();
  const input = { type: 'post', lang: 'en', title: 'Ink', content: 'Black.\n' };
  const created = (await client.post('/__admin/api/documents/create', input)).json<{
    path: string;
    status: string;
  }>();
  expect(created).toMatchObject({ path: 'posts/ink.md', status: 'draft', is_public: false });
  expect((await client.get('/posts/ink/')).status).toBe(404);
  const save = {
    path: created.path,
    content: 'Blue.\n',
    frontmatter: { title: 'Ink', workflow: 'published' },
  };
  expect((await client.post('/__admin/api/documents/save', save)).json()).toMatchObject({
    status: 'published',
    is_public: true,
  });
  expect(await server.read('content/posts/ink.md')).toMatch(/workflow: published\n---\nBlue.\n$/);
  expect((await server.visitor().get('/posts/ink/')).text).toContain('Blue.');
  const history = (await client.get('/__admin/api/documents/history?path=posts/ink.md')).json<
    { kind: string; author: string }[]
  >();
  expect(history.map(({ kind, author }) => [kind, author])).toEqual([
    ['save', 'ada'],
    ['save', 'ada'],
  ]);
});

test('every start closes the data folder to other accounts (ADD-SEC-5)', async () => {
  await using server = await TestServer.start();
  const data = join(server.project, 'data');
  const mode = async () => (await stat(data)).mode & 0o777;
  expect(await mode()).toBe(0o700);
  await chmod(data, 0o755);
  await using again = await TestServer.beside(server);
  expect(await mode()).toBe(0o700);
  expect(again.log.join('\n')).toContain('data folder closed to other accounts');
});
