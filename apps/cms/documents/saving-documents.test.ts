import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onServer } from '@galley/testing';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';

const pressText =
  "---\ntitle: 'The press' # as it stands\r\ntags: [Iron,Paper]\nworkflow: published\n---\nText.";

let server: TestServer;
let ada: EditorClient;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': 'languages:\n  es: {}\n',
      'content/posts/press.md': pressText,
    },
  });
  ada = new EditorClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

describe('creating', () => {
  test('writes a draft with its file and first history entry (CMS-DOC-3, CMS-ST-1, GAP-DOC-3)', async () => {
    const made = await ada.created({
      title: 'Ink & paper',
      lang: 'es',
      frontmatter: { tags: ['Ink'], fields: { pages: 3 }, none: null },
    });
    expect(made).toMatchObject({
      id: 'es:post:ink-paper',
      path: 'posts/es/ink-paper.md',
      url: '/es/posts/ink-paper/',
      status: 'draft',
      is_public: false,
      author: 'ada',
      last_editor: 'ada',
      raw_body: 'Text.\n',
      frontmatter: { title: 'Ink & paper', tags: ['Ink'], fields: { pages: 3 }, none: null },
    });
    expect(await server.read('content/posts/es/ink-paper.md')).toBe(made.raw);
    expect(made.raw).toContain('workflow: draft');
    expect(await ada.history(made.path)).toMatchObject([{ kind: 'save', author: 'ada' }]);
    expectProblem(await ada.create({ title: 'Ink paper', lang: 'es' }), 409, 'already_exists');
  });

  test.each([
    [{ title: 'T', type: 'novel' }, 'type'],
    [{ title: 'T', lang: 'fr' }, 'lang'],
    [{ title: 'T', type: 'constructor' }, 'type'],
    [{ title: 'T', lang: 'toString' }, 'lang'],
    [{ title: 'T', slug: 'a/b' }, 'slug'],
    [{ title: '!!!' }, 'slug'],
    [{ title: 'T', frontmatter: { date: 'soon' } }, 'frontmatter.date'],
    [{ title: 'T', frontmatter: { workflow: 'done' } }, 'frontmatter.workflow'],
    [{ title: 'T', frontmatter: { title: 5 } }, 'frontmatter.title'],
  ])('refuses %j and names the field', async (input, path) => {
    const { errors } = expectProblem(await ada.create(input), 422, 'invalid_fields');
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  test('refuses invalid file names', async () => {
    for (const slug of ['con', 'aux.txt', '.hidden', 'x\\y', 'a\tb']) {
      expectProblem(await ada.create({ title: 'T', slug }), 400, 'invalid_path');
    }
  });

  test('of one address by several users at once succeeds once (GAP-ERR-2)', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => ada.create({ title: 'Only one of these' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await ada.history('posts/only-one-of-these.md')).toHaveLength(1);
  });
});

describe('saving', () => {
  test('stores changes and a history, newest first (CMS-DOC-4, CMS-DOC-7, CMS-RES-15, GAP-DOC-12)', async () => {
    const { path, revision } = await ada.created({ title: 'Sorts' });
    const second = await ada.saved({ path, content: 'Two.\n', message: 'Clearer' });
    expect(second.revision).not.toBe(revision);
    expect(second).toMatchObject({ title: 'Sorts', raw_body: 'Two.\n' });
    const entries = await ada.history(path);
    expect(entries).toEqual([
      {
        seq: 2,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        parent_hash: entries[1]!.hash,
        author: 'ada',
        author_name: 'ada',
        message: 'Clearer',
        timestamp: expect.stringMatching(/^20.*Z$/) as string,
        revision: second.revision,
        status: 'draft',
        kind: 'save',
      },
      expect.objectContaining({ seq: 1, message: 'Created', revision, parent_hash: null }),
    ]);
  });

  test('without a change adds no history entry (GAP-DOC-4)', async () => {
    const before = await ada.detail('posts/press.md');
    const { path, raw, raw_body: content, frontmatter, revision } = before;
    for (const body of [{ content }, { content, frontmatter }, { content: raw }]) {
      expect(await ada.saved({ path, ...body, expected_revision: revision })).toEqual(before);
    }
    expect(await ada.history(path)).toHaveLength(1);
    expect(await server.read(`content/${path}`)).toBe(pressText);
  });

  test.each(['return=minimal', 'respond-async, return=minimal'])(
    'answers with the new state alone to `Prefer: %s`',
    async (prefer) => {
      const write = async (act: string, body: object) => {
        const address = `/__admin/api/documents/${act}`;
        const answer = await ada.client.post(address, body, { prefer });
        expect(answer.headers.get('preference-applied')).toBe('return=minimal');
        return answer.json<{ readonly path: string; readonly updated_at: string }>();
      };
      const title = `Brief: ${prefer}`;
      const made = { type: 'post', lang: 'en', content: '', title };
      const { path } = await write('create', made);
      const saved = await write('save', { path, content: 'Short.\n' });
      const { revision, updated_at } = await ada.detail(path);
      const state = { path, revision, status: 'draft', is_public: false, materialised: true };
      expect(saved).toEqual({ ...state, updated_at });
      const archived = await write('status', { path, status: 'archived' });
      expect(archived).toEqual({ ...state, status: 'archived', updated_at });
      const stale = { path, content: 'Late.\n', expected_revision: 'another' };
      expectProblem(await ada.save(stale, { prefer }), 409, 'stale_revision');
    },
  );

  test('with an outdated revision is refused, with the current revision and text, and the text that was read (GAP-DOC-7, GAP-ERR-2)', async () => {
    const { path, revision } = await ada.created({ title: 'Contested' });
    const [created] = await ada.history(path);
    const { revision: current } = await ada.saved({ path, content: 'Mine.\n' });
    const late = { path, content: 'Yours.\n' };
    const stale = [
      await ada.save({ ...late, expected_revision: revision }),
      await ada.save(late, { 'if-match': `"${revision}"` }),
      await ada.save(late, { 'if-match': revision }),
    ];
    for (const answer of stale) {
      expect(expectProblem(answer, 409, 'stale_revision')).toMatchObject({
        current_revision: current,
        current: { raw: expect.stringContaining('Mine.') as string, last_editor: 'ada' },
        base: { hash: created!.hash, raw: expect.not.stringContaining('Mine.') as string },
      });
    }
    expect((await ada.detail(path)).raw_body).toBe('Mine.\n');
    const inTime = await ada.save(late, { 'if-match': `"${current}"` });
    expect(inTime.json()).toMatchObject({ raw_body: 'Yours.\n' });
  });

  test('with an outdated revision names the origin of the current text, even if the frontmatter does not', async () => {
    const { path, revision } = await ada.created({ title: 'Causes' });
    const late = { path, content: 'Late.\n', expected_revision: revision };
    const causeNow = async () => {
      const answer = expectProblem(await ada.save(late), 409, 'stale_revision');
      const { current } = answer as unknown as { current: { change: object } };
      expect((await ada.detail(path))['last_change']).toEqual(current.change);
      return current.change;
    };
    await ada.saved({ path, content: 'Another.\n' });
    expect(await causeNow()).toMatchObject({ cause: 'save', author: 'ada' });
    await server.write(`content/${path}`, '---\ntitle: Causes\nlast_editor: ada\n---\nBy hand.\n');
    expect(await causeNow()).toMatchObject({ cause: 'disk', author: 'external' });
    const entries = await ada.history(path);
    const { hash } = entries.find(({ seq }) => seq === 2)!;
    await ada.client.post('/__admin/api/documents/restore', { path, hash });
    expect(await causeNow()).toMatchObject({ cause: 'restore', author: 'ada' });
  });

  test('by several users at once from one revision succeeds for one', async () => {
    const { path, revision } = await ada.created({ title: 'Race' });
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) =>
        ada.save({ path, content, expected_revision: revision }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const won = answers.find(({ status }) => status === 200)!.json();
    expect(await ada.detail(path)).toEqual(won);
    expect(await ada.history(path)).toHaveLength(2);
  });

  test('preserves omitted frontmatter, replaces given frontmatter, and preserves null (GAP-DOC-7)', async () => {
    const { path } = await ada.created({ title: 'Keys', frontmatter: { one: 1, two: 2 } });
    const kept = await ada.saved({ path, content: 'Body.\n' });
    expect(kept.frontmatter).toEqual({ title: 'Keys', one: 1, two: 2 });
    const frontmatter = { title: 'Keys', two: null, deep: { list: [null, true, 1.5, 'é\n🖋'] } };
    expect((await ada.saved({ path, content: 'Body.\n', frontmatter })).frontmatter).toEqual(
      frontmatter,
    );
    expect((await ada.detail(path)).params).toEqual({ two: null, deep: frontmatter.deep });
    expect((await ada.saved({ path, content: 'Body.\n', frontmatter: {} })).frontmatter).toEqual(
      {},
    );
  });

  test('accepts a whole file, detected by its frontmatter fence (GAP-DOC-7)', async () => {
    const { path } = await ada.created({ title: 'Whole' });
    const raw = '---\n# mine\ntitle: "Whole"\nextra: [1,2]\n---\nNew body.\n';
    const whole = await ada.saved({ path, content: raw });
    expect(whole).toMatchObject({ frontmatter: { title: 'Whole', extra: [1, 2] } });
    expect(whole.raw).toContain('# mine\ntitle: "Whole"\nextra: [1,2]\n');
    expect(whole).toMatchObject({ author: 'ada', status: 'draft', raw_body: 'New body.\n' });
    const frontmatter = { title: 'Whole' };
    expect((await ada.saved({ path, content: raw, frontmatter })).raw_body).toBe(raw);
    const broken = await ada.save({ path, content: '---\ntitle: [\n---\n' });
    const { errors } = expectProblem(broken, 422, 'invalid_fields');
    expect(errors).toMatchObject([
      { path: 'content', message: expect.stringContaining('line 2') as string },
    ]);
  });

  test.each([
    { content: 'half a pair \ud83d' },
    { content: 'NUL \u0000' },
    { message: 'NUL \u0000' },
    { frontmatter: { title: 'half a pair \ud83d' } },
    { frontmatter: { deep: [{ nul: '\u0000' }] } },
    { frontmatter: { '\u0000': 1 } },
  ])('refuses values that cannot be stored unchanged: %j', async (input) => {
    const answer = await ada.save({ path: 'posts/press.md', content: 'Text.', ...input });
    if ('frontmatter' in input) expectProblem(answer, 422, 'invalid_fields');
    else expectProblem(answer, 400, 'invalid_request');
    expect(await server.read('content/posts/press.md')).toBe(pressText);
  });

  test('ignores server-managed keys, and refuses another author (CMS-ED-9, GAP-DOC-7)', async () => {
    const { path, created_at } = await ada.created({ title: 'Mine' });
    const forged = {
      created_at: '1999-01-01',
      editorial: { approved_by: 'ada' },
      last_editor: 'x',
    };
    const frontmatter = { title: 'Mine', ...forged };
    const after = await ada.saved({ path, content: 'Text.\n', frontmatter });
    expect(after).toMatchObject({ author: 'ada', last_editor: 'ada', created_at });
    expect(after.raw).not.toContain('approved_by');
    const other = await ada.save({
      path,
      content: '',
      frontmatter: { title: 'Mine', author: 'eve' },
    });
    expectProblem(other, 403, 'forbidden');
    const raw = `---\ntitle: Mine\nauthor: eve\n---\n`;
    expectProblem(await ada.save({ path, content: raw }), 403, 'forbidden');
  });

  test('records an edit on disk first, and does not overwrite it (GAP-DOC-12)', async () => {
    const { path, revision } = await ada.created({ title: 'On disk' });
    await server.write(`content/${path}`, '---\ntitle: By hand\n---\nBy hand.\n');
    const late = { path, content: 'Over the API.\n', expected_revision: revision };
    expectProblem(await ada.save(late), 409, 'stale_revision');
    expect(await server.read(`content/${path}`)).toContain('By hand.\n');
    expect(await ada.history(path)).toMatchObject([
      { kind: 'external', author: 'external' },
      { kind: 'save' },
    ]);
  });
});

describe('a state', () => {
  test('is preserved by a save without one; new text of a published document is a draft beside the public version (CMS-ST-8, GAP-DOC-8)', async () => {
    const { path } = await ada.created({ title: 'Page one' });
    const publish = {
      path,
      content: 'Old.\n',
      frontmatter: { title: 'Page one', workflow: 'published' },
    };
    expect(await ada.saved(publish)).toMatchObject({ status: 'published', is_public: true });
    const edited = await ada.saved({ path, content: 'New.\n' });
    expect(edited).toMatchObject({ status: 'draft', is_public: true });
    expect(edited.published_revision).not.toBe(edited.revision);
    const visitor = server.visitor();
    expect((await visitor.get('/posts/page-one/')).text).toContain('Old.');
    expect(await ada.saved({ ...publish, content: 'New.\n' })).toMatchObject({
      status: 'published',
    });
    expect((await visitor.get('/posts/page-one/')).text).toContain('New.');
  });

  test('that is unreachable is 409 (GAP-ERR-2)', async () => {
    const { path } = await ada.created({ title: 'Stuck' });
    const to = (workflow: string): Promise<Answer> =>
      ada.save({ path, content: 'Text.\n', frontmatter: { title: 'Stuck', workflow } });
    expect((await to('published')).status).toBe(200);
    expectProblem(await to('in_review'), 409, 'illegal_transition');
    expect((await to('archived')).json()).toMatchObject({ status: 'archived', is_public: false });
  });
});

describe('a change that cannot be recorded in the audit log (GAP-SET-8)', () => {
  beforeAll(async () => {
    await onServer(
      server.database.url,
      `create trigger refuse before insert on audit_entries
        for each row execute function keep_appended()`,
    );
  });

  afterAll(() => onServer(server.database.url, 'drop trigger refuse on audit_entries'));

  test('is not made', async () => {
    const path = 'posts/press.md';
    const before = await ada.detail(path);
    const history = await ada.history(path);
    const archive = { path, status: 'archived' };
    for (const answer of [
      await ada.create({ title: 'Unrecorded' }),
      await ada.save({ path, content: 'Unrecorded.\n' }),
      await ada.client.post('/__admin/api/documents/status', archive),
    ])
      expectProblem(answer, 500, 'internal');
    expect(await ada.detail(path)).toEqual(before);
    expect(await ada.history(path)).toEqual(history);
    expectProblem(await ada.open('posts/unrecorded.md'), 404, 'not_found');
  });
});
