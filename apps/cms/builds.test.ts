import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exposedValue, parseExposition, withTableHeld } from '@galley/testing';
import { admin as ada, TestServer, type Answer, type Client } from './fixtures.ts';

let server: TestServer;
let admin: Client;

interface Build {
  readonly id: string;
  readonly status: string;
  readonly reason: string;
  readonly requested_by: string | null;
  readonly full: boolean;
  readonly result: { readonly files: number; readonly rendered: number } | null;
  readonly error: string | null;
}

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\n[No](/no/)\n' },
  });
  admin = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const status = async () =>
  (await admin.get('/__admin/api/operations')).json<Record<string, unknown>>();
const builds = async () => (await admin.get('/__admin/api/operations/builds')).json<Build[]>();
const rebuild = (body?: object) => admin.post('/__admin/api/operations/rebuild', body);

const finished = (count: number) =>
  vi.waitFor(
    async () => {
      const all = await builds();
      expect(all.filter((one) => ['done', 'failed'].includes(one.status))).toHaveLength(count);
      return all;
    },
    { timeout: 30_000, interval: 20 },
  );

describe('CMS-SYS-5, CMS-SYS-6: operations', () => {
  test('are idle before anything was built (CMS-RES-19)', async () => {
    expect(await status()).toMatchObject({
      ...{ status: 'idle', last_build: null, build_duration: null, queue_length: 0 },
      ...{ next_due_at: null, last_run_at: null, overdue: 0 },
    });
  });

  test('build what is asked for, and keep a log of it', async () => {
    expect((await rebuild()).json()).toEqual({ ok: true });
    const [build] = await finished(1);
    expect(build).toMatchObject({
      ...{ status: 'done', reason: 'request', requested_by: 'ada', full: false, error: null },
      result: { rendered: build!.result!.files, findings: 1 },
    });
    const after = await status();
    expect(after).toMatchObject({ status: 'idle', queue_length: 0 });
    expect(typeof after['last_build']).toBe('string');
    expect(after['build_duration']).toBeGreaterThan(0);
    const { log } = (await admin.get(`/__admin/api/operations/build?id=${build!.id}`)).json<{
      log: { level: string; message: string }[];
    }>();
    expect(log.map(({ level, message }) => [level, message])).toEqual([
      ['info', expect.stringMatching(/pages and files were made/)],
      ['warning', 'posts/ink.md, line 1: nothing is public at /no/'],
    ]);
    const file = join(server.project, 'public/posts/ink/index.html');
    expect(await readFile(file, 'utf8')).toBe((await server.visitor().get('/posts/ink/')).text);
  });

  test('make one build of all that is asked for while one is waiting (GAP-BAK-3)', async () => {
    const before = (await builds()).length;
    await withTableHeld(server.database.db, 'published_documents', async () => {
      await rebuild();
      await vi.waitFor(
        async () => expect(await status()).toMatchObject({ status: 'building', queue_length: 0 }),
        {
          timeout: 30_000,
          interval: 10,
        },
      );
      for (const body of [{}, { full: true }, {}]) await rebuild(body);
      expect(await status()).toMatchObject({ status: 'building', queue_length: 1 });
    });
    const all = await finished(before + 2);
    expect(all[0]).toMatchObject({ status: 'done', full: true });
  });

  test('say that a build failed, and why, until one goes well', async () => {
    const before = (await builds()).length;
    await server.write('themes/mine/theme.yaml', 'name: mine\nversion: 1.0.0\n');
    for (const name of ['page', 'list', 'term', 'terms', '404'])
      await server.write(
        `themes/mine/layouts/${name}.liquid`,
        '{{ page.title }}{% assign d = page.nothing | date: x %}{% for i in (1..99999999) %}.{% endfor %}',
      );
    const switched = await admin.post('/__admin/api/themes/switch', { name: 'mine' });
    expect(switched.status).toBe(200);
    await rebuild();
    const all = await finished(before + 1);
    expect(all[0]).toMatchObject({ status: 'failed', result: null });
    expect(all[0]!.error).toMatch(/cannot be made: layouts\/list\.liquid, line 1, column \d+: /);
    expect(await status()).toMatchObject({ status: 'failed' });
    await admin.post('/__admin/api/themes/switch', { name: 'default' });
    await rebuild();
    await finished(before + 2);
    expect(await status()).toMatchObject({ status: 'idle' });
  });

  test('of a build that nobody made are not found', async () => {
    const answer = await admin.get('/__admin/api/operations/build?id=none');
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });
});

test('what is built is what visitors get of a server that has made nothing yet, until it changes', async () => {
  const token = 'a token of some length';
  const environment = { SERVICE_METRICS_TOKEN: token };
  const config = { admin: { path: 'posts' } };
  // What a commit names: of anything else, nobody knows whether it would make the same.
  const build = {
    version: '1.2.3',
    commit: 'c0ffee',
    builtAt: null,
    provenance: 'tagged',
  } as const;
  await using first = await TestServer.start({
    ...{ config, build },
    files: {
      'content/config/site.yaml': 'html: { embeds: [video.example] }\n',
      'content/pages/ink.md': '---\ntitle: Ink\ntags: [Ink]\n---\nBlack.\n',
      'content/posts/hidden.md': '---\ntitle: Hidden\n---\nBehind the admin.\n',
    },
  });
  const addresses = [
    '/ink/',
    '/ink/?utm_source=x',
    '/tags/ink/',
    '/__platform/api/site',
    '/__platform/api/content?path=pages%2Fink.md',
    '/__platform/api/content/pages/ink.md.json',
    '/__platform/api/collections',
    '/__platform/api/collections?type=page&lang=en&page=1',
  ];
  const ask = () => Promise.all(addresses.map((address) => first.visitor().get(address)));
  await ask();
  const live = await ask();
  const editor = first.visitor();
  const { csrf_token } = (await editor.post('/posts/api/login', ada)).json<{
    csrf_token: string;
  }>();
  editor.csrfToken = csrf_token;
  expect((await editor.post('/posts/api/operations/rebuild')).status).toBe(200);
  const page = `${first.project}/public/ink/index.html`;
  await vi.waitFor(() => readFile(page, 'utf8'), { timeout: 30_000, interval: 20 });

  await using second = await TestServer.beside(first, { config, environment, build });
  const visitor = second.visitor();
  const measured = async (name: string, labels = {}) => {
    const { text } = await visitor.get('/__metrics', { authorization: `Bearer ${token}` });
    return exposedValue(parseExposition(text), name, labels);
  };
  const requests = (result: string) => measured('galley_kept_answers_requests_total', { result });
  // Before it hears of changes, it makes everything anew.
  await expect.poll(() => measured('galley_change_feed_connected')).toBe(1);
  for (const [index, address] of addresses.entries()) {
    const built = await visitor.get(address);
    expect([address, built.status, built.text]).toEqual([address, 200, live[index]!.text]);
    expect(sentWith(built)).toEqual(sentWith(live[index]!));
  }
  expect([await requests('miss'), await requests('built')]).toEqual([0, 7]);
  expect((await visitor.get('/posts/hidden/')).text).not.toContain('Behind');
  expect((await visitor.get('/__platform/api/collections?page=0')).status).toBe(400);

  for (const text of ['Blacker.', 'Blackest.']) {
    const saved = await editor.post('/posts/api/documents/save', {
      path: 'pages/ink.md',
      content: `---\ntitle: Ink\ntags: [Ink]\nworkflow: published\n---\n${text}\n`,
    });
    expect(saved.status).toBe(200);
    for (const address of ['/ink/', '/__platform/api/content/pages/ink.md.json'])
      await expect
        .poll(async () => (await visitor.get(address)).text, { timeout: 1_000, interval: 5 })
        .toContain(text);
  }
});

/** What an answer is sent with, but for what is another each time. */
function sentWith({ headers }: Answer): Record<string, string> {
  const changing = /^(?:date|x-request-id|ratelimit-.*)$/;
  return Object.fromEntries([...headers].filter(([name]) => !changing.test(name)));
}

test('when the process that keeps the output up to date ends, another one takes its place', async () => {
  const config = { build: { on_publish: true } };
  const first = await TestServer.start({
    config,
    files: { 'content/posts/ink.md': '---\ntitle: Ink\n---\nBlack.\n' },
  });
  const second = await TestServer.beside(first, { config });
  const shows = (text: string) =>
    vi.waitFor(
      async () =>
        expect(
          await readFile(join(first.project, 'public/posts/ink/index.html'), 'utf8'),
        ).toContain(text),
      { timeout: 30_000, interval: 10 },
    );
  await shows('Black.');
  const editor = await second.signedIn();
  const save = (text: string) =>
    editor.post('/__admin/api/documents/save', {
      path: 'posts/ink.md',
      content: `---\ntitle: Ink\nworkflow: published\n---\n${text}\n`,
    });
  expect((await save('Blacker.')).status).toBe(200);
  await shows('Blacker.');
  await first.leave();
  expect((await save('Blackest.')).status).toBe(200);
  await shows('Blackest.');
  await second[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
});
