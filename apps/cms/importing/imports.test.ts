import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack, ZipWriter } from '@galley/archive';
import { tryWithAdvisoryLock } from '@galley/database';
import { findChildren, temporaryDirectory, zipOf, type ZipEntry } from '@galley/testing';
import { describe, expect, test } from 'vitest';
import { expectProblem, TestServer } from '../fixtures.ts';
import {
  auditedImports,
  documentsIn,
  importFiles,
  Importer,
  manyPosts,
  ok,
  zipped,
  type SiteImport,
} from './imports.fixtures.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

const hugo = {
  'old/content/posts/first.md':
    '---\ntitle: First\ndate: 2024-01-02\naliases: [/old/]\n---\nSee ![it](/pic.svg).\n',
  'old/content/posts/later.md': '---\ntitle: Later\ndraft: true\n---\nLater.\n',
  'old/content/posts/broken.md': '---\ntitle: "x\n---\nD\n',
  'old/static/pic.svg': drawing,
};

async function withImporter(files: Readonly<Record<string, string>> = {}) {
  const server = await TestServer.start({ files });
  const ada = new Importer(await server.signedIn());
  return { server, ada, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

describe('an import in the admin', { timeout: 120_000 }, () => {
  test('ADD-IMP-11: the dry run lists every page and changes nothing; the import does it, and a repeated one has nothing to do', async () => {
    await using here = await withImporter();
    const { server, ada } = here;
    const ready = await ada.upload('hugo', zipped(hugo));
    expect(ready).toMatchObject({ state: 'ready', total: 2, batch: null, error: null });
    const counts = { new: 2, changed: 0, unchanged: 0, media: 1, skipped: 1, redirects: 1 };
    expect(ready.counts).toMatchObject(counts);
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

    const { batch } = await ada.started(ready.id, true);
    const done = await ada.untilEnded();
    expect(done).toMatchObject({ state: 'done', batch, publish: true, requested_by: 'ada' });
    expect(done.counts).toMatchObject(counts);
    expect(await documentsIn(server)).toEqual(['posts/first.md', 'posts/later.md']);
    const text = await server.read('content/posts/first.md');
    expect(text).toContain('author: galley\n');
    expect(text).toMatch(/---\nSee !\[it\]\(\/media\/pic\.svg\)\.\n$/);
    expect(text).toContain('workflow: published\n');
    expect((await server.visitor().get('/posts/first/')).status).toBe(200);
    expect((await server.visitor().get('/old/')).status).toBe(301);
    expect(await auditedImports(server)).toMatchObject([
      {
        actor: 'ada',
        target: batch,
        details: { source: 'old-site.zip', pages: 2, media: 1, interrupted: false, by: 'admin' },
      },
    ]);
    expect(await importFiles(server)).toEqual([join(ready.id, 'rows.json')]);
    expectProblem(await ada.start(ready.id), 409, 'import_not_ready');

    const again = await ada.upload('hugo', zipped(hugo));
    expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 2, media: 0 });
    await ada.started(again.id, true);
    expect((await ada.untilEnded()).counts).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
    ok(await ada.cancel(again.id));
    expect([await ada.current(), await importFiles(server)]).toEqual([null, []]);
  });

  test('ADD-IMP-15: the system is recognised by the files, or has to be named', async () => {
    await using here = await withImporter();
    const { ada } = here;
    const unclear = await ada.send(undefined, manyPosts(1));
    expect(expectProblem(unclear, 422, 'import_format_unclear').detail).toContain(
      'can be of hugo (content/), eleventy (content/) or markdown (content/)',
    );
    expect(await ada.current()).toBe(null);
    const ready = await ada.upload(undefined, zipped({ ...hugo, 'old/hugo.toml': '' }));
    expect(ready).toMatchObject({ format: 'hugo', signs: ['hugo.toml'], counts: { new: 2 } });
    expect(await ada.upload('hugo', manyPosts(1))).toMatchObject({ format: 'hugo', signs: null });
  });

  test('ADD-IMP-11: WordPress media files come from the folder `uploads` of the ZIP', async () => {
    await using here = await withImporter();
    const { ada } = here;
    const item =
      '<item><title>A</title><wp:post_id>1</wp:post_id><wp:post_name>a</wp:post_name><wp:post_type>post</wp:post_type></item>';
    const source = { 'e/export.xml': `<rss><channel>${item}</channel></rss>` };
    const ready = await ada.upload('wordpress', zipped({ ...source, 'e/uploads/a.svg': drawing }));
    expect(ready.counts).toMatchObject({ new: 1, media: 1, skipped: 0 });
  });

  test('ADD-IMP-11: an import does no more than the person who starts it may do', async () => {
    await using here = await withImporter();
    const { server, ada } = here;
    const person = async (username: string, grants: readonly string[]) =>
      new Importer(await server.signedInAs({ username, role: username, grants }));
    const manage = 'operations.manage';
    const writing = ['documents.create', 'documents.write', 'media.write'];
    const olaf = await person('olaf', [manage]);
    const wim = await person('wim', [manage, ...writing]);
    const source = {
      ...hugo,
      'old/hugo.yaml': 'menus:\n  main:\n    - name: Home\n      url: /\n',
    };
    const { id } = await olaf.upload('hugo', zipped(source));
    expect(expectProblem(await olaf.start(id), 403, 'forbidden').detail).toContain(
      'documents.create, documents.write, media.write',
    );
    expect(expectProblem(await wim.start(id, true), 403, 'forbidden').detail).toContain(
      'documents.publish',
    );
    await wim.started(id);
    expect(await ada.untilEnded()).toMatchObject({ state: 'done', requested_by: 'wim' });
    expect(await server.read('content/posts/first.md')).toContain('workflow: draft\n');

    const pia = await person('pia', [manage, ...writing, 'documents.publish']);
    const ready = await pia.upload('hugo', zipped(source));
    await pia.started(ready.id, true);
    const { counts } = await pia.untilEnded();
    expect(counts).toMatchObject({ menus: 0, warnings: 1 });
    const { items } = await pia.rows(ready.id, { show: 'warning' });
    expect(items[0]!.reason).toContain('may not change settings');
  });

  test.each(['contributors', 'last_editor'])(
    'ADD-IMP-12: the person who imports a text cannot approve it alone (%s)',
    async (independence) => {
      const settings = `editorial:\n  require_approval: true\n  independence: ${independence}\n`;
      await using here = await withImporter({ 'content/config/site.yaml': settings });
      const { server, ada } = here;
      const { id } = await ada.upload('hugo', zipped(hugo));
      await ada.started(id, true);
      await ada.untilEnded();
      const api = '/__admin/api/documents';
      const path = 'posts/first.md';
      const found = ok(await ada.client.get(`/__admin/api/document?path=${path}`)).json<{
        revision: string;
        status: string;
        author: string;
      }>();
      expect(found).toMatchObject({ status: 'in_review', author: 'galley' });
      const approve = { source_path: path, action: 'approve', expected_revision: found.revision };
      expectProblem(await ada.client.post(`${api}/editorial`, approve), 403, 'not_independent');
      const rosa = await server.signedInAs({ username: 'rosa', role: 'reviewer' });
      ok(await rosa.post(`${api}/editorial`, approve));
    },
  );
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

describe('a hostile source', { timeout: 120_000 }, () => {
  const good = { name: 'content/a.md', text: 'A' };
  const bomb = { name: 'content/b.md', text: Buffer.alloc(160 * 1024 * 1024) };
  const zip = (...entries: readonly ZipEntry[]) => Uint8Array.from(zipOf(...entries));

  test('ADD-IMP-11: is refused with a sentence, and nothing is written', async () => {
    await using here = await withImporter();
    const { server, ada } = here;
    const cases: readonly (readonly [string, ...Parameters<Importer['upload']>])[] = [
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
      const job = await ada.upload(...source);
      expect(job, reason).toMatchObject({ state: 'failed', counts: { new: 0 } });
      expect(job.error).toContain(reason);
      expect(job.error).toMatch(/^\S.{20,}\.$/s);
      expect(job.error).not.toMatch(/\/(tmp|data|import)\/|unpacked/);
      expectProblem(await ada.start(job.id), 409, 'import_not_ready');
      expect(await importFiles(server)).toEqual([join(job.id, 'rows.json')]);
    }
    expect(await documentsIn(server)).toEqual([]);
    expect(await server.database.db.selectFrom('documents').selectAll().execute()).toEqual([]);
  });

  test('ADD-IMP-11: a file of another kind is refused at once', async () => {
    await using here = await withImporter();
    const { server, ada } = here;
    const wrong = await ada.send('ghost', '<rss/>', 'export.xml');
    const { detail } = expectProblem(wrong, 422, 'import_source_unreadable');
    expect(detail).toContain('upload a ZIP or a .json file');
    expectProblem(await ada.send('joomla', 'x'), 400, 'invalid_request');
    expect([await ada.current(), await importFiles(server)]).toEqual([null, []]);
  });
});

describe('an interrupted import', { timeout: 180_000 }, () => {
  test('ADD-IMP-11: leaves whole documents and a truthful audit entry when its process is killed; a repeated import completes it', async () => {
    await using here = await withImporter();
    const { server, ada } = here;
    const posts = 1_500;
    const { id, state, error } = await ada.upload('hugo', manyPosts(posts));
    expect([state, error]).toEqual(['ready', null]);
    await ada.started(id);
    await ada.until(({ counts }) => counts.new > 0);
    const [pid] = await findChildren(process.pid, 'run-import-process');
    process.kill(pid!, 'SIGKILL');
    expect(await ada.untilEnded()).toMatchObject({ state: 'interrupted' });
    expect(await importFiles(server)).toEqual([]);
    const written = await countDocuments(server);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(posts);
    expect(await auditedImports(server)).toMatchObject([
      { actor: 'ada', details: { interrupted: true, pages: written } },
    ]);

    const repeated = await ada.upload('hugo', manyPosts(posts));
    expect(repeated.counts).toMatchObject({ unchanged: written, new: posts - written });
    await ada.started(repeated.id);
    expect(await ada.untilEnded()).toMatchObject({ state: 'done' });
    const paths = await documentsIn(server);
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

  test('ADD-IMP-11: a cancelled import keeps the pages that it has written', async () => {
    await using here = await withImporter();
    const { server, ada } = here;
    const { id } = await ada.upload('hugo', manyPosts(1_500));
    await ada.started(id);
    await ada.until(({ counts }) => counts.new > 0);
    ok(await ada.cancel(id));
    const { state, counts } = await ada.untilEnded();
    expect(state).toBe('cancelled');
    expect(counts.new).toBe(await countDocuments(server));
    expect(await auditedImports(server)).toMatchObject([
      { details: { interrupted: true, pages: counts.new } },
    ]);
    expect(await importFiles(server)).toEqual([join(id, 'rows.json')]);
  });

  test('ADD-IMP-11: while one runs, no other can be uploaded or started', async () => {
    await using here = await withImporter();
    const { server, ada } = here;
    const ready = await ada.upload('hugo', zipped(hugo));
    const running = { ...(await stateOf(server)), state: 'importing', isRunning: true };
    await tryWithAdvisoryLock(server.database.db, 'site import', async () => {
      await server.write('data/import/state.json', JSON.stringify(running));
      expectProblem(await ada.send('hugo', zipped(hugo)), 409, 'import_running');
      expectProblem(await ada.start(ready.id), 409, 'import_running');
    });
    // Its process has ended, which the server notices.
    expect(await ada.untilEnded()).toMatchObject({ state: 'interrupted' });
    await ada.upload('hugo', zipped(hugo));
  });

  test('ADD-IMP-11: a server that starts removes what a killed one has left', async () => {
    await using here = await withImporter();
    const { server } = here;
    const folder = `data/import/${randomUUID()}`;
    await server.write(`${folder}/unpacked-a/content/a.md`, 'A');
    await using other = await TestServer.beside(server);
    const ada = new Importer(await other.signedIn());
    await expect.poll(() => importFiles(server), { timeout: 20_000 }).toEqual([]);
    expect(await ada.current()).toBe(null);
  });
});

async function stateOf(server: TestServer): Promise<SiteImport> {
  return JSON.parse(await server.read('data/import/state.json')) as SiteImport;
}

async function countDocuments({ database: { db } }: TestServer): Promise<number> {
  return (await db.selectFrom('documents').select('id').execute()).length;
}
