import { describe, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import { examined, publishedRoom, verified } from '../verification/fixtures.ts';
import { approvedRoom, enforced, path } from '../workflow/editorial.fixtures.ts';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { documentsOf, move } from './renames.fixtures.ts';

const renamed = 'posts/printing/black-ink.md';

function post(title: string, lines: readonly string[] = []): string {
  const body = [`Text of ${title}.`, `More about ${title}.`, ...lines].join('\n');
  return `---\ntitle: ${title}\nauthor: maria\ntags: [ink]\n---\n${body}\n`;
}

async function roomWith(files: Readonly<Record<string, string>>): Promise<Newsroom> {
  const room = await Newsroom.open();
  for (const [at, text] of Object.entries(files)) await room.write(at, text);
  await room.indexer.scan();
  room.log.length = 0;
  return room;
}

async function moveAndEdit(
  room: Newsroom,
  [from, to]: readonly [string, string],
  edit: (text: string) => string,
): Promise<void> {
  await move(room, from, to);
  await room.write(to, edit(await room.read(to)));
}

async function expectSound(room: Newsroom): Promise<void> {
  const found = [...(await verified(room)), ...(await examined(room))];
  expect(found.filter(({ severity }) => severity !== 'notice')).toEqual([]);
}

describe.each([
  ['the watcher', (room: Newsroom, paths: readonly string[]) => room.indexer.indexPaths(paths)],
  ['a scan, as at the start', (room: Newsroom) => room.indexer.scan()],
])('files renamed and edited at once, and noticed by %s', (_name, index) => {
  test('keep the history of their documents', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/b.md': post('B') });
    await moveAndEdit(room, ['posts/a.md', 'posts/a2.md'], (text) => `${text}Added.\n`);
    await moveAndEdit(room, ['posts/b.md', 'posts/b2.md'], () => post('B').replace('B.', 'C.'));
    await index(room, ['posts/a.md', 'posts/a2.md', 'posts/b.md', 'posts/b2.md']);
    expect(await documentsOf(room)).toEqual([
      'posts/a2.md < posts/a.md',
      'posts/b2.md < posts/b.md',
    ]);
    const entries = await room.service.history(editor, 'posts/a2.md');
    expect(entries.map(({ message }) => message)).toEqual([
      'Renamed from posts/a.md',
      'Found on disk',
    ]);
    expect((await room.service.get(editor, 'posts/a2.md')).current.body).toContain('Added.');
    await expectSound(room);
  });

  test('with little in common are new documents', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A') });
    await moveAndEdit(room, ['posts/a.md', 'posts/b.md'], () => post('B', ['Text of A.']));
    await index(room, ['posts/a.md', 'posts/b.md']);
    expect(await documentsOf(room)).toEqual(['posts/b.md']);
    await expectSound(room);
  });

  test('are new documents when two of them match the same document', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A') });
    await move(room, 'posts/a.md', 'posts/b.md');
    for (const name of ['b', 'c'])
      await room.write(`posts/${name}.md`, post('A', [`Only ${name}.`]));
    await index(room, ['posts/a.md', 'posts/b.md', 'posts/c.md']);
    expect(await documentsOf(room)).toEqual(['posts/b.md', 'posts/c.md']);
  });

  test('are new documents while the original exists', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/gone.md': post('Gone') });
    await room.write('posts/b.md', post('A', ['Added.']));
    await room.remove('posts/gone.md');
    await index(room, ['posts/b.md', 'posts/gone.md']);
    expect(await documentsOf(room)).toEqual(['posts/a.md', 'posts/b.md']);
  });

  test('follow a chain of which one link is edited', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/b.md': post('B') });
    await moveAndEdit(room, ['posts/b.md', 'posts/c.md'], (text) => `${text}Added.\n`);
    await move(room, 'posts/a.md', 'posts/b.md');
    await index(room, ['posts/a.md', 'posts/b.md', 'posts/c.md']);
    expect(await documentsOf(room)).toEqual(['posts/b.md < posts/a.md', 'posts/c.md < posts/b.md']);
    await expectSound(room);
  });

  test('by hundreds, with others unchanged or swapped, are told apart', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `p${at}`);
    await using room = await roomWith(
      Object.fromEntries(names.map((name) => [`posts/old/${name}.md`, post(name)])),
    );
    await move(room, 'posts/old', 'posts/new');
    for (const [at, name] of names.entries())
      if (at % 3 === 0) await room.write(`posts/new/${name}.md`, post(name, [`Edited ${at}.`]));
    for (const [from, to] of [
      ['p1', 'swapped'],
      ['p2', 'p1'],
      ['swapped', 'p2'],
    ])
      await move(room, `posts/new/${from}.md`, `posts/new/${to}.md`);
    await index(
      room,
      ['old', 'new'].flatMap((folder) => names.map((name) => `posts/${folder}/${name}.md`)),
    );
    const former = (name: string): string => ({ p1: 'p2', p2: 'p1' })[name] ?? name;
    const expected = names.map((name) => `posts/new/${name}.md < posts/old/${former(name)}.md`);
    expect((await documentsOf(room)).sort()).toEqual(expected.sort());
    await expectSound(room);
  });
});

test('a file renamed and edited at once keeps its document when its former path is noticed later', async () => {
  await using room = await roomWith({ 'posts/a.md': post('A') });
  await moveAndEdit(room, ['posts/a.md', 'posts/b.md'], (text) => `${text}Added.\n`);
  await room.service.save(editor, { path: 'posts/b.md', content: 'Saved.\n' });
  await room.indexer.indexPaths(['posts/b.md']);
  await room.indexer.indexPaths(['posts/a.md']);
  expect(await documentsOf(room)).toEqual(['posts/b.md < posts/a.md']);
  await expectSound(room);
});

describe('with approval required, a file renamed and edited at once', () => {
  test('GAP-ED-5: keeps the approved text public at the new address', async () => {
    await using room = await publishedRoom(enforced);
    const text = await room.read(path);
    await moveAndEdit(room, [path, renamed], (before) => `${before}Not approved.\n`);
    await room.indexer.indexPaths([path, renamed]);
    const { indexed } = await room.service.get(editor, renamed);
    expect([indexed.status, indexed.editorial.approval]).toEqual(['draft', null]);
    const [open] = (await room.published.list({ page: 1, pageSize: 9 })).items;
    expect(open).toMatchObject({ title: 'Ink', url: '/posts/printing/black-ink/' });
    expect(await room.read(`.published/${renamed}`)).toBe(text);
    await expectSound(room);
  });

  test('CMS-ST-8: loses its approval', async () => {
    await using room = await approvedRoom(enforced);
    await moveAndEdit(room, [path, renamed], (before) => `${before}Not approved.\n`);
    await room.indexer.scan();
    const { indexed } = await room.service.get(editor, renamed);
    expect([indexed.status, indexed.editorial.approval]).toEqual(['draft', null]);
    expect(await room.titlesInPublic()).toEqual([]);
    await expectSound(room);
  });
});

describe('with approval required, a file whose removal was noticed first', () => {
  test.each([renamed, path])('GAP-ED-5: returns as it was, at %s', async (to) => {
    await using room = await publishedRoom(enforced);
    const before = (await room.service.get(editor, path)).indexed;
    const text = await room.read(path);
    await room.remove(path);
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual([]);
    await room.write(to, text);
    await room.indexer.scan();
    const { indexed } = await room.service.get(editor, to);
    expect([indexed.status, indexed.editorial, indexed.publishedAt]).toEqual([
      'published',
      before.editorial,
      before.publishedAt,
    ]);
    expect(await room.titlesInPublic()).toEqual(['Ink']);
    await expectSound(room);
  });

  test.each([renamed, path])(
    'GAP-ED-5: loses a public revision that is not its text, at %s',
    async (to) => {
      await using room = await publishedRoom(enforced);
      await room.service.save(editor, { path, content: 'Not approved.\n' });
      const text = await room.read(path);
      await room.remove(path);
      await room.indexer.scan();
      await expectSound(room);
      await room.write(to, text);
      await room.indexer.indexPaths([to]);
      expect((await room.service.get(editor, to)).indexed.status).toBe('draft');
      expect(await room.titlesInPublic()).toEqual([]);
      await expectSound(room);
    },
  );

  test('GAP-ED-5: is a draft if nobody has approved it', async () => {
    await using room = await publishedRoom();
    const text = '---\ntitle: Soot\nworkflow: published\n---\nUnapproved.\n';
    await room.write('posts/soot.md', text);
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toContain('Soot');
    await room.remove('posts/soot.md');
    await room.indexer.scan();
    room.settings = parseSiteSettings(enforced, 'site.yaml');
    await room.indexer.scan();
    await room.write('posts/soot.md', text);
    await room.indexer.scan();
    expect((await room.service.get(editor, 'posts/soot.md')).indexed.status).toBe('draft');
    expect(await room.titlesInPublic()).not.toContain('Soot');
    await expectSound(room);
  });

  test('GAP-ED-6: is a draft with another text, or later than ten minutes', async () => {
    await using room = await publishedRoom(enforced);
    const text = await room.read(path);
    await room.remove(path);
    await room.indexer.scan();
    await room.write(path, `${text}Not approved.\n`);
    await room.indexer.scan();
    const stateOf = async () => {
      const { status, editorial, publicHash } = (await room.service.get(editor, path)).indexed;
      return [status, editorial.approval, publicHash, await room.titlesInPublic()];
    };
    expect(await stateOf()).toEqual(['draft', null, null, []]);
    await room.remove(path);
    await room.indexer.scan();
    room.clock.advance(10 * 60_000);
    await room.write(path, text);
    await room.indexer.scan();
    expect(await stateOf()).toEqual(['draft', null, null, []]);
    await expectSound(room);
  });
});
