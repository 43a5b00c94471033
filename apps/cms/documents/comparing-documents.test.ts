import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { EditorClient, type DocumentDetail } from '../people.fixtures.ts';

interface Compared {
  readonly diff: string;
  readonly left_raw: string;
  readonly right_raw: string;
  readonly body_diff: readonly Readonly<Record<string, unknown>>[];
  readonly frontmatter_changes: readonly Readonly<Record<string, unknown>>[];
  readonly left: Readonly<Record<string, unknown>> | null;
  readonly right: Readonly<Record<string, unknown>>;
}

const pressText = '---\ntitle: The press\nfields: { weight: 900 }\n---\nIron.\n\nA lot of it.\n';
const press = 'posts/press.md';

let server: TestServer;
let ada: EditorClient;
let rita: EditorClient;
let wim: EditorClient;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      [`content/${press}`]: pressText,
      'content/posts/latin1.md': Buffer.from('---\ntitle: Ping\xFCino\n---\n', 'latin1'),
    },
  });
  ada = new EditorClient(await server.signedIn());
  rita = new EditorClient(await server.signedInAs({ username: 'rita', role: 'reviewer' }));
  wim = new EditorClient(await server.signedInAs({ username: 'wim', role: 'author' }));
});

afterAll(() => server[Symbol.asyncDispose]());

async function compared(desk: EditorClient, body: object): Promise<Compared> {
  const answer = await desk.compare(body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Compared>();
}

async function rewritten(slug: string): Promise<DocumentDetail> {
  const { path } = await ada.created({ title: 'Type', slug, content: 'Wood.\nMetal.\n' });
  const frontmatter = { title: 'Type & sorts', fields: { price: 5 }, summary: null };
  return ada.saved({ path, content: 'Wood.\nLead.\n', frontmatter });
}

describe('the history', () => {
  test('is paginated (CMS-DOC-7, GAP-DOC-12)', async () => {
    const { path } = await ada.created({ title: 'Often', slug: 'often' });
    for (const content of ['1\n', '2\n', '3\n', '4\n']) await ada.saved({ path, content });
    const page = async (query: Record<string, string>): Promise<unknown[]> => {
      const search = new URLSearchParams({ path, ...query }).toString();
      const answer = await ada.client.get(`/__admin/api/documents/history?${search}`);
      return answer.json<{ seq: number }[]>().map(({ seq }) => seq);
    };
    expect(await page({})).toEqual([5, 4, 3, 2, 1]);
    expect(await page({ limit: '2' })).toEqual([5, 4]);
    expect(await page({ limit: '2', before: '4' })).toEqual([3, 2]);
    const { hash } = (await ada.history(path))[3]!;
    expect(await page({ before: hash })).toEqual([1]);
    expect(await page({ before: '1' })).toEqual([]);
  });

  test.each(['nonsense', '0'.repeat(64)])('refuses the cursor %s', async (before) => {
    const search = new URLSearchParams({ path: press, before }).toString();
    const answer = await ada.client.get(`/__admin/api/documents/history?${search}`);
    expectProblem(answer, 404, 'not_found');
  });
});

describe('one revision', () => {
  test('has exactly these fields (GAP-DOC-13)', async () => {
    const { path } = await rewritten('shown');
    const entry = (await ada.history(path))[1]!;
    const answer = await ada.askRevision(path, entry.hash);
    expect(answer.json()).toEqual({
      ...entry,
      author_name: undefined,
      seq: 1,
      parent_hash: null,
      kind: 'save',
      path,
      title: 'Type',
      raw: expect.stringMatching(
        /^---\ntitle: Type\nauthor: ada\n[^]*---\nWood\.\nMetal\.\n$/,
      ) as string,
      raw_body: 'Wood.\nMetal.\n',
      frontmatter: { title: 'Type' },
      problem: null,
    });
  });

  test('of an unreadable file is shown as far as possible, with the reason', async () => {
    const path = 'posts/latin1.md';
    const { hash } = (await ada.history(path))[0]!;
    expect((await ada.askRevision(path, hash)).json()).toMatchObject({
      raw: '---\ntitle: Ping\uFFFDino\n---\n',
      frontmatter: {},
      problem: { line: 2, column: 12 },
    });
  });

  test('is found only by the hash of its own document (GAP-DOC-13)', async () => {
    const { path } = await rewritten('found');
    const { hash } = (await ada.history(path))[0]!;
    expect((await ada.askRevision(path, hash)).status).toBe(200);
    for (const [where, name] of [
      [press, hash],
      [path, hash.toUpperCase()],
      [path, 'current'],
    ] as const) {
      expectProblem(await ada.askRevision(where, name), 404, 'not_found');
    }
  });
});

describe('a comparison', () => {
  test('of the last two revisions has exactly these fields (CMS-DOC-12, CMS-ED-8, GAP-DOC-14)', async () => {
    const { path, raw } = await rewritten('compared');
    const [now, then] = await ada.history(path);
    const found = await compared(ada, { path });
    const before = (await ada.askRevision(path, then!.hash)).json<{ raw: string }>().raw;
    const side = ({ hash, revision, author, timestamp }: Readonly<Record<string, unknown>>) => ({
      hash,
      revision,
      author,
      timestamp,
      path,
      problem: null,
    });
    expect(found).toEqual({
      diff: expect.stringContaining(' Wood.\n-Metal.\n+Lead.\n') as string,
      left_raw: before,
      right_raw: raw,
      body_diff: [
        { op: 'equal', left_line: 1, right_line: 1, text: 'Wood.\n' },
        { op: 'delete', left_line: 2, right_line: null, text: 'Metal.\n' },
        { op: 'insert', left_line: null, right_line: 2, text: 'Lead.\n' },
      ],
      frontmatter_changes: [
        { field: 'title', kind: 'changed', before: 'Type', after: 'Type & sorts' },
        { field: 'fields', kind: 'added', before: null, after: { price: 5 } },
        { field: 'summary', kind: 'added', before: null, after: null },
        {
          field: 'updated_at',
          kind: 'changed',
          before: expect.any(String) as string,
          after: expect.any(String) as string,
        },
      ],
      left: side(then!),
      right: side(now!),
    });
    expect(found.diff).toMatch(/^--- a\/posts\/compared\.md\t.*\n\+\+\+ b\/posts\/compared\.md\t/);
  });

  test('accepts two named revisions (GAP-DOC-14)', async () => {
    const { path } = await rewritten('named');
    await ada.saved({ path, content: 'Stone.\n' });
    const [third, second, first] = (await ada.history(path)).map(({ hash }) => hash);
    const sides = async (body: object): Promise<unknown[]> => {
      const { left, right } = await compared(ada, { path, ...body });
      return [left?.['hash'], right['hash']];
    };
    expect(await sides({})).toEqual([second, third]);
    expect(await sides({ left: first })).toEqual([first, third]);
    expect(await sides({ right: second })).toEqual([first, second]);
    expect(await sides({ left: 'current', right: first })).toEqual([third, first]);
    for (const body of [{ left: 'x' }, { right: '0'.repeat(64) }]) {
      expectProblem(await ada.compare({ path, ...body }), 404, 'not_found');
    }
  });

  test('of a document with one revision has an empty left side', async () => {
    const found = await compared(ada, { path: press });
    expect(found).toMatchObject({ left: null, left_raw: '', right_raw: pressText });
    const [, , , ...lines] = found.diff.split(/^/m);
    expect(lines.join('')).toBe(pressText.replace(/^(?=.|\n)/gm, '+'));
  });

  test('of two documents uses their current texts (GAP-DOC-14)', async () => {
    const { path, raw } = await rewritten('beside');
    const found = await compared(ada, { left_path: press, right_path: path });
    expect(found).toMatchObject({
      left_raw: pressText,
      right_raw: raw,
      left: { path: press },
      right: { path },
    });
    expect(found.frontmatter_changes).toContainEqual({
      field: 'fields.weight',
      kind: 'removed',
      before: 900,
      after: null,
    });
  });

  test('with an unreadable file compares texts only, and explains why', async () => {
    const body = { left_path: press, right_path: 'posts/latin1.md' };
    expect(await compared(ada, body)).toMatchObject({
      frontmatter_changes: [],
      left: { problem: null },
      right: { problem: { line: 2, column: 12 } },
    });
  });

  test.each<[object, string[]]>([
    [{}, ['path']],
    [{ left: 'current' }, ['path']],
    [{ left_path: press }, ['right_path']],
    [{ right_path: press }, ['left_path']],
    [{ path: press, left_path: press, right_path: press }, ['path']],
    [{ path: press, left_path: press }, ['path', 'right_path']],
    [{ left_path: press, right_path: press, left: 'current' }, ['left']],
    [{ left_path: press, right_path: press, left: 'x', right: 'y' }, ['left', 'right']],
  ])('takes revisions or documents, and refuses %j (GAP-DOC-14)', async (body, fields) => {
    const { errors } = expectProblem(await ada.compare(body), 400, 'invalid_request');
    expect(errors?.map(({ path }) => path)).toEqual(fields);
  });

  test.each([
    [{ left_path: '../galley.yaml', right_path: press }, 'left_path'],
    [{ left_path: press, right_path: 'media/notes.md' }, 'right_path'],
  ])('needs documents of the tree, and refuses %j (GAP-PROJ-2)', async (body, field) => {
    const { errors } = expectProblem(await ada.compare(body), 400, 'invalid_path');
    expect(errors?.map(({ path }) => path)).toEqual([field]);
  });

  test('is limited to 2,000 lines and 1 MiB per side (CMS-LIM-1, CMS-LIM-2, GAP-DOC-14, GAP-ERR-2)', async () => {
    const write = async (name: string, content: string): Promise<string> => {
      await server.write(`content/posts/${name}.md`, content);
      return `posts/${name}.md`;
    };
    const limits = { limit_bytes: 1_048_576, limit_lines: 2_000 };
    const lines = await write('lines', 'x\n'.repeat(2_000));
    const bytes = await write('bytes', 'x'.repeat(1_048_576));
    const found = await compared(ada, { left_path: lines, right_path: bytes });
    expect(found.body_diff).toHaveLength(2_001);

    const tooMany = await write('too-many', 'x\n'.repeat(2_001));
    const tooLong = await write('too-long', 'x'.repeat(1_048_577));
    const refusal = (answer: Answer) => expectProblem(answer, 422, 'comparison_too_large');
    expect(refusal(await ada.compare({ left_path: tooMany, right_path: lines }))).toMatchObject({
      ...limits,
      left: { bytes: 4_002, lines: 2_001 },
      right: { bytes: 4_000, lines: 2_000 },
    });
    expect(refusal(await ada.compare({ path: tooLong }))).toMatchObject({
      ...limits,
      left: { bytes: 0, lines: 0 },
      right: { bytes: 1_048_577, lines: 1 },
    });
  });
});

describe('a reviewer', () => {
  test('reads and compares revisions of all documents (CMS-AUTH-15)', async () => {
    const { path } = await rewritten('reviewed');
    const { hash } = (await rita.history(path))[0]!;
    expect((await rita.askRevision(path, hash)).status).toBe(200);
    expect((await compared(rita, { path })).right['hash']).toBe(hash);
    const two = await compared(rita, { left_path: press, right_path: path });
    expect(two.left_raw).toBe(pressText);
  });
});

describe('an author', () => {
  test('reads and compares own documents only, and cannot detect others (CMS-AUTH-14, GAP-ED-8)', async () => {
    const { path } = await wim.created({ title: 'By Wim', slug: 'by-wim' });
    const { hash } = (await wim.history(path))[0]!;
    expect((await wim.askRevision(path, hash)).status).toBe(200);
    expect((await compared(wim, { path })).right['hash']).toBe(hash);

    const others = (await ada.history(press))[0]!.hash;
    const answers = [
      await wim.askRevision(press, others),
      await wim.compare({ path: press }),
      await wim.compare({ left_path: path, right_path: press }),
      await wim.compare({ left_path: press, right_path: path }),
    ];
    const missing = expectProblem(await wim.open('posts/nothing.md'), 404, 'not_found').detail;
    for (const answer of answers) {
      const { detail } = expectProblem(answer, 404, 'not_found');
      expect(detail).toBe(missing.replace('posts/nothing.md', press));
    }
    // A hash gives no access under the path of another document.
    expectProblem(await wim.askRevision(path, others), 404, 'not_found');
    expectProblem(await wim.compare({ path, left: others }), 404, 'not_found');
  });
});

test('a user who may read but not compare is refused (CMS-AUTH-18)', async () => {
  const grants = ['documents.read', 'documents.history'];
  const client = await server.signedInAs({ username: 'otto', role: 'onlooker', grants });
  expectProblem(await new EditorClient(client).compare({ path: press }), 403, 'forbidden');
});
