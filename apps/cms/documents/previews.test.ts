import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { EditorClient, AdminClient } from '../people.fixtures.ts';

interface Preview {
  readonly html: string;
  readonly html_body: string;
  readonly title: string;
  readonly url: string;
  readonly problem: { message: string; line: number; column: number } | null;
}

const draft = 'posts/draft.md';
const open = 'posts/open.md';
const fresh = { type: 'post', lang: 'en', content: 'Wet.\n' };

let server: TestServer;
let edith: Client;
let wim: Client;
let rita: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': 'title: The Quoin\nlanguages: { es: {} }\n',
      'content/posts/open.md': '---\ntitle: Open\nauthor: wim\ndate: 2026-01-02\n---\nPublic.\n',
    },
  });
  edith = await server.signedInAs({ username: 'edith', role: 'editor' });
  wim = await server.signedInAs({ username: 'wim', role: 'author' });
  rita = await server.signedInAs({ username: 'rita', role: 'reviewer' });
  await new EditorClient(wim).created({ title: 'Draft', content: 'Black.\n' });
});

afterAll(() => server[Symbol.asyncDispose]());

function ask(client: Client, body: object): Promise<Answer> {
  return new AdminClient(client).attempt('/documents/preview', body);
}

function preview(client: Client, body: object): Promise<Preview> {
  return new AdminClient(client).postJson<Preview>('/documents/preview', body);
}

function scriptable(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (['script', 'iframe', 'object', 'style', 'base', 'form'].includes(name)) found.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on') || attribute === 'style') found.push(`${name} ${attribute}`);
        if (/^\s*(?:javascript|data|vbscript):/i.test(value)) found.push(`${name} ${value}`);
      }
    },
  });
  parser.end(html);
  return found;
}

describe('the preview of unsaved text (GAP-DOC-15)', () => {
  test('renders a draft with that text in the theme', async () => {
    const shown = await preview(wim, { path: draft, content: 'Blacker, *much*.\n' });
    expect(shown).toMatchObject({
      title: 'Draft',
      url: '/posts/draft/',
      html_body: '<p>Blacker, <em>much</em>.</p>\n',
      problem: null,
    });
    expect(shown.html).toMatch(/^<!doctype html>/);
    expect(shown.html).toContain(shown.html_body.trim());
    expect(shown.html).toContain('<title>Draft – The Quoin</title>');
    expect(shown.html).toContain('<meta name="robots" content="noindex">');
    expect(shown.html).toMatch(/<body[^>]*>\s*<aside [^>]*aria-label="Preview, not published">/);
    const [style] = /\/assets\/theme\.[0-9a-f]{16}\.css/.exec(shown.html)!;
    expect((await server.visitor().get(style)).status).toBe(200);
  });

  test('renders a new document in its language', async () => {
    const frontmatter = { title: 'Tinta fresca' };
    const shown = await preview(wim, { ...fresh, lang: 'es', frontmatter });
    expect(shown).toMatchObject({ title: 'Tinta fresca', url: '/es/posts/tinta-fresca/' });
    expect(shown.html).toMatch(/<html lang="es"/);
    expect(shown.html).toContain('Vista previa, sin publicar');
    expect(shown.html).toContain('Por wim');
  });

  test('is refused to users who may not read or create the document (GAP-ED-8)', async () => {
    const { path } = await new EditorClient(edith).created({ title: 'Not of wim' });
    expectProblem(await ask(wim, { path, content: 'Mine.\n' }), 404, 'not_found');
    expect((await preview(rita, { path, content: 'Read.\n' })).title).toBe('Not of wim');
    const refused = expectProblem(await ask(rita, fresh), 403, 'forbidden');
    expect(refused.detail).toContain('documents.create');
  });

  test('ignores states that only other users may set', async () => {
    const frontmatter = { title: 'Out', workflow: 'published' };
    const shown = await preview(wim, { path: draft, content: 'Black.\n', frontmatter });
    expect(shown.title).toBe('Out');
    expect(await new EditorClient(wim).detail(draft)).toMatchObject({
      title: 'Draft',
      status: 'draft',
    });
  });
});

describe('a preview stores no data', () => {
  async function stored(): Promise<unknown> {
    const { db } = server.database;
    const documents = await db.selectFrom('documents').selectAll().orderBy('id').execute();
    const content = join(server.project, 'content');
    const files = (await readdir(content, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .toSorted();
    return {
      // Reading a file stores its size and time.
      documents: documents.map((row) => ({ ...row, file_size: null, file_mtime_ms: null })),
      history: await db.selectFrom('document_history').selectAll().orderBy('hash').execute(),
      published: await db.selectFrom('published_documents').selectAll().execute(),
      events: await db.selectFrom('domain_events').selectAll().orderBy('id').execute(),
      audit: await db.selectFrom('audit_entries').selectAll().orderBy('id').execute(),
      files: await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')])),
    };
  }

  const publicAddresses = ['/posts/open/', '/posts/', '/', '/feed.xml', '/sitemap.xml'];

  async function seen(): Promise<unknown> {
    const answers = await Promise.all(publicAddresses.map((path) => server.visitor().get(path)));
    return answers.map(({ status, headers, text }) => [status, headers.get('etag'), text]);
  }

  test('in the tree, the history, the log or the public site', async () => {
    const before = [await stored(), await seen()];
    const frontmatter = { title: 'Another', workflow: 'published', date: '2026-05-05' };
    await preview(edith, { path: open, content: 'Unsaved.\n', frontmatter });
    await preview(edith, { path: open, content: 'Public.\n' });
    await preview(wim, { path: draft, content: '---\ntitle: "\n---\nUnsaved.\n' });
    await preview(edith, { ...fresh, slug: 'open', frontmatter });
    expect([await stored(), await seen()]).toEqual(before);
    const { headers, text } = await server.visitor().get('/posts/open/');
    expect(text).not.toContain('Unsaved');
    const condition = { 'if-none-match': headers.get('etag')!, 'cache-control': 'max-age=0' };
    expect((await server.visitor().get('/posts/open/', condition)).status).toBe(304);
    expect((await server.visitor().get('/posts/draft/')).status).toBe(404);
  });
});

describe('a mistake in the text', () => {
  test('is reported with its location, and the rest is rendered', async () => {
    const content = '---\ntitle: Ink\ntags: [a\n---\nBlack.\n';
    const shown = await preview(wim, { path: draft, content });
    expect(shown.problem).toMatchObject({ line: 3, column: 7 });
    expect(shown).toMatchObject({ title: 'Draft', html_body: '<p>Black.</p>\n' });
  });

  test.each([
    ['frontmatter.title', { path: draft, content: '', frontmatter: { title: ['a'] } }],
    ['frontmatter.date', { path: draft, content: '', frontmatter: { date: 'soon' } }],
    ['frontmatter.fields', { ...fresh, frontmatter: { fields: [] } }],
    ['type', { ...fresh, type: 'novel' }],
    ['type', { ...fresh, type: '__proto__' }],
    ['lang', { ...fresh, lang: 'xx' }],
    ['slug', { ...fresh, slug: 'a/b' }],
  ])('is refused where a save would refuse it: %s', async (field, body) => {
    const { errors } = expectProblem(await ask(wim, body), 422, 'invalid_fields');
    expect(errors!.map((error) => error.path)).toEqual([field]);
  });

  test.each([
    ['type', { lang: 'en', content: '' }],
    ['lang', { type: 'post', content: '' }],
    ['type', { path: draft, type: 'post', content: '' }],
    ['slug', { path: draft, slug: 'ink', content: '' }],
    ['content', { path: draft }],
  ])('is refused with and without a path: %s of %j', async (field, body) => {
    const { errors } = expectProblem(await ask(wim, body), 400, 'invalid_request');
    expect(errors!.map((error) => error.path)).toContain(field);
  });

  test('does not result from unusual values', async () => {
    let nested: unknown = 'deep';
    for (let depth = 0; depth < 60; depth += 1) nested = { nested };
    const odd = {
      title: `${'Endless '.repeat(10_000)}title`,
      summary: 'ä'.repeat(50_000),
      date: '9999-12-31',
      tags: Array.from({ length: 2_000 }, (_, number) => `tag ${number}`),
      layout: '../../secrets',
      toc: 'perhaps',
      list: '__proto__',
      image: { not: 'an image' },
      nested,
      constructor: 'x',
      'a\nkey': [null, 1e300, -0, true],
    };
    const shown = await preview(wim, { ...fresh, frontmatter: odd });
    expect(shown).toMatchObject({ url: '/posts/untitled/', problem: null });
    expect(shown.html).toContain('Wet.');
    const tooDeep = {
      title: 'Ink',
      nested: JSON.parse('['.repeat(200) + ']'.repeat(200)) as never,
    };
    const refused = await ask(wim, { ...fresh, frontmatter: tooDeep });
    const { errors } = expectProblem(refused, 422, 'invalid_fields');
    expect(errors!.map((error) => error.path)).toEqual(['frontmatter']);
  });
});

test('previewed content runs no scripts, wherever it comes from', async () => {
  const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)></body><body onload=alert(1)>`;
  const content = `# ${evil}\n\n${evil}\n\n[click](javascript:alert(1)) ![x](javascript:alert(1))
<a href="javascript:alert(1)" onclick="alert(1)">a</a> <iframe src="//evil.example"></iframe>
<style>body{display:none}</style> <aside class="galley-preview" style="display:none">Published</aside>\n`;
  const frontmatter = {
    title: evil,
    summary: evil,
    tags: [evil],
    image: 'javascript:alert(1)',
    image_alt: evil,
    toc: true,
  };
  for (const where of [{ path: draft }, { type: 'post', lang: 'en' }]) {
    const shown = await preview(wim, { ...where, content, frontmatter });
    expect(scriptable(shown.html)).toEqual([]);
    expect(scriptable(shown.html_body)).toEqual([]);
    expect(shown.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown.html.indexOf('Preview, not published')).toBeLessThan(shown.html.indexOf('<main'));
    expect(shown.title).toBe(evil);
  }
});

test('a theme failure is not reported as an error of the author', async () => {
  const layouts = {
    page: '{{ "nothing.css" | asset }}',
    list: '',
    term: '',
    terms: '',
    '404': '',
  };
  const files = Object.entries(layouts).map(([name, text]) => [
    `themes/odd/layouts/${name}.liquid`,
    text,
  ]);
  await using odd = await TestServer.start({
    files: {
      'content/config/site.yaml': 'theme: odd\n',
      'themes/odd/theme.yaml': 'name: Odd\nversion: 1.0.0\n',
      ...Object.fromEntries(files),
    } as Record<string, string>,
  });
  const ada = await odd.signedIn();
  expectProblem(await ask(ada, fresh), 503, 'unavailable');
});
