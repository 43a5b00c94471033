import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer } from './fixtures.ts';
import { EditorClient, type DocumentDetail } from './people.fixtures.ts';

interface SourceProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const fixtures = new URL('../../packages/content/fixtures/', import.meta.url);
const corpus = new Map<string, Buffer>();
const broken = new Map<string, SourceProblem>();

/** Valid YAML text that PostgreSQL rejects. */
const notForPostgres: readonly SourceProblem[] = [
  { file: 'nul-in-body.md', line: 4, column: 4 },
  { file: 'escapes.md', line: 1, column: 1 },
];

/** Code, which takes the least time to render. */
const hugeBody = `~~~\r\n${'Sorts, leading and furniture; the hell box last. 🖋\r\n'.repeat(138_000)}~~~\r\n`;
const huge = Buffer.from(`---\r\ntitle: 'Huge'   # and kept\r\n---\r\n${hugeBody}`);

/** Documents whose line ends, byte order marks or fences differ between the ways of saving. */
const inAllWays = /^(bom|cr|fence|lf|lone|newlines|no-)|^broken-(bom|crlf)|utf8|empty/;

let server: TestServer;
let ada: EditorClient;

beforeAll(async () => {
  const folder = new URL('corpus/', fixtures);
  for (const name of await readdir(folder)) {
    corpus.set(name, await readFile(new URL(encodeURIComponent(name), folder)));
  }
  corpus.set('huge.md', huge);
  const listed = await readFile(new URL('corpus-problems.json', fixtures), 'utf8');
  for (const problem of [...(JSON.parse(listed) as SourceProblem[]), ...notForPostgres]) {
    broken.set(problem.file.normalize(), problem);
  }
  const files = [...corpus].map(([name, bytes]) => [`content/posts/${name}`, bytes]);
  server = await TestServer.start({ files: Object.fromEntries(files) as Record<string, Buffer> });
  ada = new EditorClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

function documentsOf(isBroken: boolean): string[] {
  return [...corpus.keys()].filter(
    (name) => name.endsWith('.md') && broken.has(name.normalize()) === isBroken,
  );
}

async function forEach(names: string[], work: (name: string) => Promise<void>): Promise<void> {
  const waiting = [...names];
  const one = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await work(name);
  };
  await Promise.all([one(), one(), one(), one()]);
}

async function expectUntouched(name: string): Promise<void> {
  const bytes = await readFile(join(server.project, 'content/posts', name));
  expect([name, bytes.equals(corpus.get(name)!)]).toEqual([name, true]);
  expect([name, await ada.history(`posts/${name}`)]).toEqual([name, [expect.anything()]]);
}

async function listed(): Promise<DocumentDetail[]> {
  const items: DocumentDetail[] = [];
  for (let page = 1, more = true; more; page += 1) {
    const found = await ada.list({ sort: 'path', limit: '200', page: String(page) });
    items.push(...found.items);
    more = found.has_more;
  }
  return items;
}

test('the list has at least 200 awkward documents, each with or without a problem', async () => {
  const items = await listed();
  expect(items.length).toBeGreaterThan(200);
  const expected = [...corpus.keys()].filter((name) => name.endsWith('.md')).toSorted();
  expect(items.map(({ path }) => path.slice('posts/'.length)).toSorted()).toEqual(expected);
  for (const { path, problem } of items) {
    const { line, column } = broken.get(path.slice('posts/'.length).normalize()) ?? {};
    const told = problem as Record<string, unknown> | null;
    const found = told?.['severity'] === 'error' ? told : null;
    expect([path, found?.['line'], found?.['column']]).toEqual([path, line, column]);
    if (found) expect(found['message']).toMatch(/\w{3}/);
  }
});

test('saving an unchanged document keeps its file byte for byte and adds no history (GAP-DOC-4)', async () => {
  const names = documentsOf(false);
  expect(names.length).toBeGreaterThan(200);
  await forEach(names, async (name) => {
    const path = `posts/${name}`;
    const before = await ada.detail(path);
    expect([name, before.raw]).toEqual([name, corpus.get(name)!.toString()]);
    const { frontmatter, raw_body: content, raw, revision } = before;
    const others = [{ content: raw }, { content: asTextArea(raw) }];
    const ways = inAllWays.test(name) ? others : [];
    for (const way of [{ content, frontmatter }, ...ways]) {
      const answer = await ada.save({ path, ...way, expected_revision: revision });
      expect([name, answer.status, answer.text.slice(0, 300)]).toEqual([name, 200, anyText]);
      expect(answer.json<DocumentDetail>()).toEqual(before);
    }
    await expectUntouched(name);
  });
}, 180_000);

const anyText = expect.any(String) as string;

function asTextArea(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

describe('an unreadable document', () => {
  test('opens with its text, and saving the text back does not overwrite it', async () => {
    const names = documentsOf(true);
    expect(names.length).toBeGreaterThan(30);
    await forEach(names, async (name) => {
      const path = `posts/${name}`;
      const { problem, frontmatter, raw, raw_body, status } = await ada.detail(path);
      expect(problem).toMatchObject({ line: broken.get(name.normalize())!.line });
      expect([frontmatter, status]).toEqual([{}, 'draft']);
      const query = new URLSearchParams({ path }).toString();
      const rendered = await ada.client.get(`/__admin/api/document?${query}`);
      expect(rendered.json()).toMatchObject({ html_body: anyText });
      const bytes = corpus.get(name)!;
      const isText = Buffer.from(bytes.toString()).equals(bytes);
      expect([name, raw]).toEqual([name, isText ? bytes.toString() : '']);
      const others = [{ content: raw }, { content: raw_body }];
      const ways = inAllWays.test(name) ? others : [];
      for (const way of [{ content: raw_body, frontmatter }, ...ways]) {
        const { status: answered, text } = await ada.save({ path, ...way });
        expect([name, way, answered, text]).toEqual([name, way, expect.any(Number), anyText]);
        expect([200, 400, 422]).toContain(answered);
      }
      await expectUntouched(name);
    });
  }, 180_000);

  test('is repaired by saving a readable text, and others stay unchanged', async () => {
    const path = 'posts/broken-tab-indent.md';
    const mended = '---\ntitle: Repaired\n---\nText.\n';
    expect(await ada.saved({ path, content: mended })).toMatchObject({
      title: 'Repaired',
      problem: null,
    });
    expect(await server.read(`content/${path}`)).toContain('title: Repaired\n');
    expect(await ada.history(path)).toMatchObject([{ kind: 'save' }, { kind: 'external' }]);
    await expectUntouched('broken-tab-in-list.md');
    await expectUntouched('crlf.md');
  });

  test('is not public, and does not displace pages of others', async () => {
    const visitor = server.visitor();
    expect((await visitor.get('/posts/broken-bom/')).status).toBe(404);
    expect((await visitor.get('/posts/crlf/')).status).toBe(200);
    for (const name of ['json-frontmatter-semicolons', 'json-frontmatter-named'])
      expect([name, (await visitor.get(`/posts/${name}/`)).status]).toEqual([name, 404]);
    const query = { path: 'posts/broken-bom.md' };
    const answer = await visitor.get(
      `/__platform/api/content?${new URLSearchParams(query).toString()}`,
    );
    expectProblem(answer, 404, 'not_found');
  });
});

test('editing a document of 7 MiB in one place preserves the rest', async () => {
  expect(huge.length).toBeGreaterThan(7 * 1024 * 1024);
  const path = 'posts/huge.md';
  const { frontmatter, raw_body } = await ada.detail(path);
  const after = await ada.saved({
    path,
    content: raw_body,
    frontmatter: { ...frontmatter, title: 'Vast' },
  });
  const [head] = after.raw.split(hugeBody);
  expect(after.raw.endsWith(hugeBody)).toBe(true);
  expect(head).toMatch(/^---\r\ntitle: 'Vast' {3}# and kept\r\n(\w+: \S+\r\n)+---\r\n$/);
  expect(await server.read(`content/${path}`)).toBe(after.raw);
});

test('a save that exceeds the size limit is refused without changes', async () => {
  const path = 'posts/plain-strings.md';
  const content = 'x'.repeat(8 * 1024 * 1024 - 100);
  expectProblem(await ada.save({ path, content }), 413, 'payload_too_large');
  await expectUntouched('plain-strings.md');
});

test('saving the displayed part of a file beyond the size limit does not overwrite it', async () => {
  const path = 'posts/too-large.md';
  const text = 'x'.repeat(8 * 1024 * 1024 + 1);
  await server.write(`content/${path}`, text);
  const { raw, raw_body, frontmatter, problem } = await ada.detail(path);
  expect(problem).toMatchObject({
    message: expect.stringContaining('limits.document_body') as string,
  });
  for (const way of [{ content: raw_body, frontmatter }, { content: raw }]) {
    expectProblem(await ada.save({ path, ...way }), 413, 'payload_too_large');
  }
  expect(await server.read(`content/${path}`)).toBe(text);
});
