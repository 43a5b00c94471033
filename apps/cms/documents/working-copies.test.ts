import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer } from '../fixtures.ts';
import { EditorClient, AdminClient } from '../people.fixtures.ts';

interface Copy {
  readonly path: string | null;
  readonly draft_key: string | null;
  readonly content: string;
  readonly frontmatter: unknown;
  readonly base_revision: string | null;
  readonly is_stale: boolean;
  readonly saved_at: string;
}

const address = '/documents/working-copy';

class Writer extends AdminClient {
  readonly desk = new EditorClient(this.client);

  keep(body: object): Promise<Answer> {
    return this.attempt(address, body);
  }

  async keepText(path: string, content: string, more: object = {}): Promise<Copy> {
    const { revision } = await this.desk.detail(path);
    return this.postJson(address, { path, content, base_revision: revision, ...more });
  }

  async find(query: Record<string, string>): Promise<Copy | null> {
    return (await this.getJson<{ working_copy: Copy | null }>(address, query)).working_copy;
  }

  list(): Promise<Copy[]> {
    return this.getJson('/documents/working-copies');
  }

  discard(body: object): Promise<Answer> {
    return this.attempt(`${address}/discard`, body);
  }
}

let server: TestServer;
let ada: Writer;
let edith: Writer;
let wim: Writer;
let rita: Writer;

beforeAll(async () => {
  server = await TestServer.start();
  ada = new Writer(await server.signedIn());
  const person = async (username: string, role: string) =>
    new Writer(await server.signedInAs({ username, role }));
  edith = await person('edith', 'editor');
  wim = await person('wim', 'author');
  rita = await person('rita', 'reviewer');
});

afterAll(() => server[Symbol.asyncDispose]());

let drafts = 0;

async function newDraft(of: Writer): Promise<string> {
  drafts += 1;
  return (await of.desk.created({ title: `Draft ${drafts}` })).path;
}

const time = expect.stringMatching(/^20\d\d-.*Z$/) as string;

describe('a working copy of a document', () => {
  test('is returned to its author with the document, and by its own operation', async () => {
    const path = await newDraft(wim);
    const { revision } = await wim.desk.detail(path);
    const state = { base_revision: revision, is_stale: false, saved_at: time };
    expect(await wim.keepText(path, 'Half a sent')).toEqual({ ...state, path, draft_key: null });
    expect(await wim.find({ path })).toEqual({
      ...state,
      path,
      draft_key: null,
      content: 'Half a sent',
      frontmatter: null,
    });
    expect((await wim.desk.detail(path))['working_copy']).toEqual(state);
    expect((await wim.list())[0]).toEqual({
      ...state,
      path,
      draft_key: null,
      title: `Draft ${drafts}`,
      is_gone: false,
      trash_path: null,
    });
  });

  test('is hidden from other users, administrators included', async () => {
    const path = await newDraft(wim);
    await wim.keepText(path, 'A secret between wim and the server');
    const look = { path };
    for (const other of [ada, edith, rita]) {
      expect(await other.find(look)).toBeNull();
      expect(JSON.stringify(await other.list())).not.toContain(path);
      const { working_copy, ...detail } = await other.desk.detail(path);
      expect(working_copy).toBeNull();
      expect(JSON.stringify(detail)).not.toContain('secret');
    }
    expect((await ada.discard(look)).status).toBe(200);
    await ada.desk.saved({ path, content: 'Of ada.\n' });
    expect(await wim.find(look)).toMatchObject({
      content: expect.stringContaining('A secret') as string,
    });
    const moved = await ada.postJson<object>('/documents/status', { path, status: 'published' });
    expect(moved).toMatchObject({ working_copy: null });
    const log = JSON.stringify(await ada.getJson('/audit', { limit: '200' }));
    expect(log + server.log.join('\n')).not.toContain('A secret between');
  });

  test('is refused like a save: 404 without read access, 403 without write access', async () => {
    const path = await newDraft(edith);
    const body = { path, content: 'Mine', base_revision: 'any' };
    expectProblem(await wim.keep(body), 404, 'not_found');
    expectProblem(await wim.ask(address, { path }), 404, 'not_found');
    expectProblem(await wim.discard({ path }), 404, 'not_found');
    expectProblem(await rita.keep(body), 403, 'forbidden');
    expectProblem(await edith.keep({ ...body, path: 'posts/none.md' }), 404, 'not_found');
    expectProblem(await edith.keep({ ...body, path: '../none.md' }), 400, 'invalid_path');
    expectProblem(await edith.keep({ ...body, content: 'a\0b' }), 400, 'invalid_request');
    const visitor = new Writer(server.visitor());
    expectProblem(await visitor.keep(body), 401, 'unauthenticated');
    const huge = { ...body, content: 'x'.repeat(8 * 1024 * 1024) };
    expectProblem(await edith.keep(huge), 413, 'payload_too_large');
    expect(await edith.find({ path })).toBeNull();
  });

  test('takes either a path or a key', async () => {
    const path = await newDraft(edith);
    const content = 'Mine';
    for (const wrong of [
      { content },
      { content, path },
      { content, path, draft_key: 'new', base_revision: 'any' },
      { content, draft_key: 'new', base_revision: 'any' },
      { content, draft_key: '' },
      { content, draft_key: 'x'.repeat(65) },
    ]) {
      expectProblem(await edith.keep(wrong), 400, 'invalid_request');
    }
    expectProblem(await edith.ask(address), 400, 'invalid_request');
    expectProblem(await edith.discard({ path, draft_key: 'new' }), 400, 'invalid_request');
  });

  test('preserves a mebibyte of text byte for byte, and the order of frontmatter', async () => {
    const path = await newDraft(wim);
    const content = '\uFEFF\r\n\u{1F58B}\u0301é\u200D\t '.repeat(120_000).slice(0, 1024 * 1024);
    const frontmatter = { z: 'ünï', a: [{ y: 1, b: null }], title: 'I\u0000nk', m: 1e-7 };
    await wim.keepText(path, content, { frontmatter });
    const found = (await wim.find({ path }))!;
    expect(found.content === content).toBe(true);
    expect(JSON.stringify(found.frontmatter)).toBe(JSON.stringify(frontmatter));
  });

  test('is removed by a save of its author, and not by saves of others', async () => {
    const path = await newDraft(wim);
    await wim.keepText(path, 'Of wim');
    await edith.keepText(path, 'Of edith');
    expect(await wim.desk.saved({ path, content: 'Of wim.\n' })).toMatchObject({
      working_copy: null,
    });
    expect(await wim.find({ path })).toBeNull();
    expect(await edith.find({ path })).toMatchObject({ content: 'Of edith', is_stale: true });
    expect((await edith.desk.detail(path))['working_copy']).toMatchObject({ is_stale: true });
    await wim.keepText(path, 'Of wim, again');
    await wim.desk.saved({ path, content: 'Of wim.\n' });
    expect(await wim.find({ path })).toBeNull();
  });

  test('that arrives after the save is stored as stale', async () => {
    const path = await newDraft(wim);
    const { revision } = await wim.desk.detail(path);
    await wim.desk.saved({ path, content: 'Saved.\n' });
    const late = { path, content: 'Sav', base_revision: revision };
    expect(await wim.postJson(address, late)).toMatchObject({ is_stale: true });
    expect((await wim.desk.detail(path))['working_copy']).toMatchObject({ is_stale: true });
  });

  test('and concurrent saves leave no copy that looks current', async () => {
    const path = await newDraft(wim);
    for (let round = 0; round < 5; round++) {
      const { revision } = await wim.desk.detail(path);
      const answers = await Promise.all([
        wim.keep({ path, content: `Dra ${round}`, base_revision: revision }),
        wim.desk.save({ path, content: `Draft ${round}\n`, expected_revision: revision }),
        wim.keep({ path, content: `Draf ${round}`, base_revision: revision }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { raw_body, working_copy } = await wim.desk.detail(path);
      expect(raw_body).toBe(`Draft ${round}\n`);
      if (working_copy) expect(working_copy).toMatchObject({ is_stale: true });
    }
  });

  test('is independent of locks', async () => {
    const path = await newDraft(wim);
    const { lock_token } = await edith.postJson<{ lock_token: string }>('/documents/lock', {
      path,
    });
    await wim.keepText(path, 'Meanwhile');
    expectProblem(await wim.desk.save({ path, content: 'No.\n' }), 409, 'document_locked');
    await edith.desk.saved({ path, content: 'Of edith.\n', lock_token });
    expect(await wim.find({ path })).toMatchObject({ content: 'Meanwhile', is_stale: true });
  });

  test('is stale immediately after an edit on disk', async () => {
    const path = await newDraft(wim);
    await wim.keepText(path, 'Mine');
    const file = `content/${path}`;
    await server.write(file, (await server.read(file)).replace('Text.', 'Another text.'));
    expect(await wim.find({ path })).toMatchObject({ content: 'Mine', is_stale: true });
  });

  test('leaves no trace in the history or the audit log', async () => {
    const path = await newDraft(wim);
    const before = [await wim.desk.history(path), await ada.getJson('/audit', { limit: '1' })];
    await wim.keepText(path, 'Mine');
    await wim.discard({ path });
    expect([await wim.desk.history(path), await ada.getJson('/audit', { limit: '1' })]).toEqual(
      before,
    );
  });

  test('moves to the trash with its document', async () => {
    const path = await newDraft(wim);
    await wim.keepText(path, 'Mine');
    await wim.postJson('/documents/delete', { path });
    const [gone] = (await wim.list()) as unknown as { trash_path: string }[];
    expect(gone).toMatchObject({ path, is_gone: true, is_stale: false });
    expect(await wim.find({ path: gone!.trash_path })).toMatchObject({ content: 'Mine' });
    await wim.postJson('/documents/restore', { path });
    expect((await wim.desk.detail(path))['working_copy']).toMatchObject({ is_stale: false });
  });

  test('survives a restart, and is visible at every server', async () => {
    const path = await newDraft(wim);
    const other = await TestServer.beside(server);
    const there = new Writer(wim.client.at(other));
    await there.keepText(path, 'Mine');
    await other[Symbol.asyncDispose]();
    expect(await wim.find({ path })).toMatchObject({ content: 'Mine' });
  });

  test('is deleted with its author', async () => {
    const leo = new Writer(await server.signedInAs({ username: 'leo', role: 'editor' }));
    const path = await newDraft(wim);
    await leo.keepText(path, 'Of leo');
    await leo.postJson(address, { draft_key: 'new', content: 'Of leo' });
    await ada.postJson('/users/delete', { username: 'leo' });
    const { db } = server.database;
    const left = db.selectFrom('working_copies').selectAll().where('username', '=', 'leo');
    expect(await left.execute()).toEqual([]);
    const again = new Writer(await server.signedInAs({ username: 'leo', role: 'editor' }));
    expect(await again.list()).toEqual([]);
  });
});

describe('a working copy of a new document', () => {
  test('is found by its key, and removed when the document is created with it', async () => {
    const frontmatter = { title: 'A new one' };
    await wim.postJson(address, { draft_key: 'tab-1', content: 'Half', frontmatter });
    await wim.postJson(address, { draft_key: 'tab-2', content: 'Other' });
    expect(await wim.find({ draft_key: 'tab-1' })).toEqual({
      path: null,
      draft_key: 'tab-1',
      content: 'Half',
      frontmatter,
      base_revision: null,
      is_stale: false,
      saved_at: time,
    });
    expect(await edith.find({ draft_key: 'tab-1' })).toBeNull();
    expect((await wim.list()).slice(0, 2)).toMatchObject([
      { draft_key: 'tab-2', title: null },
      { draft_key: 'tab-1', title: 'A new one' },
    ]);
    const created = await wim.desk.created({ title: 'A new one', draft_key: 'tab-1' });
    expect(created).toMatchObject({ working_copy: null });
    expect(await wim.find({ draft_key: 'tab-1' })).toBeNull();
    expect(await wim.find({ draft_key: 'tab-2' })).toMatchObject({ content: 'Other' });
    for (let time = 0; time < 2; time++) {
      expect((await wim.discard({ draft_key: 'tab-2' })).json()).toEqual({ ok: true });
    }
    expect(await wim.find({ draft_key: 'tab-2' })).toBeNull();
  });

  test('requires permission to create documents', async () => {
    const refused = await rita.keep({ draft_key: 'new', content: 'Mine' });
    expect(expectProblem(refused, 403, 'forbidden').detail).toContain('documents.create');
  });
});
