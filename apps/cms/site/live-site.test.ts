import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TestServer, type Client } from '../fixtures.ts';

let desk: TestServer;
let stand: TestServer;
let editor: Client;

const site = 'title: The Quoin\nurl: https://quoin.example\nlanguages: { en: {}, es: {} }\n';
const post = (lines: string, body = 'Text.\n') => `---\n${lines}\n---\n${body}`;

beforeAll(async () => {
  desk = await TestServer.start({
    config: { build: { on_publish: true } },
    files: {
      'content/config/site.yaml': site,
      'content/posts/ink.md': post('title: Ink\ndate: 2026-01-02\ntags: [Black]'),
      'content/posts/paper.md': post('title: Paper\ndate: 2026-01-01\ntags: [White]'),
    },
  });
  stand = await TestServer.beside(desk, { config: { build: { on_publish: true } } });
  editor = await desk.signedIn();
});

afterAll(async () => {
  await stand[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

const pages = {
  home: '/',
  section: '/posts/',
  terms: '/tags/',
  feed: '/feed.xml',
  rss: '/rss.xml',
  sitemap: '/sitemap.xml',
  search: '/search/en/1.json',
  collections: '/__platform/api/collections',
};

type Seen = Readonly<Record<string, readonly [number, string]>>;

async function look(
  server: TestServer,
  more: Readonly<Record<string, string>> = {},
): Promise<Seen> {
  const visitor = server.visitor();
  const seen: Record<string, readonly [number, string]> = {};
  for (const [name, address] of Object.entries({ ...pages, ...more })) {
    const { status, text } = await visitor.send(address, { redirect: 'manual' });
    seen[name] = [status, text];
  }
  return seen;
}

async function change(
  make: () => Promise<unknown>,
  expected: (seen: Seen) => void,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const server of [desk, stand]) await look(server, more);
  await make();
  const made = performance.now();
  expected(await look(desk, more));
  await vi.waitFor(async () => expected(await look(stand, more)), {
    timeout: 10_000,
    interval: 50,
  });
  // Takes up to a second on an idle machine.
  expect(performance.now() - made).toBeLessThan(10_000);
}

async function save(path: string, content: string): Promise<void> {
  const answer = await editor.post('/__admin/api/documents/save', { path, content });
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
}

const publish = (path: string, status = 'published', more: object = {}) =>
  editor.post('/__admin/api/documents/status', { path, status, ...more });

describe('is updated at once, and within a second in every process:', () => {
  test('a published document, and an unpublished one (GAP-SCHED-1)', async () => {
    const path = 'posts/sorts.md';
    const created = await editor.post('/__admin/api/documents/create', {
      type: 'post',
      lang: 'en',
      title: 'Sorts',
      slug: 'sorts',
      content: 'Text.\n',
    });
    expect(created.status).toBe(200);
    const own = { page: '/posts/sorts/' };
    await change(
      () => publish(path),
      (seen) => {
        expect(seen['page']![0]).toBe(200);
        for (const name of ['home', 'section', 'feed', 'rss', 'search', 'collections', 'sitemap'])
          expect([name, seen[name]![1]]).toEqual([name, expect.stringMatching(/sorts/i)]);
      },
      own,
    );
    await change(
      () => publish(path, 'draft'),
      (seen) => {
        expect(seen['page']![0]).toBe(404);
        for (const [name, [, text]] of Object.entries(seen))
          if (name !== 'page')
            expect([name, text]).not.toEqual([name, expect.stringMatching(/sorts/i)]);
      },
      own,
    );
  });

  test('a repaired text, with its lists and data', async () => {
    await change(
      async () => {
        await save(
          'posts/ink.md',
          post(
            'title: Inkwell\ndate: 2026-01-02\ntags: [Black]\nworkflow: published',
            'New text.\n',
          ),
        );
      },
      (seen) => {
        expect(seen['page']![1]).toContain('New text.');
        expect(seen['data']![1]).toContain('New text.');
        for (const name of ['home', 'section', 'feed', 'search', 'collections'])
          expect([name, seen[name]![1]]).toEqual([name, expect.stringContaining('Inkwell')]);
      },
      { page: '/posts/ink/', data: '/__platform/api/content?path=posts/ink.md' },
    );
  });

  test('a new address, with a redirect from the old one', async () => {
    await change(
      () =>
        save(
          'posts/paper.md',
          post('title: Paper\nslug: rag\ndate: 2026-01-01\ntags: [White]\nworkflow: published'),
        ),
      (seen) => {
        expect(seen['new']![0]).toBe(200);
        expect(seen['old']![0]).toBe(301);
        expect(seen['sitemap']![1]).toContain('/posts/rag/');
      },
      { old: '/posts/paper/', new: '/posts/rag/' },
    );
  });

  test('a translation, with a link from the other language', async () => {
    await change(
      () =>
        desk
          .write('content/posts/es/ink.md', post('title: Tinta\nslug: tinta'))
          .then(() => shows('/posts/ink/', '/es/posts/tinta/')),
      (seen) => expect(seen['page']![1]).toContain('/es/posts/tinta/'),
      { page: '/posts/ink/' },
    );
  });

  test('settings and the theme', async () => {
    await change(
      () =>
        desk
          .write('content/config/site.yaml', site.replace('Quoin', 'Quire'))
          .then(() => shows('/', 'The Quire')),
      (seen) => {
        for (const name of ['home', 'feed', 'rss'])
          expect([name, seen[name]![1]]).toEqual([name, expect.stringContaining('The Quire')]);
      },
    );
    await change(
      async () => {
        const answer = await editor.post('/__admin/api/themes/switch', { name: 'documentation' });
        expect([answer.status, answer.text]).toEqual([200, '{"ok":true}']);
      },
      (seen) => expect(seen['home']![1]).toContain('class="columns"'),
    );
  });

  test('scheduled publishing', async () => {
    const path = 'posts/later.md';
    await editor.post('/__admin/api/documents/create', {
      type: 'post',
      lang: 'en',
      title: 'Later',
      slug: 'later',
      content: 'Text.\n',
    });
    const at = new Date(Date.now() + 1_500);
    const more = { scheduled_publish_at: at.toISOString() };
    expect((await publish(path, 'scheduled', more)).status).toBe(200);
    for (const server of [desk, stand])
      await vi.waitFor(
        async () => expect((await server.visitor().get('/posts/later/')).status).toBe(200),
        { timeout: at.getTime() + 2_000 - Date.now(), interval: 20 },
      );
  });
});

const shows = (address: string, text: string) =>
  vi.waitFor(async () => expect((await desk.visitor().get(address)).text).toContain(text), {
    timeout: 30_000,
    interval: 50,
  });

test('the static output follows a published change', async () => {
  const file = join(desk.project, 'public/posts/ink/index.html');
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toContain('New text.'), {
    timeout: 30_000,
    interval: 50,
  });
  await save(
    'posts/ink.md',
    post('title: Inkwell\ndate: 2026-01-02\nworkflow: published', 'Newer text.\n'),
  );
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toContain('Newer text.'), {
    timeout: 30_000,
    interval: 50,
  });
});

test('a lost database connection never shows outdated pages', async () => {
  await using cuttable = await TestServer.start({
    cuttable: true,
    files: { 'content/posts/ink.md': post('title: Ink') },
  });
  const visitor = cuttable.visitor();
  expect((await visitor.get('/posts/ink/')).status).toBe(200);
  await cuttable.withoutDatabase(() =>
    vi.waitFor(async () => expect((await visitor.get('/posts/ink/')).status).toBe(503), {
      timeout: 10_000,
      interval: 50,
    }),
  );
  await vi.waitFor(async () => expect((await visitor.get('/posts/ink/')).status).toBe(200), {
    timeout: 10_000,
    interval: 20,
  });
});
