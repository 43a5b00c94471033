import { describe, expect, test } from 'vitest';
import { DocumentLocks } from '../store/document-locks.ts';
import { verified } from '../verification/fixtures.ts';
import { treeWith } from '../workflow/interruptions.fixtures.ts';
import { editor, FailingDisk, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { UnwrittenFiles } from './unwritten-files.ts';

/** More than are indexed one by one. */
const many = 30;

function post(title: string, more = ''): string {
  return `---\ntitle: ${title}\n${more}---\nText of ${title.toLowerCase()}.\n`;
}

function pathOf(at: number): string {
  return `posts/p${String(at).padStart(2, '0')}.md`;
}

const paths = Array.from({ length: many }, (_, at) => pathOf(at));

async function writeAll(room: Newsroom, word: string, more = ''): Promise<void> {
  await Promise.all(paths.map((path, at) => room.write(path, post(`${word} ${at}`, more))));
}

async function roomWithMany(site?: string): Promise<Newsroom> {
  const room = await Newsroom.open(site);
  await writeAll(room, 'Old');
  await room.indexer.scan();
  room.log.length = 0;
  return room;
}

function messages(room: Newsroom): string[] {
  return room.log.map(({ message }) => message);
}

async function find(room: Newsroom, q: string): Promise<number> {
  return (await room.service.list(editor, { q, pageSize: 1 })).total;
}

async function expectSound(room: Newsroom): Promise<void> {
  const found = await verified(room);
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
}

async function kinds(room: Newsroom, path: string): Promise<string[]> {
  const entries = await room.service.history(editor, path);
  return entries.map(({ author, kind }) => (kind === 'external' ? kind : author));
}

describe.each([
  ['a scan', (room: Newsroom) => room.indexer.scan()],
  ['a change set of the watcher', (room: Newsroom) => room.indexer.indexPaths(paths)],
])('many edits found by %s', (_name, index) => {
  test('are recorded, public and searchable, with one log line', async () => {
    await using room = await roomWithMany();
    await writeAll(room, 'New');
    await index(room);
    const titles = await room.titlesInPublic();
    expect(titles.every((title) => title.startsWith('New '))).toBe(true);
    expect([titles.length, await find(room, 'new'), await find(room, 'old')]).toEqual([
      many,
      many,
      0,
    ]);
    expect(await kinds(room, pathOf(7))).toEqual(['external', 'external']);
    expect(room.log).toEqual([
      {
        level: 'info',
        message: 'documents changed on disk',
        attributes: { edited: many, found: 0, removed: 0, renamed: 0 },
      },
    ]);
    await expectSound(room);
  });

  test('leave no document whose files are gone', async () => {
    await using room = await roomWithMany();
    await Promise.all(paths.map((path) => room.remove(path)));
    await index(room);
    expect(await room.titlesInPublic()).toEqual([]);
    expect([await find(room, 'old'), messages(room)]).toEqual([0, ['documents changed on disk']]);
    await writeAll(room, 'Back');
    await index(room);
    expect(await kinds(room, pathOf(7))).toEqual(['external', 'external']);
    await expectSound(room);
  });
});

describe('many edits of published documents, with approval required', () => {
  const site = 'editorial: { require_approval: true }\n';

  async function copies(room: Newsroom): Promise<string[]> {
    const found: string[] = [];
    for await (const path of room.tree.walk('.published')) found.push(path);
    return found;
  }

  test('keep the public revisions in copies, with one log line', async () => {
    await using room = await roomWithMany(site);
    await writeAll(room, 'New');
    await room.indexer.indexPaths(paths);
    expect((await room.titlesInPublic()).every((title) => title.startsWith('Old '))).toBe(true);
    expect(await room.read(`.published/${pathOf(7)}`)).toBe(post('Old 7'));
    expect([(await copies(room)).length, messages(room)]).toEqual([
      many,
      ['documents changed on disk'],
    ]);
    await expectSound(room);
  });

  test('are recorded while no copies can be written, which follow later', async () => {
    await using room = await roomWithMany(site);
    await writeAll(room, 'New');
    const disk = new FailingDisk();
    const colleague = room.colleagueWith(disk.holding(room.tree));
    disk.code = 'ENOSPC';
    await colleague.indexer.indexPaths(paths);
    expect([await copies(room), await find(room, 'new')]).toEqual([[], many]);
    const { db } = room.database;
    const { indexer, clock, logger } = room;
    await new UnwrittenFiles({ db, indexer, clock, logger }).write();
    expect(await room.read(`.published/${pathOf(7)}`)).toBe(post('Old 7'));
    expect(await room.read(pathOf(7))).toBe(post('New 7'));
    expect(await kinds(room, pathOf(7))).toEqual(['external', 'external']);
    expect((await copies(room)).length).toBe(many);
  });
});

test('new files of a large change set are counted in the log line', async () => {
  await using room = await Newsroom.open();
  await room.indexer.scan();
  await writeAll(room, 'New');
  await room.indexer.indexPaths(paths);
  expect((await room.titlesInPublic()).length).toBe(many);
  const logged = room.log.filter(({ level }) => level === 'info');
  expect(logged.map(({ attributes }) => attributes)).toEqual([
    { edited: 0, found: many, removed: 0, renamed: 0 },
  ]);
});

test('each unreadable document of a large change set is reported', async () => {
  await using room = await roomWithMany();
  await writeAll(room, 'New');
  await room.write(pathOf(3), '---\ntitle: [\n---\n');
  await room.write(pathOf(4), post('Four', 'published: false\n'));
  await room.indexer.indexPaths(paths);
  const warned = room.log.filter(({ level }) => level === 'warn');
  expect(warned.map(({ attributes }) => attributes['path']).sort()).toEqual([pathOf(3), pathOf(4)]);
});

describe('a large change set', () => {
  test('waits for the lock of a single document without delaying the others', async () => {
    await using room = await roomWithMany();
    await writeAll(room, 'New');
    const gate = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const locks = new DocumentLocks(room.database.db);
    const holder = locks.hold(pathOf(5), () => {
      isHeld.resolve();
      return gate.promise;
    });
    await isHeld.promise;
    const indexed = room.indexer.indexPaths(paths);
    await expect.poll(async () => (await room.titlesInPublic()).sort()[0]).toBe('New 0');
    expect(await room.titlesInPublic()).toContain('Old 5');
    gate.resolve();
    await Promise.all([holder, indexed]);
    expect(await room.titlesInPublic()).not.toContain('Old 5');
    expect(messages(room).sort()).toEqual(['document edited on disk', 'documents changed on disk']);
  });

  test('is recorded on top of a change made past the locks', async () => {
    await using room = await roomWithMany();
    await writeAll(room, 'New');
    const act = async (path: string): Promise<void> => {
      await room.database.db
        .updateTable('documents')
        .set({ head_hash: 'moved' })
        .where('path', '=', path)
        .execute();
    };
    const colleague = room.colleagueWith(treeWith(room.tree, { step: 'read', when: 'after', act }));
    await colleague.indexer.indexPaths(paths);
    expect((await room.titlesInPublic()).filter((title) => title.startsWith('New'))).toHaveLength(
      many,
    );
    expect(messages(colleague)).toContain('batch indexing failed; indexing documents one by one');
  });

  test('and saves at the same time lose nothing', async () => {
    await using room = await roomWithMany();
    const saving = paths.map((path) => room.service.save(editor, { path, content: 'Saved.\n' }));
    await writeAll(room, 'New');
    await Promise.all([...saving, room.indexer.indexPaths(paths)]);
    await room.indexer.scan();
    for (const path of paths) {
      const { indexed, current } = await room.service.get(editor, path);
      expect(indexed.revision).toBe(current.revision);
      expect(await kinds(room, path)).toContain(editor.username);
      expect(current.text).toBe(await room.read(path));
    }
    await expectSound(room);
  });
});
