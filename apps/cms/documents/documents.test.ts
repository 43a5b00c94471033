import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';

const pressText = `---
title: The press   # as it stands in the hall
slug: the-press
layout: wide
summary: Iron, and a lot of it.
date: 2026-03-01 09:30
author: inés
tags: [Iron, Wood type]
categories: Craft
fields: { weight: 900, parts: [bed, platen] }
colour: black
workflow: published
---
Text & <b>more</b>.
`;

let server: TestServer;
let ada: EditorClient;

beforeAll(async () => {
  const posts = Array.from({ length: 60 }, (_, at) => [
    `content/posts/many/${String(at).padStart(2, '0')}.md`,
    `---\ntitle: Post ${at}\ndate: 2026-01-${String((at % 28) + 1).padStart(2, '0')}\n---\n`,
  ]);
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': 'languages:\n  es: {}\ntime_zone: Europe/Madrid\n',
      'content/posts/press.md': pressText,
      'content/posts/es/press.md': '---\ntitle: La prensa\nworkflow: draft\n---\n',
      'content/pages/about.md': 'Just text.\n',
      ...(Object.fromEntries(posts) as Record<string, string>),
    },
  });
  ada = new EditorClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

describe('the list', () => {
  test('has 50 documents a page by default, and at most 200 (CMS-DOC-1, CMS-RES-13, GAP-SES-6)', async () => {
    const first = await ada.list();
    expect(first).toMatchObject({ page: 1, page_size: 50, total: 63, has_more: true });
    expect(first.items).toHaveLength(50);
    const second = await ada.list({ page: '2' });
    expect(second).toMatchObject({ page: 2, page_size: 50, total: 63, has_more: false });
    expect(second.items).toHaveLength(13);
    const paths = [...first.items, ...second.items].map(({ path }) => path);
    expect(new Set(paths).size).toBe(63);
    expect(await ada.list({ limit: '5000' })).toMatchObject({ page_size: 200, has_more: false });
    expect(await ada.list({ limit: '63' })).toMatchObject({ page_size: 63, has_more: false });
    expect(await ada.list({ limit: '62' })).toMatchObject({ page_size: 62, has_more: true });
    const beyond = { items: [], page: 9, total: 63, has_more: false };
    expect(await ada.list({ page: '9' })).toMatchObject(beyond);
  });

  const paths = async (query: Record<string, string>): Promise<string[]> =>
    (await ada.list(query)).items.map(({ path }) => path);

  test('filters by type, language, state and author (CMS-DOC-1)', async () => {
    expect(await paths({ type: 'page' })).toEqual(['pages/about.md']);
    expect(await paths({ lang: 'es' })).toEqual(['posts/es/press.md']);
    expect(await paths({ status: 'draft' })).toEqual(['posts/es/press.md']);
    expect(await paths({ author: 'inés' })).toEqual(['posts/press.md']);
    expect(await paths({ author: 'inés', lang: 'es' })).toEqual([]);
    expect(await ada.list({ type: 'nonsense' })).toMatchObject({ items: [], total: 0 });
    expect(await paths({ author: "' or '1'='1" })).toEqual([]);
  });

  test.each([
    [{ sort: 'title', order: 'asc', limit: '2' }, ['pages/about.md', 'posts/es/press.md']],
    [{ sort: 'title', order: 'desc', limit: '1' }, ['posts/press.md']],
    [{ sort: 'path', limit: '1' }, ['pages/about.md']],
    [{ sort: 'path', order: 'desc', limit: '1' }, ['posts/press.md']],
    [{ sort: 'date', limit: '2' }, ['posts/press.md', 'posts/many/55.md']],
    [{ sort: 'date', order: 'asc', limit: '1' }, ['posts/many/00.md']],
  ])('sorts: %j', async (query, expected) => {
    expect(await paths(query)).toEqual(expected);
  });

  test('starts with the most recently changed document', async () => {
    const { path } = await ada.created({ title: 'Fresh', slug: 'fresh-in-list' });
    expect((await ada.list({ limit: '1' })).items.map((item) => item.path)).toEqual([path]);
  });
});

const pressSummary = {
  id: 'en:post:press',
  path: 'posts/press.md',
  type: 'post',
  lang: 'en',
  title: 'The press',
  slug: 'the-press',
  url: '/posts/the-press/',
  layout: 'wide',
  summary: 'Iron, and a lot of it.',
  author: 'inés',
  last_editor: null,
  date: '2026-03-01T08:30:00.000Z',
  taxonomies: { tags: ['Iron', 'Wood type'], categories: ['Craft'] },
  revision: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  status: 'published',
  scheduled_publish_at: null,
  scheduled_unpublish_at: null,
  created_at: null,
  updated_at: null,
  is_public: true,
  published_revision: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  published_at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
  assignee: null,
  reviewer: null,
  approved_by: null,
  // No user of that name has an account.
  names: {},
  problem: null,
};

const nothing = {
  layout: null,
  summary: null,
  author: null,
  last_editor: null,
  date: null,
  scheduled_publish_at: null,
  scheduled_unpublish_at: null,
  created_at: null,
  updated_at: null,
  taxonomies: { tags: [], categories: [] },
};

describe('a document', () => {
  test('is listed with exactly these fields (CMS-RES-11, GAP-DOC-2, GAP-DOC-5)', async () => {
    const { items } = await ada.list({ author: 'inés' });
    const last_change = { cause: 'disk', author: 'external', at: expect.any(String) as string };
    expect(items).toEqual([
      { ...pressSummary, last_change, highlight: null, review_request: null },
    ]);
    expect((await ada.list({ type: 'page' })).items[0]).toMatchObject(nothing);
  });

  test('opens with exactly these fields (CMS-DOC-2, CMS-RES-12, GAP-DOC-3, GAP-DOC-5)', async () => {
    const open = { path: 'posts/press.md' };
    const detail = await ada.client.get(
      `/__admin/api/document?${new URLSearchParams(open).toString()}`,
    );
    expect(detail.json()).toEqual({
      ...pressSummary,
      materialised: true,
      storage_failure: null,
      due_on: null,
      last_change: {
        cause: 'disk',
        author: 'external',
        at: expect.stringMatching(/Z$/) as string,
      },
      html_body: '<p>Text &amp; <b>more</b>.</p>\n',
      raw_body: 'Text & <b>more</b>.\n',
      frontmatter: {
        title: 'The press',
        slug: 'the-press',
        layout: 'wide',
        summary: 'Iron, and a lot of it.',
        date: '2026-03-01 09:30',
        tags: ['Iron', 'Wood type'],
        categories: 'Craft',
        fields: { weight: 900, parts: ['bed', 'platen'] },
        colour: 'black',
      },
      fields: { weight: 900, parts: ['bed', 'platen'] },
      params: { colour: 'black' },
      working_copy: null,
      lock: null,
      editorial: {
        owner: 'inés',
        assignee: null,
        reviewer: null,
        approved_by: null,
        approved_at: null,
        approved_revision: null,
        revision: pressSummary.revision,
        require_approval: false,
        status: 'published',
        events: [],
        contributors: ['inés'],
        approvals: [],
        approvals_needed: 1,
        independence: 'contributors',
        joint_approvers: [],
      },
    });
  });

  test('opens with its whole file instead of the rendered text on request', async () => {
    const detail = await ada.detail('posts/press.md');
    expect(detail.raw).toBe(pressText);
    expect(detail).not.toHaveProperty('html_body');
    const address = '/__admin/api/document?path=posts/press.md&include=everything';
    expectProblem(await ada.client.get(address), 400, 'invalid_request');
  });

  test('without frontmatter takes its title from the file name, with null for other fields (GAP-DOC-2)', async () => {
    expect(await ada.detail('pages/about.md')).toMatchObject({
      ...nothing,
      id: 'en:page:about',
      title: 'About',
      slug: 'about',
      raw: 'Just text.\n',
      raw_body: 'Just text.\n',
      frontmatter: {},
      fields: {},
      params: {},
      status: 'published',
    });
  });

  test('is found by its path, and a given id must match (GAP-DOC-1, GAP-DOC-2)', async () => {
    const ask = (id: string): Promise<Answer> => ada.open('posts/es/press.md', id);
    expect((await ask('es:post:press')).json()).toMatchObject({ title: 'La prensa' });
    for (const id of ['en:post:press', 'es:post:PRESS', '']) {
      expectProblem(await ask(id), 404, 'not_found');
    }
  });

  test.each(['posts/nothing.md', 'posts/press.md/x.md', 'elsewhere/press.md', 'press.md'])(
    'that does not exist is 404: %s',
    async (path) => {
      expectProblem(await ada.open(path), 404, 'not_found');
      expectProblem(await ada.save({ path, content: 'x' }), 404, 'not_found');
    },
  );
});

describe('an author', () => {
  test('sees, opens and changes own documents only (CMS-AUTH-14, GAP-ED-8)', async () => {
    const wim = new EditorClient(await server.signedInAs({ username: 'wim', role: 'author' }));
    expect(await wim.list()).toMatchObject({ items: [], total: 0 });
    const { path } = await wim.created({ title: 'By Wim' });
    expect((await wim.list()).items.map((item) => item.path)).toEqual([path]);
    expect((await wim.list({ author: 'inés' })).items).toEqual([]);

    expect((await wim.open(path)).status).toBe(200);
    expect((await wim.save({ path, content: 'More.\n' })).status).toBe(200);
    const others = 'posts/press.md';
    const missing = expectProblem(await wim.open('posts/nothing.md'), 404, 'not_found').detail;
    const hidden = expectProblem(await wim.open(others), 404, 'not_found').detail;
    expect(hidden).toBe(missing.replace('posts/nothing.md', others));
    const edit = { path: others, content: 'x' };
    expectProblem(await wim.save(edit), 404, 'not_found');
    expectProblem(await wim.askHistory(others), 404, 'not_found');

    const publish = {
      path,
      content: 'More.\n',
      frontmatter: { title: 'By Wim', workflow: 'published' },
    };
    expectProblem(await wim.save(publish), 403, 'forbidden');
  });
});

describe('a reviewer', () => {
  test('reads all documents and changes none (CMS-AUTH-15)', async () => {
    const rita = new EditorClient(await server.signedInAs({ username: 'rita', role: 'reviewer' }));
    const path = 'posts/press.md';
    expect((await rita.list()).total).toBeGreaterThan(60);
    expect((await rita.open(path)).status).toBe(200);
    expect((await rita.askHistory(path)).status).toBe(200);
    expectProblem(await rita.save({ path, content: 'x' }), 403, 'forbidden');
    expectProblem(await rita.create({ title: 'Mine' }), 403, 'forbidden');
    expect(await server.read(`content/${path}`)).toBe(pressText);
  });
});

describe('a path', () => {
  const outside = [
    '/etc/passwd',
    '/posts/press.md',
    '//posts/press.md',
    'C:/posts/press.md',
    '../galley.yaml',
    '../project/content/posts/press.md',
    'posts/../posts/press.md',
    'posts/./press.md',
    'posts//press.md',
    'posts/..',
    '..',
    '.',
    'posts\\press.md',
    '..\\galley.yaml',
    'posts/press\u0000.md',
    'posts/press.md\u0000',
    'posts/\u001b[31m.md',
    'posts/con.md',
    'posts/NUL.md',
    'posts/com1.md',
    'aux/press.md',
    'posts/lpt9.txt.md',
    'config/site.yaml',
    'config/notes.md',
    'media/notes.md',
    '.trash/posts/press.md',
    '.published/posts/press.md',
    '.git/config',
    'posts/.hidden.md',
    'posts/.galley-1.tmp',
    'posts/press',
    'posts/press.MD',
    'posts/press.md/',
    'posts/press.md ',
    'posts/press.html',
    `posts/${'x'.repeat(300)}.md`,
    `${'x/'.repeat(600)}press.md`,
  ];
  const operations: [string, (path: string) => Promise<Answer>][] = [
    ['GET /document', (path) => ada.open(path)],
    ['POST /documents/save', (path) => ada.save({ path, content: 'x' })],
    ['GET /documents/history', (path) => ada.askHistory(path)],
    ['GET /documents/revision', (path) => ada.askRevision(path, 'x')],
    ['POST /documents/diff', (path) => ada.compare({ path })],
    [
      'GET /content',
      (path) =>
        server.visitor().get(`/__platform/api/content?${new URLSearchParams({ path }).toString()}`),
    ],
  ];

  test.each(operations)('with %s is valid (GAP-PROJ-2)', async (_name, ask) => {
    for (const path of outside) {
      const { errors } = expectProblem(await ask(path), 400, 'invalid_path');
      expect(errors?.map((error) => error.path)).toEqual(['path']);
    }
  });

  test('cannot leave the tree through a symbolic link (GAP-PROJ-2)', async () => {
    const content = join(server.project, 'content');
    await server.write('elsewhere/secret.md', 'secret\n');
    await symlink(join(server.project, 'elsewhere'), join(content, 'posts/linked'));
    await symlink(join(server.project, 'elsewhere/secret.md'), join(content, 'posts/linked.md'));
    for (const path of ['posts/linked/secret.md', 'posts/linked.md']) {
      const answers = [await ada.open(path), await ada.save({ path, content: 'x' })];
      for (const answer of answers) expectProblem(answer, 400, 'invalid_path');
    }
    expectProblem(await ada.create({ title: 'Linked' }), 400, 'invalid_path');
    expect(await server.read('elsewhere/secret.md')).toBe('secret\n');
    expect((await ada.list({ limit: '200' })).items.map(({ path }) => path)).not.toContain(
      'posts/linked.md',
    );
  });
});

test('a document renamed on disk keeps its history, which names the former path', async () => {
  const [path, to] = ['posts/many/07.md', 'posts/seven.md'];
  const before = await ada.history(path);
  await rename(join(server.project, 'content', path), join(server.project, 'content', to));
  const [renamed, ...earlier] = await ada.history(to);
  expect(renamed).toMatchObject({
    kind: 'external',
    message: `Renamed from ${path}`,
    renamed_from: path,
    parent_hash: before[0]!.hash,
  });
  expect(earlier).toEqual(before);
  expectProblem(await ada.open(path), 404, 'not_found');
  const former = await server.visitor().get('/posts/many/07/');
  expect([former.status, former.headers.get('location')]).toEqual([301, '/posts/seven/']);
});
