import { describe, expect, test } from 'vitest';
import type { Actor } from '@galley/kernel';
import { author, editor, Newsroom } from './newsroom.fixtures.ts';
import type { RevisionComparison } from './revision-service.ts';

const path = 'posts/ink.md';
const first = '---\ntitle: Ink\n---\nBlack.\n';

async function newsroom(text = first): Promise<Newsroom> {
  const room = await Newsroom.open();
  await room.write(path, text);
  await room.service.get(editor, path);
  return room;
}

function reader(...grants: string[]): Actor {
  const role = { role: 'reader', username: 'rita' };
  return { ...editor, ...role, grants: new Set(['documents.read', ...grants]) };
}

const originsOf = ({ left, right }: RevisionComparison) => [
  left?.entry.seq ?? null,
  right.entry.seq,
];

async function hashes(room: Newsroom): Promise<string[]> {
  return (await room.service.history(editor, path)).toReversed().map(({ hash }) => hash);
}

describe('a snapshot', () => {
  test('GAP-DOC-13: is byte-identical to the document at that time', async () => {
    const text = '\uFEFF---\r\ntitle: Ink   # at first\r\n---\r\nBlack.';
    await using room = await newsroom(text);
    await room.service.save(editor, { path, content: 'Blacker.\n', frontmatter: { title: 'New' } });
    const [hash] = await hashes(room);
    const { entry, document } = await room.revisions.get(editor, path, hash!);
    expect(document).toMatchObject({
      text,
      body: 'Black.',
      values: { title: 'Ink' },
      problem: null,
      metadata: { title: 'Ink' },
    });
    expect(entry).toMatchObject({ seq: 1, hash, parentHash: null, kind: 'external' });
  });

  test('of an unreadable file reports why', async () => {
    await using room = await newsroom('---\ntitle: [\n---\nBlack.\n');
    const { document } = await room.revisions.get(editor, path, (await hashes(room))[0]!);
    expect(document).toMatchObject({ body: 'Black.\n', values: {}, problem: { line: 2 } });
  });

  test('is not found by a hash of another document or an unknown hash', async () => {
    await using room = await newsroom();
    await room.write('posts/other.md', first);
    const { indexed } = await room.service.get(editor, 'posts/other.md');
    for (const hash of [indexed.headHash, 'current', 'x', '0'.repeat(64)]) {
      const missing = room.revisions.get(editor, path, hash);
      await expect(missing).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('requires access to the history of the document', async () => {
    await using room = await newsroom('---\ntitle: Ink\nauthor: maria\n---\n');
    const [hash] = await hashes(room);
    const get = (actor: Actor) => room.revisions.get(actor, path, hash!);
    expect((await get(author('maria'))).entry.hash).toBe(hash);
    expect((await get(reader('documents.history'))).entry.hash).toBe(hash);
    await expect(get(author('jan'))).rejects.toMatchObject({ code: 'not_found' });
    for (const grant of ['documents.diff', 'documents.history.own']) {
      await expect(get(reader(grant))).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});

describe('two revisions', () => {
  test('GAP-DOC-14: default to the last two', async () => {
    await using room = await newsroom();
    for (const content of ['Blacker.\n', 'Blackest.\n']) {
      await room.service.save(editor, { path, content });
    }
    const [one, two, three] = await hashes(room);
    const compare = async (which: { left?: string; right?: string }) =>
      originsOf(await room.revisions.compare(editor, { path, ...which }));
    expect(await compare({})).toEqual([2, 3]);
    expect(await compare({ right: 'current' })).toEqual([2, 3]);
    expect(await compare({ right: three! })).toEqual([2, 3]);
    expect(await compare({ right: two! })).toEqual([1, 2]);
    expect(await compare({ right: one! })).toEqual([null, 1]);
    expect(await compare({ left: one! })).toEqual([1, 3]);
    expect(await compare({ left: 'current', right: one! })).toEqual([3, 1]);
    expect(await compare({ left: 'current' })).toEqual([3, 3]);
  });

  test('are compared as in the history and on disk', async () => {
    await using room = await newsroom();
    const edited = '---\ntitle: Black\n---\nBlack.\nBlacker.\n';
    // The file was not reconciled since.
    await room.write(path, edited);
    const { left, right, comparison } = await room.revisions.compare(editor, { path });
    expect([comparison.left.raw, comparison.right.raw]).toEqual([first, edited]);
    expect(comparison.bodyDiff.map(({ op }) => op)).toEqual(['equal', 'insert']);
    expect(comparison.frontmatterChanges).toEqual([
      { field: 'title', kind: 'changed', before: 'Ink', after: 'Black' },
    ]);
    expect([left?.path, right.entry]).toMatchObject([path, { kind: 'external', seq: 2 }]);
  });

  test('compare the first one with nothing', async () => {
    await using room = await newsroom();
    const { left, comparison } = await room.revisions.compare(editor, { path });
    expect(left).toBeNull();
    expect(comparison.left.raw).toBe('');
    expect(comparison.diff).toMatch(/^--- \/dev\/null\n/);
    expect(comparison.frontmatterChanges).toMatchObject([{ kind: 'added', field: 'title' }]);
  });

  test('report server and workflow changes after changes of people', async () => {
    await using room = await newsroom();
    await room.service.save(editor, { path, content: 'Black.\n', frontmatter: { title: 'New' } });
    const { comparison } = await room.revisions.compare(editor, { path });
    expect(comparison.frontmatterChanges.map(({ kind, field }) => `${kind} ${field}`)).toEqual([
      'changed title',
      'added last_editor',
      'added updated_at',
      'added workflow',
    ]);
  });

  test('are not found by a hash of another document', async () => {
    await using room = await newsroom();
    for (const which of [{ left: 'x' }, { right: 'x' }]) {
      const missing = room.revisions.compare(editor, { path, ...which });
      await expect(missing).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('CMS-LIM-2: must not be too large', async () => {
    await using room = await newsroom('Black.\n'.repeat(2_001));
    await expect(room.revisions.compare(editor, { path })).rejects.toMatchObject({
      code: 'comparison_too_large',
      details: { left: { bytes: 0, lines: 0 }, right: { bytes: 14_007, lines: 2_001 } },
    });
    await room.write(path, 'Black.\n'.repeat(2_000));
    const { comparison } = await room.revisions.compare(editor, { path, left: 'current' });
    expect(comparison.bodyDiff).toHaveLength(2_000);
  });

  test('CMS-LIM-1: cannot be an oversized file and an empty one', async () => {
    await using room = await newsroom();
    // Larger than the newsroom's limit for a document.
    await room.write(path, 'x'.repeat(300 * 1_024));
    const sized = { bytes: 300 * 1_024, lines: null };
    await expect(room.revisions.compare(editor, { path })).rejects.toMatchObject({
      code: 'comparison_too_large',
      details: { right: sized },
    });
    await expect(
      room.revisions.compare(editor, { path, left: 'current', right: (await hashes(room))[0]! }),
    ).rejects.toMatchObject({ code: 'comparison_too_large', details: { left: sized } });
  });

  test('require permission to compare the document', async () => {
    await using room = await newsroom('---\ntitle: Ink\nauthor: maria\n---\n');
    const compare = (actor: Actor) => room.revisions.compare(actor, { path });
    expect(originsOf(await compare(author('maria')))).toEqual([null, 1]);
    expect(originsOf(await compare(reader('documents.diff')))).toEqual([null, 1]);
    await expect(compare(author('jan'))).rejects.toMatchObject({ code: 'not_found' });
    for (const grant of ['documents.history', 'documents.diff.own']) {
      await expect(compare(reader(grant))).rejects.toMatchObject({ code: 'forbidden' });
    }
  });
});

describe('two documents', () => {
  const other = 'posts/es/ink.md';

  async function withTranslation(): Promise<Newsroom> {
    const room = await newsroom('---\ntitle: Ink\nauthor: maria\n---\nBlack.\n');
    await room.write(other, '---\ntitle: Tinta\nauthor: jan\n---\nNegra.\n');
    return room;
  }

  test('GAP-DOC-14: are compared in their current state', async () => {
    await using room = await withTranslation();
    const { left, right, comparison } = await room.revisions.compareDocuments(editor, {
      leftPath: path,
      rightPath: other,
    });
    expect([left?.path, right.path]).toEqual([path, other]);
    expect(comparison.diff).toMatch(/^--- a\/posts\/ink\.md\t.*\n\+\+\+ b\/posts\/es\/ink\.md\t/);
    expect(comparison.frontmatterChanges.map(({ field }) => field)).toEqual(['title', 'author']);
  });

  test('must both exist and be comparable for the reader', async () => {
    await using room = await withTranslation();
    const compare = (actor: Actor, leftPath: string, rightPath: string) =>
      room.revisions.compareDocuments(actor, { leftPath, rightPath });
    for (const [left, right] of [
      [path, 'posts/none.md'],
      ['posts/none.md', path],
    ] as const) {
      await expect(compare(editor, left, right)).rejects.toMatchObject({ code: 'not_found' });
    }
    for (const [left, right] of [
      [path, other],
      [other, path],
    ] as const) {
      await expect(compare(author('maria'), left, right)).rejects.toMatchObject({
        code: 'not_found',
      });
      const partly = { ...reader('documents.diff.own'), username: 'maria' };
      await expect(compare(partly, left, right)).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect((await compare(author('maria'), path, path)).comparison.diff).toBe('');
  });

  test.each([
    ['../up.md', path, 'left_path'],
    [path, 'config/site.yaml', 'right_path'],
  ])('require document paths: %s, %s', async (leftPath, rightPath, field) => {
    await using room = await newsroom();
    const compare = room.revisions.compareDocuments(editor, { leftPath, rightPath });
    await expect(compare).rejects.toMatchObject({
      code: 'invalid_path',
      details: { errors: [{ path: field }] },
    });
  });
});
