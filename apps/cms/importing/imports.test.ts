import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, ZipWriter } from '@galley/archive';
import { tryWithAdvisoryLock, type Database } from '@galley/database';
import type { ImportJob } from '@galley/importing';
import { systemActor } from '@galley/kernel';
import { findChildren, temporaryDirectory, zipOf, type ZipEntry } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectProblem, TestServer } from '../fixtures.ts';
import {
  auditedImports,
  documentsIn,
  importFiles,
  Importer,
  ImportsHere,
  manyPosts,
  ok,
  zipped,
} from './imports.fixtures.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

const hugo = {
  'old/content/posts/first.md':
    '---\ntitle: First\ndate: 2024-01-02\naliases: [/old/]\n---\nSee ![it](/pic.svg).\n',
  'old/content/posts/later.md': '---\ntitle: Later\ndraft: true\n---\nLater.\n',
  'old/content/posts/broken.md': '---\ntitle: "x\n---\nD\n',
  'old/static/pic.svg': drawing,
  'old/hugo.yaml': 'menus:\n  main:\n    - name: Home\n      url: /\n',
};

let server: TestServer;
let ada: Importer;

beforeAll(async () => {
  server = await TestServer.start();
  ada = new Importer(await server.signedIn());
});
afterAll(() => server[Symbol.asyncDispose]());

async function person(username: string, grants: readonly string[]): Promise<Importer> {
  const role = `role-${username}`;
  return new Importer(
    await server.signedInAs({ username, role, grants: ['operations.manage', ...grants] }),
  );
}

const writing = ['documents.create', 'documents.write', 'media.write'];

describe('an import in the admin', { timeout: 120_000 }, () => {
  test('ADD-IMP-11: the dry run lists every page and changes nothing; the import does it, as far as the person who starts it may', async () => {
    const ready = await ada.upload('hugo', zipped(hugo));
    expect(ready).toMatchObject({ format: 'hugo', signs: null });
    expect(ready).toMatchObject({ state: 'ready', total: 2, batch: null, error: null });
    const counts = { new: 2, changed: 0, unchanged: 0, media: 1, skipped: 1, redirects: 1 };
    expect(ready.counts).toMatchObject({ ...counts, menus: 1, warnings: 0 });
    const { items, total } = await ada.rows(ready.id);
    expect(total).toBe(4);
    expect(items).toMatchObject([
      { kind: 'skipped', reason: expect.stringContaining('Line 2') as string },
      { kind: 'document', title: 'First', path: 'posts/first.md', status: 'published' },
      { kind: 'document', title: 'Later', path: 'posts/later.md', status: 'draft' },
      { kind: 'media', path: 'media/pic.svg', change: 'new' },
    ]);
    expect(items[1]!.redirects).toEqual(['/old/']);
    expect((await ada.rows(ready.id, { show: 'new', q: 'LATER' })).items).toHaveLength(1);
    expect(await ada.rows(ready.id, { limit: '1', page: '2' })).toMatchObject({
      items: [{ title: 'First' }],
      has_more: true,
    });
    expect(await documentsIn(server)).toEqual([]);
    expect(await auditedImports(server)).toEqual([]);

    const olaf = await person('olaf', []);
    const wim = await person('wim', writing);
    expect(expectProblem(await olaf.start(ready.id), 403, 'forbidden').detail).toContain(
      'documents.create, documents.write, media.write',
    );
    expect(expectProblem(await wim.start(ready.id, true), 403, 'forbidden').detail).toContain(
      'documents.publish',
    );
    const pia = await person('pia', [...writing, 'documents.publish']);
    const { batch } = await pia.started(ready.id, true);
    const done = await ada.untilEnded();
    expect(done).toMatchObject({ state: 'done', batch, publish: true, requested_by: 'pia' });
    expect(done.counts).toMatchObject({ ...counts, menus: 0, warnings: 1 });
    const warned = await pia.rows(ready.id, { show: 'warning' });
    expect(warned.items[0]!.reason).toContain('may not change settings');
    expect(await documentsIn(server)).toEqual(['posts/first.md', 'posts/later.md']);
    const text = await server.read('content/posts/first.md');
    expect(text).toContain('author: galley\n');
    expect(text).toMatch(/---\nSee !\[it\]\(\/media\/pic\.svg\)\.\n$/);
    expect(text).toContain('workflow: published\n');
    expect((await server.visitor().get('/posts/first/')).status).toBe(200);
    expect((await server.visitor().get('/old/')).status).toBe(301);
    expect(await auditedImports(server)).toMatchObject([
      {
        actor: 'pia',
        target: batch,
        details: { source: 'old-site.zip', pages: 2, media: 1, interrupted: false, by: 'admin' },
      },
    ]);
    expect(await importFiles(server)).toEqual([join(ready.id, 'rows.json')]);
    expectProblem(await ada.start(ready.id), 409, 'import_not_ready');

    const more = { ...hugo, 'old/content/posts/more.md': '---\ntitle: More\n---\nMore.\n' };
    const again = await wim.upload(undefined, zipped(more));
    expect(again).toMatchObject({ format: 'hugo', signs: ['hugo.yaml'] });
    expect(again.counts).toMatchObject({ new: 1, changed: 0, unchanged: 2, media: 0 });
    await wim.started(again.id);
    const repeated = await ada.untilEnded();
    expect(repeated).toMatchObject({ state: 'done', requested_by: 'wim' });
    expect(repeated.counts).toMatchObject({ new: 1, changed: 0, unchanged: 2, media: 0 });
    expect(await server.read('content/posts/more.md')).toContain('workflow: draft\n');
    ok(await ada.cancel(again.id));
    expect([await ada.current(), await importFiles(server)]).toEqual([null, []]);
  });

  test('ADD-IMP-15: a system that the files do not tell has to be named; a file of another kind is refused at once (ADD-IMP-11)', async () => {
    const unclear = await ada.send(undefined, manyPosts(1));
    expect(expectProblem(unclear, 422, 'import_format_unclear').detail).toContain(
      'can be of hugo (content/), eleventy (content/) or markdown (content/)',
    );
    const wrong = await ada.send('ghost', '<rss/>', 'export.xml');
    const { detail } = expectProblem(wrong, 422, 'import_source_unreadable');
    expect(detail).toContain('upload a ZIP or a .json file');
    expectProblem(await ada.send('joomla', 'x'), 400, 'invalid_request');
    expect([await ada.current(), await importFiles(server)]).toEqual([null, []]);
  });

  test('ADD-IMP-12: the person who imports a text cannot approve it alone', async () => {
    const settingsWith = (independence: string) =>
      `editorial:\n  require_approval: true\n  independence: ${independence}\n`;
    const files = { 'content/config/site.yaml': settingsWith('contributors') };
    await using strict = await TestServer.start({ files });
    const eve = new Importer(await strict.signedIn());
    const { id } = await eve.upload('hugo', zipped(hugo));
    await eve.started(id, true);
    await eve.untilEnded();
    const { client } = eve;
    const api = '/__admin/api/documents';
    const path = 'posts/first.md';
    const found = ok(await client.get(`/__admin/api/document?path=${path}`)).json<{
      revision: string;
      status: string;
      author: string;
    }>();
    expect(found).toMatchObject({ status: 'in_review', author: 'galley' });
    const approve = { source_path: path, action: 'approve', expected_revision: found.revision };
    const at = `${api}/editorial`;
    expectProblem(await client.post(at, approve), 403, 'not_independent');
    const values = { 'editorial.independence': 'last_editor' };
    const form = { section: 'editorial', values };
    ok(await client.post('/__admin/api/settings/form/save', form));
    expectProblem(await client.post(at, approve), 403, 'not_independent');
    const rosa = await strict.signedInAs({ username: 'rosa', role: 'reviewer' });
    ok(await rosa.post(at, approve));
  });
});

const xml = '<rss><channel><item><wp:post_type>post</wp:post_type></item>';

async function manyEntries(): Promise<Uint8Array<ArrayBuffer>> {
  await using folder = await temporaryDirectory();
  const path = join(folder.path, 'a.zip');
  await using file = await open(path, 'w');
  const zip = new ZipWriter(file);
  const packed = await pack('content/a.md', Buffer.from('a'), new Date(0));
  for (let index = 0; index < 100_001; index += 1)
    await zip.add({ ...packed, name: `content/${index}.md` });
  await zip.end('');
  return Uint8Array.from(await readFile(path));
}

describe('a source', { timeout: 120_000 }, () => {
  const good = { name: 'content/a.md', text: 'A' };
  const bomb = { name: 'content/b.md', text: Buffer.alloc(160 * 1024 * 1024) };
  const zip = (...entries: readonly ZipEntry[]) => Uint8Array.from(zipOf(...entries));

  test('ADD-IMP-11: that is hostile is refused with a sentence, and nothing is written', async () => {
    await using here = await ImportsHere.open();
    const cases: readonly (readonly [string, ...Parameters<ImportsHere['upload']>])[] = [
      ['..', 'hugo', zip(good, { name: '../../out.md', text: 'out' })],
      ['link', 'hugo', zip(good, { name: 'content/b.md', text: '/etc/passwd', mode: 0o120777 })],
      ['times its size', 'hugo', zip(good, bomb)],
      ['100001 entries', 'hugo', await manyEntries()],
      ['not valid', 'wordpress', xml, 'export.xml'],
      ['DOCTYPE', 'wordpress', `<!DOCTYPE r [<!ENTITY a "aa">]>${xml}`, 'export.xml'],
      ['DOCTYPE', 'wordpress', zipped({ 'e.xml': `<!DOCTYPE r>${xml}` })],
      ['not JSON', 'ghost', '{', 'ghost.json'],
      ['one exported file', 'ghost', zipped({ 'a.json': '{}', 'b.json': '{}' })],
      ['', 'hugo', 'no archive'],
    ];
    for (const [reason, ...source] of cases) {
      const job = await here.upload(...source);
      expect(job, reason).toMatchObject({ state: 'failed', counts: { new: 0 } });
      expect(job.error).toContain(reason);
      expect(job.error).toMatch(/^\S.{20,}\.$/s);
      expect(job.error).not.toMatch(/\/(tmp|data|import)\/|unpacked/);
      const start = here.service.start(systemActor, { id: job.id, publish: false });
      await expect(start).rejects.toMatchObject({ code: 'import_not_ready' });
      expect(await importFiles(here)).toEqual([join(job.id, 'rows.json')]);
    }
    expect(await documentsIn(here)).toEqual([]);
    expect(await here.content.db.selectFrom('documents').selectAll().execute()).toEqual([]);
  });

  test('ADD-IMP-11: of WordPress has its media files in the folder `uploads` of the ZIP', async () => {
    await using here = await ImportsHere.open();
    const item =
      '<item><title>A</title><wp:post_id>1</wp:post_id><wp:post_name>a</wp:post_name><wp:post_type>post</wp:post_type></item>';
    const source = { 'e/export.xml': `<rss><channel>${item}</channel></rss>` };
    const ready = await here.upload('wordpress', zipped({ ...source, 'e/uploads/a.svg': drawing }));
    expect(ready.counts).toMatchObject({ new: 1, media: 1, skipped: 0 });
  });
});

describe('an interrupted import', { timeout: 180_000 }, () => {
  test('ADD-IMP-11: leaves whole documents and a truthful audit entry when its process is killed; a repeated import completes it', async () => {
    const posts = 600;
    const { id, state, error } = await ada.upload('hugo', manyPosts(posts));
    expect([state, error]).toEqual(['ready', null]);
    const before = await countDocuments(server.database);
    await ada.started(id);
    await ada.until(({ counts }) => counts.new > 0);
    const [pid] = await findChildren(process.pid, 'run-import-process');
    process.kill(pid!, 'SIGKILL');
    expect(await ada.untilEnded()).toMatchObject({ state: 'interrupted' });
    expect(await importFiles(server)).toEqual([]);
    const written = (await countDocuments(server.database)) - before;
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(posts);
    expect((await auditedImports(server)).at(-1)).toMatchObject({
      actor: 'ada',
      details: { interrupted: true, pages: written },
    });

    const repeated = await ada.upload('hugo', manyPosts(posts));
    expect(repeated.counts).toMatchObject({ unchanged: written, new: posts - written });
    await ada.started(repeated.id);
    expect(await ada.untilEnded()).toMatchObject({ state: 'done' });
    const paths = (await documentsIn(server)).filter((path) => path.includes('post-'));
    expect(paths).toHaveLength(posts);
    for (const path of paths) {
      const [number] = /\d+/.exec(path)!;
      expect(await server.read(`content/${path}`)).toMatch(
        new RegExp(`---\\nThe text of ${number}\\.\\n$`),
      );
    }
    expect((await auditedImports(server)).at(-1)).toMatchObject({
      details: { interrupted: false, pages: posts - written },
    });
  });

  test('ADD-IMP-11: while one runs, no other can be uploaded or started', async () => {
    const { id } = (await ada.current())!;
    const running = { ...(await stateOf(server)), state: 'importing', isRunning: true };
    await tryWithAdvisoryLock(server.database.db, 'site import', async () => {
      await server.write('data/import/state.json', JSON.stringify(running));
      expectProblem(await ada.send('hugo', zipped(hugo)), 409, 'import_running');
      expectProblem(await ada.start(id), 409, 'import_running');
    });
    // Its process has ended, which the server notices.
    expect(await ada.untilEnded()).toMatchObject({ state: 'interrupted' });
    await ada.upload('hugo', zipped(hugo));
  });

  test('ADD-IMP-11: a cancelled import keeps the pages that it has written', async () => {
    await using here = await ImportsHere.open();
    const { service } = here;
    const { id } = await here.upload('hugo', manyPosts(1_000));
    await service.start(systemActor, { id, publish: false });
    const working = here.work();
    await vi.waitUntil(async () => ((await service.current())?.counts.new ?? 0) > 0, {
      timeout: 30_000,
      interval: 20,
    });
    await service.cancel(id);
    await working;
    const { state, counts } = (await service.current())!;
    expect(state).toBe('cancelled');
    expect(counts.new).toBe(await countDocuments(here.content));
    expect(counts.new).toBeLessThan(1_000);
    expect(await auditedImports({ database: here.content })).toMatchObject([
      { details: { interrupted: true, pages: counts.new } },
    ]);
    expect(await importFiles(here)).toEqual([join(id, 'rows.json')]);
  });

  test('ADD-IMP-11: a server that starts removes what a killed one has left', async () => {
    const folder = randomUUID();
    await server.write(`data/import/${folder}/unpacked-a/content/a.md`, 'A');
    await using other = await TestServer.beside(server);
    const left = async () =>
      (await importFiles(other)).filter((file) => file.startsWith(`${folder}/`));
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  });
});

async function stateOf(of: TestServer): Promise<ImportJob> {
  return JSON.parse(await of.read('data/import/state.json')) as ImportJob;
}

async function countDocuments({ db }: { readonly db: Database }): Promise<number> {
  return (await db.selectFrom('documents').select('id').execute()).length;
}
