import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verified } from '../verification/fixtures.ts';
import { treeWith } from '../workflow/interruptions.fixtures.ts';
import { editor, FailingDisk, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { documentsOf, move } from './renames.fixtures.ts';

function post(title: string, more = ''): string {
  return `---\ntitle: ${title}\nauthor: maria\n${more}---\nText of ${title.toLowerCase()}.\n`;
}

async function roomWith(files: Readonly<Record<string, string>>, site?: string): Promise<Newsroom> {
  const room = await Newsroom.open(site);
  for (const [path, text] of Object.entries(files)) await room.write(path, text);
  await room.indexer.scan();
  room.log.length = 0;
  return room;
}

async function expectSound(room: Newsroom): Promise<void> {
  const found = await verified(room);
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
}

describe.each([
  ['the watcher', (room: Newsroom, paths: readonly string[]) => room.indexer.indexPaths(paths)],
  ['a scan, as at the start', (room: Newsroom) => room.indexer.scan()],
])('files renamed on disk and noticed by %s', (_name, index) => {
  test('keep the history of their documents', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A') });
    await room.service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' });
    await move(room, 'posts/a.md', 'posts/b.md');
    await index(room, ['posts/a.md', 'posts/b.md']);
    const entries = await room.service.history(editor, 'posts/b.md');
    expect(entries.map(({ message, renamedFrom }) => [message, renamedFrom])).toEqual([
      ['Renamed from posts/a.md', 'posts/a.md'],
      ['Saved', null],
      ['Found on disk', null],
    ]);
    await expect(room.service.get(editor, 'posts/a.md')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expectSound(room);
  });

  test('follow a chain', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/b.md': post('B') });
    await move(room, 'posts/b.md', 'posts/c.md');
    await move(room, 'posts/a.md', 'posts/b.md');
    await index(room, ['posts/a.md', 'posts/b.md', 'posts/c.md']);
    expect(await documentsOf(room)).toEqual(['posts/b.md < posts/a.md', 'posts/c.md < posts/b.md']);
    await expectSound(room);
  });

  test('may differ from their document in case alone', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A') });
    await move(room, 'posts/a.md', 'posts/A.md');
    await index(room, ['posts/A.md', 'posts/a.md']);
    expect(await documentsOf(room)).toEqual(['posts/A.md < posts/a.md']);
  });

  test('that swap their texts are two edits', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/b.md': post('B') });
    await move(room, 'posts/a.md', 'posts/t.md');
    await move(room, 'posts/b.md', 'posts/a.md');
    await move(room, 'posts/t.md', 'posts/b.md');
    await index(room, ['posts/a.md', 'posts/b.md']);
    expect(await documentsOf(room)).toEqual(['posts/a.md', 'posts/b.md']);
    const entries = await room.service.history(editor, 'posts/a.md');
    expect(entries.map(({ message }) => message)).toEqual(['Edited on disk', 'Found on disk']);
  });

  test('are new documents as copies, also when the original is edited', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/b.md': post('B') });
    for (const name of ['a', 'b'])
      await copyFile(
        join(room.directory, `posts/${name}.md`),
        join(room.directory, `posts/${name}2.md`),
      );
    await room.write('posts/b.md', post('B3'));
    await index(room, ['posts/a2.md', 'posts/b.md', 'posts/b2.md']);
    expect(await documentsOf(room)).toEqual([
      'posts/a.md',
      'posts/a2.md',
      'posts/b.md',
      'posts/b2.md',
    ]);
  });

  test('that replace another file edit its document', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/b.md': post('B') });
    await move(room, 'posts/a.md', 'posts/b.md');
    await index(room, ['posts/a.md', 'posts/b.md']);
    expect(await documentsOf(room)).toEqual(['posts/b.md']);
    const entries = await room.service.history(editor, 'posts/b.md');
    expect(entries.map(({ message }) => message)).toEqual(['Edited on disk', 'Found on disk']);
  });

  test('are new documents when empty or ambiguous', async () => {
    await using room = await roomWith({
      'posts/empty.md': '',
      'posts/a.md': post('A'),
      'posts/b.md': post('A'),
    });
    await move(room, 'posts/empty.md', 'posts/nothing.md');
    await move(room, 'posts/a.md', 'posts/c.md');
    await move(room, 'posts/b.md', 'posts/d.md');
    await index(
      room,
      ['empty', 'nothing', 'a', 'b', 'c', 'd'].map((name) => `posts/${name}.md`),
    );
    expect(await documentsOf(room)).toEqual(['posts/c.md', 'posts/d.md', 'posts/nothing.md']);
  });

  test('with the same bytes are told apart by their names', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/b.md': post('A') });
    await move(room, 'posts/a.md', 'pages/a.md');
    await move(room, 'posts/b.md', 'pages/b.md');
    await index(room, ['posts/a.md', 'posts/b.md', 'pages/a.md', 'pages/b.md']);
    expect(await documentsOf(room)).toEqual(['pages/a.md < posts/a.md', 'pages/b.md < posts/b.md']);
    expect((await room.service.get(editor, 'pages/a.md')).indexed.place.type).toBe('page');
    await expectSound(room);
  });

  test('return to their first path', async () => {
    await using room = await roomWith({ 'posts/a.md': post('A') });
    for (const [from, to] of [
      ['posts/a.md', 'posts/b.md'],
      ['posts/b.md', 'posts/a.md'],
    ] as const) {
      await move(room, from, to);
      await index(room, [from, to]);
    }
    expect(await documentsOf(room)).toEqual(['posts/a.md < posts/a.md < posts/b.md']);
    await expectSound(room);
  });

  test('by hundreds are followed in batches, with one log line', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `p${at}.md`);
    await using room = await roomWith(
      Object.fromEntries(names.map((name) => [`posts/old/${name}`, post(name)])),
    );
    await move(room, 'posts/old', 'posts/new');
    const paths = ['old', 'new'].flatMap((folder) =>
      names.map((name) => `posts/${folder}/${name}`),
    );
    await index(room, paths);
    const expected = names.map((name) => `posts/new/${name} < posts/old/${name}`).sort();
    expect((await documentsOf(room)).sort()).toEqual(expected);
    expect(room.log.filter(({ level }) => level !== 'debug')).toEqual([
      {
        level: 'info',
        message: 'documents changed on disk',
        attributes: { edited: 0, found: 0, removed: 0, renamed: names.length },
      },
    ]);
    expect((await room.service.list(editor, { q: 'p299', pageSize: 1 })).total).toBe(1);
    await expectSound(room);
  });
});

test('a renamed file that is opened first keeps its document', async () => {
  await using room = await roomWith({ 'posts/a.md': post('A') });
  await move(room, 'posts/a.md', 'posts/b.md');
  await expect(room.service.get(editor, 'posts/a.md')).rejects.toMatchObject({ code: 'not_found' });
  await room.service.save(editor, { path: 'posts/b.md', content: 'B.\n' });
  expect(await room.titlesInPublic()).toEqual(['A']);
  expect(await documentsOf(room)).toEqual(['posts/b.md < posts/a.md']);
});

test('a file that appears within ten minutes of a removal continues the document', async () => {
  const names = ['a', 'b'];
  await using room = await roomWith({ 'posts/a.md': post('A'), 'posts/b.md': post('B') });
  for (const name of names) await room.remove(`posts/${name}.md`);
  await room.indexer.scan();
  await room.write('posts/a2.md', post('A'));
  await room.indexer.indexPaths(['posts/a2.md']);
  room.clock.advance(10 * 60_000);
  await room.write('posts/b2.md', post('B'));
  await room.indexer.indexPaths(['posts/b2.md']);
  expect(await documentsOf(room)).toEqual(['posts/a2.md < posts/a.md', 'posts/b2.md']);
  expect(await room.titlesInPublic()).toEqual(['A', 'B']);
  await expectSound(room);
});

test('documents in the trash do not return by a file with their text', async () => {
  await using room = await roomWith({ 'posts/a.md': post('A') });
  const text = await room.read('posts/a.md');
  await room.trash.delete(editor, { path: 'posts/a.md' });
  await room.write('posts/b.md', text);
  await room.indexer.scan();
  expect(await documentsOf(room)).toEqual(['posts/b.md']);
});

test('two servers that notice the same renames record each once', async () => {
  await using room = await roomWith(
    Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`posts/${name}.md`, post(name)])),
  );
  const colleague = room.colleague();
  const paths: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    await move(room, `posts/${name}.md`, `posts/new/${name}.md`);
    paths.push(`posts/${name}.md`, `posts/new/${name}.md`);
  }
  await Promise.all([
    room.indexer.indexPaths(paths),
    colleague.indexer.indexPaths(paths.toReversed()),
    room.indexer.scan(),
    colleague.indexer.scan(),
  ]);
  expect(await documentsOf(room)).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => `posts/new/${name}.md < posts/${name}.md`),
  );
  await expectSound(room);
});

test('a rename whose public copy cannot be moved yet is followed by the next scan', async () => {
  await using room = await roomWith({ 'posts/a.md': post('A') });
  await room.service.save(editor, {
    path: 'posts/a.md',
    content: 'Draft.\n',
    frontmatter: { title: 'Draft', workflow: 'draft' },
  });
  await move(room, 'posts/a.md', 'posts/b.md');
  const disk = new FailingDisk();
  const colleague = room.colleagueWith(disk.holding(room.tree));
  disk.code = 'EROFS';
  await colleague.indexer.indexPaths(['posts/a.md', 'posts/b.md']);
  expect(await documentsOf(room)).toEqual(['posts/a.md']);
  expect(colleague.log.map(({ message }) => message)).toEqual([
    'following a renamed document failed',
  ]);
  disk.code = undefined;
  await colleague.indexer.scan();
  expect(await documentsOf(room)).toEqual(['posts/b.md < posts/a.md']);
  expect(await room.read('.published/posts/b.md')).toBe(post('A'));
  await expect(room.read('.published/posts/a.md')).rejects.toThrow('ENOENT');
  expect(await room.titlesInPublic()).toEqual(['A']);
  await expectSound(room);
});

test('renames and saves at the same time lose nothing and do not wait for each other', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
  await using room = await roomWith(
    Object.fromEntries(names.map((name) => [`posts/${name}.md`, post(name)])),
  );
  const colleague = room.colleague();
  const paths = new Map(names.map((name) => [name, `posts/${name}.md`]));
  const answered: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const saving = names.map(async (name) => {
      const content = `Round ${round} of ${name}.\n`;
      await room.service.save(editor, { path: paths.get(name)!, content }).then(
        () => answered.push(content),
        () => undefined,
      );
    });
    const changed: string[] = [];
    for (const name of names.filter((_, at) => at % 3 === round % 3)) {
      const [from, to] = [paths.get(name)!, `posts/r${round}/${name}.md`];
      await move(room, from, to);
      changed.push(from, to);
      paths.set(name, to);
    }
    await Promise.all([
      ...saving,
      room.indexer.indexPaths(changed),
      colleague.indexer.indexPaths(changed.toReversed()),
    ]);
    await room.indexer.scan();
  }
  const { db } = room.database;
  const entries = await db.selectFrom('document_history').select('bytes').execute();
  const retained = entries.map(({ bytes }) => bytes.toString()).join('\n');
  expect(answered.filter((content) => !retained.includes(content))).toEqual([]);
  for (const path of paths.values())
    expect((await room.service.get(editor, path)).current.text).toBe(await room.read(path));
  await expectSound(room);
});

test('a rename is followed when another process records the removal in the meantime', async () => {
  await using room = await roomWith({ 'posts/a.md': post('A') });
  await move(room, 'posts/a.md', 'posts/b.md');
  const act = (path: string) => room.indexer.indexPath(path);
  const colleague = room.colleagueWith(
    treeWith(room.tree, { step: 'read', when: 'after', at: 'posts/a.md', act }),
  );
  await colleague.indexer.indexPaths(['posts/a.md', 'posts/b.md']);
  expect(room.log.map(({ message }) => message)).toEqual(['document removed on disk']);
  expect(await documentsOf(room)).toEqual(['posts/b.md < posts/a.md']);
  expect(await room.titlesInPublic()).toEqual(['A']);
  await expectSound(room);
});
