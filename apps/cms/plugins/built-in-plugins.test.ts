import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer, type Client } from '../fixtures.ts';
import { enable, eventually } from './fixtures.ts';

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': 'title: Paper\nurl: https://paper.example\n',
      'content/config/plugins.yaml': 'social-cards:\n  image: media/press.png\n',
      'content/posts/ink.md':
        '---\ntitle: Ink\n---\nThe <em>very</em> "first" words & more.\n\n[gone](gone.md) ![no](/media/no.png)\n',
      'content/posts/secret.md': '---\ntitle: Secret\ndraft: true\n---\n[lost](/nowhere/)\n',
    },
  });
  admin = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const panel = async (client: Client, name: string) =>
  (await client.get(`/__admin/api/plugins/panel?name=${name}`)).json<{
    rows: Record<string, unknown>[];
    summary: string | null;
  }>();

test('built-in plugins are disabled by default and request permissions', async () => {
  const plugins = (await admin.get('/__admin/api/plugins')).json<
    { name: string; builtin: boolean; enabled: boolean; needs_approval: boolean }[]
  >();
  for (const name of ['link-checker', 'social-cards'])
    expect(plugins.find((plugin) => plugin.name === name)).toMatchObject({
      builtin: true,
      enabled: false,
      needs_approval: true,
    });
});

test('the link checker reports broken links only of documents that the user may read', async () => {
  await enable(server, 'link-checker');
  const found = await eventually(
    () => panel(admin, 'link-checker'),
    ({ rows }) => rows.length > 0,
  );
  expect(found.rows.map(({ document, line, target }) => [document, line, target])).toEqual([
    ['posts/ink.md', 3, 'posts/gone.md'],
    ['posts/ink.md', 3, 'media/no.png'],
    ['posts/secret.md', 1, '/nowhere/'],
  ]);
  expect(found.summary).toMatch(/^Last checked on /);
  const writer = await server.signedInAs({
    username: 'wim',
    role: 'writer',
    grants: ['documents.read.own', 'documents.write.own'],
  });
  expect((await panel(writer, 'link-checker')).rows).toEqual([]);
});

test('social cards add missing metadata once, from the text of the page', async () => {
  const before = (await server.visitor().get('/posts/ink/')).text;
  expect(before).not.toContain('twitter:title');
  await enable(server, 'social-cards');
  const html = (await server.visitor().get('/posts/ink/')).text;
  expect(html).toContain(
    '<meta property="og:image" content="https://paper.example/media/press.png">',
  );
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(html).toContain('<meta name="twitter:title" content="Ink">');
  for (const name of [
    'og:title',
    'og:description',
    'og:image',
    'twitter:card',
    'twitter:description',
  ])
    expect(html.split(`"${name}"`), name).toHaveLength(2);
  const { rows } = await panel(admin, 'social-cards');
  expect(rows).toMatchObject([{ document: 'posts/ink.md', title: 'Ink' }]);
  expect(rows[0]!.advice).toContain('it has no summary');
});
