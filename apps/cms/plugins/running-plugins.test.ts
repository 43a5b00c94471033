import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { enable, eventually, kitchenSink } from './fixtures.ts';

let server: TestServer;
let admin: Client;
let elsewhere: Server;

const post = (title: string, body: string, more = ''): string =>
  `---\ntitle: ${title}\ndate: 2026-01-01\n${more}---\n${body}\n`;

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: 'http://example.org/' }).end();
    else response.end(`${request.method} ${request.headers['user-agent']}`);
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  server = await TestServer.start({
    config: { limits: { json_body: '1MiB' } },
    files: {
      ...kitchenSink(),
      'content/config/site.yaml': 'title: Paper\nurl: https://paper.example\n',
      'content/posts/ink.md': post(
        'Ink',
        'A colour.\n\n:::shout\nhello\n:::\n\n[gone](gone.md) [here](/posts/ink/) [out](https://example.org/)',
      ),
      'content/posts/secret.md': post('Secret', 'x', 'draft: true\n'),
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  elsewhere.close();
});

const page = async (): Promise<string> => (await server.visitor().get('/posts/ink/')).text;

const call = (group: string, name: string, input: unknown) =>
  admin.post('/__admin/plugin-api/sink/do', { what: [group, name], input });

const heard = async (): Promise<{ event: string; path?: string; actor?: string }[]> =>
  (await admin.get('/__admin/plugin-api/sink/heard')).json();

test('a plugin that is not enabled changes nothing and has no routes', async () => {
  const html = await page();
  expect(html).toContain('A colour.');
  expect(html).toContain(':::shout');
  const person = await server.signedIn();
  expectProblem(await person.get('/__admin/plugin-api/sink/heard'), 404, 'not_found');
  expectProblem(
    await person.get('/__admin/api/plugins/panel?name=sink'),
    404,
    'plugin_not_running',
  );
});

describe('an enabled plugin', () => {
  beforeAll(async () => {
    admin = await enable(server, 'sink');
  });

  test('changes cached pages, texts and blocks, with sanitized output', async () => {
    const html = await page();
    expect(html).toContain('<!-- sunk Ink --></body>');
    expect(html).toContain('A <mark>color</mark>.');
    expect(html).toContain('<p class="plugin-shout">HELLO</p>');
    const content = await server.visitor().get('/__platform/api/content?path=posts/ink.md');
    expect(content.text).toContain('<mark>color</mark>');
  });

  test('ADD-EDIT-3: names its blocks to the editor', async () => {
    const { blocks } = (await admin.get('/__admin/api/documents/types')).json<{
      blocks: { name: string }[];
    }>();
    const names = blocks.map(({ name }) => name);
    expect(names).toEqual(['chart', 'figure', 'form', 'highlight', 'ref', 'shout', 'youtube']);
  });

  test('renders the same in a preview', async () => {
    const document = (await admin.get('/__admin/api/document?path=posts/ink.md')).json<{
      html_body: string;
    }>();
    expect(document.html_body).toContain('<p class="plugin-shout">HELLO</p>');
  });

  test('restarts with new settings, and its pages are rendered again', async () => {
    await server.write('content/config/plugins.yaml', 'sink:\n  mark: drowned\n');
    await eventually(page, (html) => html.includes('<!-- drowned Ink -->'));
  });

  test('serves its routes to permitted callers, with a session and its CSRF token', async () => {
    expectProblem(
      await server.visitor().get('/__admin/plugin-api/sink/heard'),
      401,
      'unauthenticated',
    );
    const author = await server.signedInAs({ username: 'vera', role: 'author' });
    expectProblem(await author.get('/__admin/plugin-api/sink/heard'), 403, 'forbidden');
    const forged = await admin.post('/__admin/plugin-api/sink/do', {}, { 'x-csrf-token': 'no' });
    expectProblem(forged, 403, 'csrf_failed');
    expectProblem(await admin.get('/__admin/plugin-api/sink/other'), 404, 'not_found');
    expectProblem(await admin.get('/__admin/plugin-api/sink/do'), 405, 'method_not_allowed');
  });

  test('returns only what the calling user may see', async () => {
    const titles = async (client: Client) => {
      const { rows, summary } = (await client.get('/__admin/plugin-api/sink/titles')).json<{
        rows: { title: string }[];
        summary: string;
      }>();
      return [summary, ...rows.map(({ title }) => title)];
    };
    expect(await titles(admin)).toEqual(['ada', 'Ink', 'Secret']);
    const reader = await server.signedInAs({ username: 'nils', role: 'nothing', grants: [] });
    expect(await titles(reader)).toEqual(['nils']);
  });

  test('fills its page from its route', async () => {
    const panel = await admin.get('/__admin/api/plugins/panel?name=sink');
    expect(panel.json()).toEqual({
      name: 'sink',
      title: 'Heard',
      help: '',
      summary: 'ada',
      has_more: false,
      columns: [{ name: 'title', label: 'Title', type: 'text' }],
      rows: [{ title: 'Ink' }, { title: 'Secret' }],
      actions: [{ label: 'Do it', confirm: 'Really?', url: '/__admin/plugin-api/sink/do' }],
    });
  });

  test('receives events, except those that plugins cause', async () => {
    const written = await call('documents', 'create', {
      type: 'post',
      lang: 'en',
      title: 'By plugin',
      content: 'x',
    });
    expect(written.json()).toMatchObject({ status: 'draft', last_editor: 'plugin:sink' });
    await admin.post('/__admin/api/documents/create', {
      type: 'post',
      lang: 'en',
      title: 'By hand',
      content: 'x',
      frontmatter: { workflow: 'published' },
    });
    await admin.upload('/__admin/api/media/upload', { file: { name: 'a.txt', content: 'text' } });
    const events = await eventually(heard, (all) =>
      all.some(({ event }) => event === 'media.uploaded'),
    );
    const told = events.filter(({ event }) => event !== 'job');
    expect(told.map(({ event, path, actor }) => [event, path, actor])).toEqual([
      ['document.created', 'posts/by-hand.md', 'ada'],
      ['document.published', 'posts/by-hand.md', 'ada'],
      ['media.uploaded', expect.stringMatching(/^media\/.*a\.txt$/), 'ada'],
    ]);
  });

  test('cannot publish or write public content', async () => {
    const save = (input: object) =>
      call('documents', 'save', { path: 'posts/by-hand.md', ...input });
    const saved = await save({ content: 'changed by a plugin' });
    expect(saved.json()).toMatchObject({ status: 'draft', last_editor: 'plugin:sink' });
    const frontmatter = { title: 'By hand', workflow: 'published' };
    expectProblem(await save({ content: 'y', frontmatter }), 422, 'plugin_refused');
    expect((await server.visitor().get('/posts/by-hand/')).text).toContain('<p>x</p>');
    const create = { type: 'post', lang: 'en', title: 'Z', content: 'x' };
    const answer = await call('documents', 'create', { ...create, frontmatter });
    expect(expectProblem(answer, 422, 'plugin_refused').detail).toContain('forbidden');
  });

  test('checks which links of a text are valid', async () => {
    const links = (await call('documents', 'links', { path: 'posts/ink.md' })).json<
      { kind: string; found: boolean | null }[]
    >();
    expect(links.map(({ kind, found }) => [kind, found])).toEqual([
      ['document', false],
      ['page', true],
      ['external', null],
    ]);
  });

  test('sends requests to granted hosts only, also after redirects', async () => {
    const { port } = elsewhere.address() as AddressInfo;
    const ask = (url: string) => call('fetch', '', { url });
    expect((await ask(`http://127.0.0.1:${port}/`)).json()).toMatchObject({
      status: 200,
      body: 'GET Galley',
    });
    for (const url of [
      `http://localhost:${port}/`,
      `http://127.0.0.1:${port}/away`,
      `http://127.1.1.1:${port}/`,
      'file:///etc/passwd',
    ])
      expect((await ask(url)).json<{ detail: string }>().detail).toMatch(
        /not an allowed host|not an http/,
      );
  });

  test('stores at most one mebibyte, under its own keys', async () => {
    const set = (key: string) => call('storage', 'set', { key, value: 'x'.repeat(200_000) });
    for (const key of ['1', '2', '3', '4', '5']) expect((await set(key)).status).toBe(200);
    expect(expectProblem(await set('6'), 422, 'plugin_refused').detail).toContain('storage_full');
    await call('storage', 'set', { key: 'a', value: { b: [1] } });
    expect((await call('storage', 'get', { key: 'a' })).json()).toEqual({ b: [1] });
    expect((await call('storage', 'keys', null)).json()).toContain('a');
    await call('storage', 'delete', { key: 'a' });
    expect((await call('storage', 'get', { key: 'a' })).json()).toBeNull();
  });

  test('runs its jobs, and plugin managers see the times', async () => {
    const jobs = async () => (await admin.get('/__admin/api/plugins/jobs')).json<object[]>();
    const [job] = await eventually(jobs, (all) =>
      JSON.stringify(all).includes('"last_finished_at":"'),
    );
    expect(job).toMatchObject({ plugin: 'sink', job: 'count', every: 3_600_000, last_error: null });
    expect((await heard()).filter(({ event }) => event === 'job')).toHaveLength(1);
  });

  test('that is disabled leaves no pages, routes or changes', async () => {
    await admin.post('/__admin/api/plugins/disable', { name: 'sink' });
    const html = await page();
    expect(html).not.toContain('drowned');
    expect(html).toContain('A colour.');
    expectProblem(await admin.get('/__admin/plugin-api/sink/heard'), 404, 'not_found');
  });
});
