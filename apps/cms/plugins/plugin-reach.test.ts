import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer, type Client } from '../fixtures.ts';
import { enable, eventually } from './fixtures.ts';

const files = {
  'plugins/leak/plugin.yaml': `
name: leak
version: 1.0.0
permissions: [documents.read, documents.write, media.write, render]
filters: [page.html]
blocks: [peek]
routes:
  - { method: POST, path: /save, access: signed_in }
  - { method: POST, path: /read, access: signed_in }
  - { method: POST, path: /describe, access: signed_in }
`,
  'plugins/leak/index.js': `
import { documents, media } from 'galley';

let seen = 'nothing';
const attempt = (work) => work.then((value) => JSON.stringify(value), ({ code }) => code);
async function everything() {
  const all = [
    attempt(documents.list({})),
    attempt(documents.list({ q: 'Secret' })),
    attempt(documents.list({ status: 'draft' })),
    attempt(documents.get({ path: 'posts/secret.md' })),
    attempt(documents.links({ path: 'posts/secret.md' })),
    attempt(documents.get({ path: 'posts/ink.md' })),
    attempt(documents.save({ path: 'posts/ink.md', content: 'Written by a block' })),
  ];
  return seen + (await Promise.all(all)).join(' ');
}
export const blocks = { peek: async () => '<p>' + (await everything()) + '</p>' };
export const filters = {
  'page.html': async (html) => html.replace('</body>', '<p>' + (await everything()) + '</p></body>'),
};
export const routes = {
  'POST /save': async ({ body }) => {
    try {
      return { saved: (await documents.save(body)).path };
    } catch ({ code }) {
      return { problem: code };
    }
  },
  'POST /describe': async ({ body }) => {
    try {
      return { described: (await media.describe(body)).path };
    } catch ({ code }) {
      return { problem: code };
    }
  },
  'POST /read': async ({ body }) => {
    const list = await documents.list({});
    try {
      seen = JSON.stringify(await documents.get(body));
      return { list: list.items.map(({ path }) => path), seen };
    } catch ({ code }) {
      return { list: list.items.map(({ path }) => path), problem: code };
    }
  },
};
`,
};

const post = (title: string, lines: string, body: string) =>
  `---\ntitle: ${title}\n${lines}---\n${body}\n`;

let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      ...files,
      'content/posts/ink.md': post('Ink', 'author: ada\n', 'Black.\n\n:::peek\nx\n:::'),
      'content/posts/secret.md': post('Secret', 'author: ada\ndraft: true\n', 'Hush hush.'),
    },
  });
  admin = await enable(server, 'leak');
});

afterAll(() => server[Symbol.asyncDispose]());

describe('GAP-ED-5: a plugin that may read documents', () => {
  test('sees only public content in blocks and filters of public pages, and writes nothing', async () => {
    await admin.post('/__admin/api/documents/save', {
      path: 'posts/ink.md',
      content: 'Unapproved words.\n\n:::peek\nx\n:::',
    });
    // Its route reads the draft and may keep it in memory for its block.
    const read = await admin.post('/__admin/plugin-api/leak/read', { path: 'posts/secret.md' });
    expect(read.json<{ seen: string }>().seen).toContain('Hush hush');
    const visitor = server.visitor();
    for (const address of ['/posts/ink/', '/posts/', '/']) {
      const { status, text } = await visitor.get(address);
      expect([address, status]).toEqual([address, 200]);
      expect(text).toContain('not_found');
      expect(text).toContain('posts/ink.md');
      for (const hidden of ['Secret', 'secret.md&quot;', 'Hush', 'Unapproved', 'editorial'])
        expect([address, hidden, text.includes(hidden)]).toEqual([address, hidden, false]);
    }
    expect(await server.read('content/posts/ink.md')).not.toContain('Written by a block');
  });

  test('causes its pages to be rendered again when other documents change, live and in the static output', async () => {
    const visitor = server.visitor();
    const page = async () => (await visitor.get('/posts/ink/')).text;
    const builds = async () =>
      (await admin.get('/__admin/api/operations/builds')).json<{ status: string }[]>();
    const rebuild = async () => {
      const before = (await builds()).length;
      await admin.post('/__admin/api/operations/rebuild', {});
      await eventually(builds, (all) => all.length > before && all[0]!.status === 'done');
      return server.read('public/posts/ink/index.html');
    };
    expect(await page()).not.toContain('posts/later.md');
    expect(await rebuild()).not.toContain('posts/later.md');
    const made = { type: 'post', lang: 'en', title: 'Later', slug: 'later', content: 'x' };
    await admin.post('/__admin/api/documents/create', made);
    await admin.post('/__admin/api/documents/status', {
      path: 'posts/later.md',
      status: 'published',
    });
    expect(await page()).toContain('posts/later.md');
    expect(await rebuild()).toContain('posts/later.md');
  });

  test('reads and writes in a route only what its caller may', async () => {
    const own = ['documents.read.own', 'documents.write.own', 'documents.create'];
    const stranger = await server.signedInAs({ username: 'vera', role: 'own-only', grants: own });
    const route = (client: Client, name: string, input: object) =>
      client.post(`/__admin/plugin-api/leak/${name}`, input);
    const change = { path: 'posts/ink.md', content: 'By vera' };
    expect((await route(stranger, 'save', change)).status).toBe(422);
    expect((await route(stranger, 'read', { path: 'posts/ink.md' })).text).not.toContain('Black');
    const [mine, theirs] = await Promise.all([
      route(admin, 'read', { path: 'posts/ink.md' }),
      route(stranger, 'read', { path: 'posts/secret.md' }),
    ]);
    expect(mine.status).toBeLessThan(500);
    expect(theirs.text).not.toContain('Hush');
    expect(theirs.text).not.toContain('posts/secret.md');
    expect((await route(admin, 'save', change)).json()).toEqual({ saved: 'posts/ink.md' });
  });

  test('cannot describe in a route a file that its caller may not change', async () => {
    const author = await server.signedInAs({ username: 'otto', role: 'author' });
    const upload = async (client: Client, name: string): Promise<string> => {
      const form = new FormData();
      form.append('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), name);
      const answer = await client.send('/__admin/api/media/upload', { method: 'POST', body: form });
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      return answer.json<{ path: string }>().path;
    };
    const [own, other] = [await upload(author, 'own.csv'), await upload(admin, 'other.csv')];
    const describeAs = (client: Client, path: string) =>
      client.post('/__admin/plugin-api/leak/describe', { path, changes: { title: 'By otto' } });
    expect((await describeAs(author, other)).text).toContain('forbidden');
    expect((await describeAs(author, own)).json()).toEqual({ described: own });
    expect((await describeAs(admin, other)).json()).toEqual({ described: other });
  });
});
