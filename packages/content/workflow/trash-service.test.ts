import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Actor } from '@galley/kernel';
import type { RetainedEntry } from '../document/document.ts';
import { author, editor, Newsroom } from './newsroom.fixtures.ts';

const path = 'posts/ink.md';

function post(
  title: string,
  { workflow = 'draft', owner = 'maria', body = 'Text.\n' } = {},
): string {
  return `---\ntitle: ${title}   # as it is\nauthor: ${owner}\nworkflow: ${workflow}\n---\n${body}`;
}

function owner(username: string): Actor {
  const { grants, ...rest } = author(username);
  return { ...rest, grants: new Set([...grants, 'documents.lifecycle.own']) };
}

async function roomWith(files: Record<string, string>, site?: string): Promise<Newsroom> {
  const room = await Newsroom.open(site);
  for (const [name, text] of Object.entries(files)) await room.write(name, text);
  await room.indexer.scan();
  return room;
}

async function filesInTrash({ directory }: Newsroom): Promise<string[]> {
  const folder = join(directory, '.trash');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length - '.trash'.length));
}

async function kinds({ service }: Newsroom, of = path): Promise<string[]> {
  const entries = await service.history(editor, of);
  expect(entries.slice(0, -1).map(({ parentHash }) => parentHash)).toEqual(
    entries.slice(1).map(({ hash }) => hash),
  );
  return entries.map(({ kind }) => kind);
}

const notThere = { code: 'not_found' };

describe('deleting a document', () => {
  test('CMS-DOC-10, CMS-ST-11: moves the unchanged file into the trash, out of lists and off the site', async () => {
    const text = post('Ink', { workflow: 'published' });
    await using news = await roomWith({ [path]: text });
    expect(await news.titlesInPublic()).toEqual(['Ink']);
    const trashPath = await news.trash.delete(editor, { path });
    expect(trashPath).toMatch(/^\.trash\/posts\/ink\.20260601T080000Z-[0-9a-f]{8}\.md$/);
    expect(await news.read(trashPath)).toBe(text);
    await expect(news.read(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await news.titlesInPublic()).toEqual([]);
    const list = await news.service.list(editor, { page: 1, pageSize: 9 });
    expect(list).toMatchObject({ items: [], total: 0 });
    await expect(news.service.get(editor, path)).rejects.toMatchObject(notThere);
    await expect(news.service.history(editor, path)).rejects.toMatchObject(notThere);
    await expect(news.trash.delete(editor, { path })).rejects.toMatchObject(notThere);
    await news.indexer.scan();
    expect(await news.titlesInPublic()).toEqual([]);
    expect(await filesInTrash(news)).toEqual([trashPath]);
  });

  test('GAP-DOC-8: also removes a public version beside an edited file permanently', async () => {
    await using news = await roomWith({ [path]: post('Ink', { workflow: 'published' }) });
    await news.service.save(editor, { path, content: 'Blacker.\n' });
    expect(await news.read(`.published/${path}`)).toContain('Text.');
    await news.trash.delete(editor, { path });
    await expect(news.read(`.published/${path}`)).rejects.toMatchObject({ code: 'ENOENT' });
    await news.write(path, post('Another'));
    await news.indexer.scan();
    expect(await news.titlesInPublic()).toEqual([]);
  });

  test('adds the last history entry', async () => {
    await using news = await roomWith({ [path]: post('Ink') });
    await news.trash.delete(editor, { path });
    await news.trash.restore(editor, path);
    const [, entry] = await news.service.history(editor, path);
    expect(entry).toMatchObject({ kind: 'status', author: 'edith', message: 'Moved to the trash' });
    expect(await kinds(news)).toEqual(['restore', 'status', 'external']);
  });

  test('requires documents.lifecycle, and for public documents also documents.publish', async () => {
    await using news = await roomWith({
      [path]: post('Ink'),
      'posts/public.md': post('Public', { workflow: 'published' }),
      'posts/other.md': post('Other', { owner: 'jan' }),
    });
    const attempt = (actor: Actor, of: string) => news.trash.delete(actor, { path: of });
    await expect(attempt(author('maria'), path)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(attempt(owner('maria'), 'posts/other.md')).rejects.toMatchObject(notThere);
    const refused = attempt(owner('maria'), 'posts/public.md');
    await expect(refused).rejects.toThrow('requires documents.publish');
    await attempt(owner('maria'), path);
    await news.service.save(editor, { path: 'posts/public.md', content: 'Edited.\n' });
    await expect(attempt(owner('maria'), 'posts/public.md')).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await news.titlesInPublic()).toEqual(['Public']);
  });

  test('GAP-DOC-7: is rejected when the document changed since it was read', async () => {
    await using news = await roomWith({ [path]: post('Ink') });
    const { revision: expectedRevision } = (await news.service.get(editor, path)).indexed;
    const { indexed } = await news.service.save(editor, { path, content: 'Blacker.\n' });
    const refused = { code: 'stale_revision', details: { current_revision: indexed.revision } };
    const stale = news.trash.delete(editor, { path, expectedRevision });
    await expect(stale).rejects.toMatchObject(refused);
    await news.trash.delete(editor, { path, expectedRevision: indexed.revision });
    expect(await filesInTrash(news)).toHaveLength(1);
  });

  test('waits for the editor’s lock and ends one’s own (GAP-DOC-10)', async () => {
    await using news = await roomWith({ [path]: post('Ink') });
    const jan = { ...editor, username: 'jan' };
    const { token } = await news.editLocks.lock(jan, { path });
    const refused = { code: 'document_locked', details: { holder: 'jan' } };
    await expect(news.trash.delete(editor, { path })).rejects.toMatchObject(refused);
    await expect(news.trash.delete(jan, { path, lockToken: 'old' })).rejects.toMatchObject(refused);
    await news.trash.delete(jan, { path, lockToken: token });
    await news.trash.restore(editor, path);
    expect((await news.service.getDetailed(editor, path)).details.lock).toBeNull();
  });

  test('accepts an unreadable file, but none that exceeds the size limit', async () => {
    const broken = '---\ntitle: [\n---\nText.\n';
    const large = post('Large', { body: 'x'.repeat(300 * 1024) });
    await using news = await roomWith({ [path]: post('Ink'), 'posts/large.md': large });
    await news.write(path, broken);
    const trashPath = await news.trash.delete(editor, { path });
    expect(await news.read(trashPath)).toBe(broken);
    expect(await news.trash.list(editor)).toMatchObject([{ title: 'Ink' }]);
    await news.trash.restore(editor, path);
    expect(await news.read(path)).toBe(broken);
    const refused = news.trash.delete(editor, { path: 'posts/large.md' });
    await expect(refused).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(await news.read('posts/large.md')).toBe(large);
  });

  test('supports the longest file name', async () => {
    const long = `posts/${'ü'.repeat(118)}.md`;
    await using news = await roomWith({ [long]: post('Long') });
    const trashPath = await news.trash.delete(editor, { path: long });
    expect(await news.read(trashPath)).toBe(post('Long'));
    await news.trash.restore(editor, trashPath);
    expect(await news.read(long)).toBe(post('Long'));
  });
});

describe('the trash', () => {
  test('CMS-DOC-8, CMS-RES-16: lists readable documents, last deleted first', async () => {
    await using news = await roomWith({
      [path]: post('Ink'),
      'posts/other.md': post('Other', { owner: 'jan' }),
    });
    const first = await news.trash.delete(editor, { path });
    news.clock.advance(1_000);
    const second = await news.trash.delete(owner('jan'), { path: 'posts/other.md' });
    const entries = await news.trash.list(editor);
    expect(entries.map((entry) => entry.path)).toEqual([second, first]);
    expect(entries[1]).toEqual({
      path: first,
      type: 'post',
      title: 'Ink',
      deletedBy: 'edith',
      deletedAt: new Date('2026-06-01T08:00:00Z'),
      originalPath: path,
    });
    expect(await news.trash.list(owner('jan'))).toMatchObject([{ path: second }]);
    expect(await news.trash.list({ ...editor, grants: new Set() })).toEqual([]);
  });

  test('excludes its documents from the count and transfer of a user’s documents (GAP-SET-3)', async () => {
    await using news = await roomWith({ [path]: post('Ink') });
    await news.trash.delete(editor, { path });
    expect(await news.ownership.count('maria')).toBe(0);
    expect(await news.ownership.transfer(editor, 'maria', 'jan')).toBe(0);
    expect((await news.trash.restore(editor, path)).indexed.metadata.author).toBe('maria');
  });

  test('returns the version in the history, whatever happened to its file', async () => {
    await using news = await roomWith({ [path]: post('Ink') });
    const trashPath = await news.trash.delete(editor, { path });
    await news.remove(trashPath);
    await news.trash.restore(editor, path);
    expect(await news.read(path)).toBe(post('Ink'));
  });
});

describe('restoring from the trash', () => {
  test('CMS-DOC-9, CMS-ST-9, GAP-DOC-13: restores the file as a draft, otherwise byte-identical', async () => {
    const text = post('Ink', { workflow: 'published' }).replaceAll('\n', '\r\n');
    await using news = await roomWith({ [path]: text });
    const trashPath = await news.trash.delete(editor, { path });
    const { indexed } = await news.trash.restore(editor, trashPath);
    expect(indexed).toMatchObject({ status: 'draft', publicHash: null, deletedAt: null });
    expect(await news.read(path)).toBe(text.replace('published', 'draft'));
    expect(await news.titlesInPublic()).toEqual([]);
    expect(await filesInTrash(news)).toEqual([]);
    expect(await news.trash.list(editor)).toEqual([]);
    await expect(news.trash.restore(editor, trashPath)).rejects.toMatchObject(notThere);
    await news.indexer.scan();
    expect(await kinds(news)).toEqual(['restore', 'status', 'external']);
  });

  test('GAP-ED-5: does not bypass a review: assignments stay and the approval ends', async () => {
    await using news = await roomWith(
      { [path]: post('Ink') },
      'editorial: { require_approval: true }\n',
    );
    news.people.set('jan', { username: 'jan', grants: new Set(['*']) });
    await news.editorial.act(editor, { path, action: 'assign', assignee: 'jan' });
    await news.editorial.changeStatus(editor, { path, status: 'in_review' });
    const { indexed: before } = await news.service.get(editor, path);
    const reviewer = { ...editor, username: 'rita' };
    const decision = { path, action: 'approve', expectedRevision: before.revision } as const;
    await news.editorial.act(reviewer, decision);
    await news.editorial.changeStatus(editor, { path, status: 'published' });
    await news.trash.delete(editor, { path });
    const { indexed } = await news.trash.restore(editor, path);
    expect(indexed.editorial).toEqual({ assignee: 'jan', reviewer: null, approval: null });
    expect(await news.read(path)).not.toContain('approved_by');
    const publish = news.editorial.changeStatus(editor, { path, status: 'published' });
    await expect(publish).rejects.toMatchObject({
      code: expect.stringMatching(/illegal|approval/) as string,
    });
    expect(await news.titlesInPublic()).toEqual([]);
  });

  test('GAP-DOC-13: by the old path restores the document deleted last', async () => {
    await using news = await roomWith({ [path]: post('First') });
    const first = await news.trash.delete(editor, { path });
    news.clock.advance(1_000);
    await news.write(path, post('Second'));
    await news.trash.delete(editor, { path });
    expect((await news.trash.restore(editor, path)).indexed.metadata.title).toBe('Second');
    const refused = { code: 'already_exists', details: { path } };
    await expect(news.trash.restore(editor, path)).rejects.toMatchObject(refused);
    await expect(news.trash.restore(editor, first)).rejects.toMatchObject(refused);
    await news.trash.delete(editor, { path });
    expect((await news.trash.restore(editor, first)).indexed.metadata.title).toBe('First');
  });

  test('requires documents.lifecycle, and reveals nothing to others', async () => {
    await using news = await roomWith({ [path]: post('Ink') });
    const trashPath = await news.trash.delete(editor, { path });
    for (const name of [path, trashPath]) {
      await expect(news.trash.restore(owner('jan'), name)).rejects.toMatchObject(notThere);
      const reader = news.trash.restore(author('maria'), name);
      await expect(reader).rejects.toMatchObject({ code: 'forbidden' });
    }
    await news.trash.restore(owner('maria'), trashPath);
    expect(await news.read(path)).toBe(post('Ink'));
  });

  test.each(['../ink.md', '.published/posts/ink.md', '/posts/ink.md', 'config/site.yaml'])(
    'GAP-PROJ-2: rejects %s',
    async (wrong) => {
      await using news = await roomWith({});
      const refused = { code: 'invalid_path' };
      await expect(news.trash.restore(editor, wrong)).rejects.toMatchObject(refused);
      await expect(news.trash.delete(editor, { path: wrong })).rejects.toMatchObject(refused);
    },
  );

  test('finds nothing at an unknown path in the trash', async () => {
    await using news = await roomWith({ [path]: post('Ink') });
    await news.write('.trash/posts/mine.md', post('Mine'));
    const asked = ['.trash/posts/mine.md', '.trash/../posts/ink.md', path];
    for (const name of asked) {
      await expect(news.trash.restore(editor, name)).rejects.toMatchObject(notThere);
    }
    const refused = news.trash.delete(editor, { path: '.trash/posts/mine.md' });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_path' });
  });
});

test('a file created on disk at a deleted path is a new document, and the old one stays in the trash', async () => {
  await using news = await roomWith({ [path]: post('Ink') });
  const before = (await news.service.get(editor, path)).indexed.documentId;
  const trashPath = await news.trash.delete(editor, { path });
  await news.write(path, post('Ink'));
  await news.indexer.scan();
  const { indexed } = await news.service.get(editor, path);
  expect(indexed.documentId).not.toBe(before);
  expect(await kinds(news)).toEqual(['external']);
  expect(await news.trash.list(editor)).toMatchObject([{ path: trashPath }]);
  await news.remove(path);
  expect((await news.trash.restore(editor, path)).indexed.documentId).toBe(before);
});

describe('restoring an earlier snapshot', () => {
  async function edited(workflow: string): Promise<Newsroom> {
    const news = await roomWith({ [path]: post('Ink', { workflow }) });
    news.clock.advance(60_000);
    const frontmatter = { title: 'Edited' };
    await news.service.save(editor, { path, content: 'Edited.\n', frontmatter });
    return news;
  }

  async function oldestHash({ service }: Newsroom): Promise<string> {
    return (await service.history(editor, path)).at(-1)!.hash;
  }

  test('GAP-DOC-13: restores its text as a draft with the current server keys', async () => {
    await using news = await edited('draft');
    const hash = await oldestHash(news);
    await news.ownership.transfer(editor, 'maria', 'jan');
    news.clock.advance(60_000);
    const { indexed } = await news.trash.restoreSnapshot(editor, { path, hash });
    expect(indexed).toMatchObject({
      status: 'draft',
      metadata: { title: 'Ink', author: 'jan', lastEditor: 'edith' },
    });
    expect(indexed.metadata.updatedAt).toEqual(news.clock.now());
    expect(await news.read(path)).toMatch(
      /^---\ntitle: Ink {3}# as it is\nauthor: jan\n[^]*\nText\.\n$/,
    );
    expect(await kinds(news)).toEqual(['restore', 'editorial', 'save', 'external']);
    await news.indexer.scan();
    expect(await kinds(news)).toHaveLength(4);
  });

  test('GAP-DOC-11, GAP-DOC-13: with the current text makes a draft without a new editor', async () => {
    await using news = await edited('draft');
    const [{ hash }] = (await news.service.history(editor, path)) as [RetainedEntry];
    const before = (await news.service.get(editor, path)).indexed.metadata;
    news.clock.advance(60_000);
    const { indexed } = await news.trash.restoreSnapshot(owner('maria'), { path, hash });
    const { lastEditor, updatedAt } = before;
    expect(indexed).toMatchObject({ status: 'draft', metadata: { lastEditor, updatedAt } });
    expect(await kinds(news)).toEqual(['restore', 'save', 'external']);
  });

  test('GAP-DOC-8, GAP-DOC-13: keeps the public version like an edit', async () => {
    await using news = await edited('published');
    const hash = await oldestHash(news);
    await news.service.save(editor, {
      path,
      content: 'Out.\n',
      frontmatter: { title: 'Out', workflow: 'published' },
    });
    expect(await news.titlesInPublic()).toEqual(['Out']);
    const { indexed } = await news.trash.restoreSnapshot(editor, { path, hash });
    expect(indexed.status).toBe('draft');
    expect(await news.titlesInPublic()).toEqual(['Out']);
    expect(await news.read(path)).toContain('workflow: draft');
    expect(await news.read(`.published/${path}`)).toContain('Out.');
  });

  test('requires writing and lifecycle, a snapshot of this document, and no lock of another user', async () => {
    await using news = await edited('draft');
    const hash = await oldestHash(news);
    const reader = { ...editor, grants: new Set(['documents.read', 'documents.lifecycle']) };
    const writer = { ...editor, grants: new Set(['documents.read', 'documents.write']) };
    for (const actor of [reader, writer]) {
      const refused = news.trash.restoreSnapshot(actor, { path, hash });
      await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    }
    const unread = news.trash.restoreSnapshot(owner('jan'), { path, hash });
    await expect(unread).rejects.toMatchObject(notThere);
    const unknown = news.trash.restoreSnapshot(editor, { path, hash: 'none' });
    await expect(unknown).rejects.toMatchObject(notThere);
    const { token } = await news.editLocks.lock(owner('maria'), { path });
    const locked = news.trash.restoreSnapshot(editor, { path, hash });
    await expect(locked).rejects.toMatchObject({ code: 'document_locked' });
    await news.trash.restoreSnapshot(owner('maria'), { path, hash, lockToken: token });
    expect(await news.read(path)).toContain('Text.');
  });

  test('reports what is wrong with an unreadable snapshot, and fixes an unreadable file', async () => {
    await using news = await edited('draft');
    const hash = await oldestHash(news);
    await news.write(path, '---\ntitle: [\n---\n');
    const [{ hash: broken }] = (await news.service.history(editor, path)) as [RetainedEntry];
    const { indexed } = await news.trash.restoreSnapshot(editor, { path, hash });
    expect(indexed).toMatchObject({ problem: null, metadata: { title: 'Ink', author: 'maria' } });
    const refused = news.trash.restoreSnapshot(editor, { path, hash: broken });
    await expect(refused).rejects.toMatchObject({ code: 'frontmatter_broken' });
  });
});
