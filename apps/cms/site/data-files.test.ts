import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestServer, type Client } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { themeFiles } from '../theme-files.fixtures.ts';

interface Build {
  readonly status: string;
  readonly error: string | null;
}

const page = '<p>{{ data.team[0].name }}</p>{{ document.html | raw }}';
const file = 'content/config/data/team.csv';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': 'title: Paper\ntheme: ink\n',
      'content/posts/ink.md': '---\ntitle: Ink\n---\nWet.\n',
      [file]: 'name\n"Ada\n',
      ...themeFiles('themes/ink', 'ink', { 'layouts/page.liquid': page }),
    },
  });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

const livePage = async () => (await server.visitor().get('/posts/ink/')).text;

async function built(count: number): Promise<Build> {
  const admin = new AdminClient(ada);
  await admin.postJson('/operations/rebuild', {});
  return vi.waitFor(
    async () => {
      const builds = await admin.getJson<Build[]>('/operations/builds');
      const ended = builds.filter(({ status }) => ['done', 'failed'].includes(status));
      expect(ended).toHaveLength(count);
      return ended[0]!;
    },
    { timeout: 30_000, interval: 20 },
  );
}

test('ADD-THM-4: a build is refused with the place of a fault while a data file has no value', async () => {
  expect(await livePage()).toBe('<p></p><p>Wet.</p>\n');
  expect(await built(1)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('config/data/team.csv, line 2: a quote is missing') as string,
  });
});

test('ADD-THM-4: live pages, previews and builds show the same data, and changes of it', async () => {
  const bodies = ['name\nAda\n', 'name\nBo\n'];
  for (const [at, text] of bodies.entries()) {
    const name = text.split('\n')[1]!;
    await server.write(file, text);
    await vi.waitFor(async () => expect(await livePage()).toContain(`<p>${name}</p>`), {
      timeout: 30_000,
      interval: 20,
    });
    const body = { path: 'posts/ink.md', content: 'Dry.\n' };
    const { html } = await new AdminClient(ada).postJson<{ html: string }>(
      '/documents/preview',
      body,
    );
    expect(html).toContain(`<p>${name}</p><p>Dry.</p>`);
    expect(await built(2 + at)).toMatchObject({ status: 'done' });
    expect(await server.read('public/posts/ink/index.html')).toBe(await livePage());
  }
});
