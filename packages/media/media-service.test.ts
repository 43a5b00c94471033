import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { drawing, createActor, MediaHarness } from './media-harness.fixtures.ts';
import { expectProblem } from './problem.fixtures.ts';

const other = drawing.replace('4 3', '3 4');

describe('an upload', () => {
  test('goes into the folder of the month, and is known at once', async () => {
    await using harness = await MediaHarness.open();
    const { record, duplicates } = await harness.upload('Press.svg');
    expect(record).toMatchObject({
      path: 'media/2026/06/Press.svg',
      name: 'Press.svg',
      folder: 'media/2026/06',
      kind: 'image',
      type: 'image/svg+xml',
      size: drawing.length,
      sha256: sha256(drawing),
      width: 4,
      height: 3,
      uploadedBy: 'ada',
      uploadedAt: harness.clock.now(),
      isAltMissing: true,
      problem: null,
    });
    expect(duplicates).toEqual([]);
    expect(await harness.media.service.get(record.path)).toEqual({ record, duplicates });
    expect(await harness.read(record.path)).toBe(drawing);
    expect(harness.changed).toEqual([record.path]);
  });

  test('leaves beside the file who brought it, so that it is known without the database', async () => {
    await using harness = await MediaHarness.open();
    await harness.upload('a.svg', drawing, { path: 'press' });
    expect(await harness.files()).toEqual(['media/press/a.svg', 'media/press/a.svg.meta.yaml']);
    await harness.database.db.deleteFrom('media_files').execute();
    await harness.media.indexer.scan();
    const { record } = await harness.media.service.get('media/press/a.svg');
    expect(record).toMatchObject({ uploadedBy: 'ada', uploadedAt: harness.clock.now() });
  });

  test('is at the path that it comes with', async () => {
    await using harness = await MediaHarness.open();
    for (const [path, name, expected] of [
      [undefined, 'a.svg', 'media/2026/06/a.svg'],
      ['', 'b.svg', 'media/2026/06/b.svg'],
      ['press', 'a.svg', 'media/press/a.svg'],
      ['press/', 'b.svg', 'media/press/b.svg'],
      ['media', 'a.svg', 'media/a.svg'],
      ['media/', 'b.svg', 'media/b.svg'],
      ['media/2025/press', 'a.svg', 'media/2025/press/a.svg'],
      ['media/2025/other.svg', 'a.svg', 'media/2025/other.svg'],
      ['other.svg', 'a.svg', 'media/other.svg'],
      ['media/v1.2', 'a.svg', 'media/v1.2/a.svg'],
      ['config/', 'a.svg', 'media/config/a.svg'],
    ] as const)
      expect((await harness.upload(name, drawing, { path })).record.path).toBe(expected);
  });

  test('does not leave the library', async () => {
    await using harness = await MediaHarness.open();
    for (const path of [
      '..',
      'media/../posts',
      '/etc',
      '.trash',
      'media/.git',
      'a\\b',
      'con',
      'a\0b',
    ]) {
      const uploading = harness.upload('a.svg', drawing, { path });
      await expect(uploading).rejects.toEqual(expectProblem('invalid_path'));
    }
  });

  test('of a taken name gets a number', async () => {
    await using harness = await MediaHarness.open();
    await harness.write('media/press/a.svg', other);
    const { record } = await harness.upload('A.SVG', drawing, { path: 'press' });
    expect(record.path).toBe('media/press/A-2.svg');
  });

  test('names those that have the same bytes', async () => {
    await using harness = await MediaHarness.open();
    await harness.upload('a.svg');
    await harness.upload('b.svg', other);
    const { duplicates } = await harness.upload('c.svg');
    expect(duplicates).toEqual(['media/2026/06/a.svg']);
  });

  test('of what is refused leaves nothing behind', async () => {
    await using harness = await MediaHarness.open();
    for (const [name, content] of [
      ['a.exe', 'MZ'],
      ['a.png', drawing],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>x</script></svg>'],
      ['\u202Egvs.exe', drawing],
    ] as const)
      await expect(harness.upload(name, content)).rejects.toThrow();
    const reader = createActor('vera', ['media.read']);
    const forbidden = harness.upload('a.svg', drawing, { actor: reader });
    await expect(forbidden).rejects.toEqual(expectProblem('forbidden'));
    expect(await harness.files()).toEqual([]);
    expect(await harness.indexed()).toEqual([]);
  });

  test('keeps what was said of it before it came', async () => {
    await using harness = await MediaHarness.open();
    await harness.write('media/press/a.svg.meta.yaml', '# by hand\nalt: A press\n');
    const { record } = await harness.upload('a.svg', drawing, { path: 'press' });
    expect(record).toMatchObject({ metadata: { alt: 'A press' }, uploadedBy: 'ada' });
    expect(await harness.read('media/press/a.svg.meta.yaml')).toBe(
      '# by hand\nalt: A press\nuploaded_by: ada\nuploaded_at: 2026-06-01T08:00:00.000Z\n',
    );
  });

  test('of many at once under one name loses none', async () => {
    await using harness = await MediaHarness.open();
    const other = await harness.openSecondProcess();
    const uploads = Array.from({ length: 20 }, async (_one, index) => {
      const content = drawing.replace('4 3', `4 ${index + 1}`);
      const { service } = index % 2 === 0 ? harness.media : other;
      const staged = await service.receive(Readable.from([content]));
      const { record } = await service.upload(harness.ada, { staged, name: 'a.svg' });
      return { path: record.path, content };
    });
    const done = await Promise.all(uploads);
    expect(new Set(done.map(({ path }) => path)).size).toBe(20);
    for (const { path, content } of done) expect(await harness.read(path)).toBe(content);
    expect(await harness.indexed()).toEqual(done.map(({ path }) => path).toSorted());
    expect(await harness.files()).toHaveLength(40);
  });
});

describe('a replacement', () => {
  interface Replaced {
    readonly path: string;
    readonly content: string;
    readonly expectedHash?: string;
  }

  async function replace(harness: MediaHarness, { content, ...asked }: Replaced) {
    const staged = await harness.media.service.receive(Readable.from([content]));
    return harness.media.service.replace(harness.ada, { staged, ...asked });
  }

  test('keeps the address, what is said of the file, and who brought it', async () => {
    await using harness = await MediaHarness.open();
    const { record } = await harness.upload('a.svg');
    const { path } = record;
    await harness.media.service.describe(harness.ada, { path, changes: { alt: 'A press' } });
    const { record: replaced } = await replace(harness, {
      path,
      content: other,
      expectedHash: record.sha256,
    });
    expect(replaced).toMatchObject({
      path,
      sha256: sha256(other),
      width: 3,
      height: 4,
      metadata: { alt: 'A press' },
      uploadedBy: 'ada',
    });
    expect(await harness.read(path)).toBe(other);
  });

  test('is refused after a concurrent change, and for another file type', async () => {
    await using harness = await MediaHarness.open();
    const { record } = await harness.upload('a.svg');
    const { path } = record;
    const expectedHash = record.sha256;
    const both = await Promise.allSettled([
      replace(harness, { path, content: other, expectedHash }),
      replace(harness, { path, content: other.replace('3 4', '7 4'), expectedHash }),
    ]);
    const refused = both.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason as unknown)).toEqual([
      expectProblem('stale_revision'),
    ]);
    await expect(replace(harness, { path, content: 'no drawing' })).rejects.toThrow();
    await expect(replace(harness, { path: 'media/none.svg', content: other })).rejects.toEqual(
      expectProblem('not_found'),
    );
    expect((await harness.files()).filter((file) => file.startsWith('.incoming'))).toHaveLength(3);
  });
});

describe('what is said of a file', () => {
  test('is written beside it, comments kept, and found by a search', async () => {
    await using harness = await MediaHarness.open();
    const { path } = (await harness.upload('a.svg')).record;
    await harness.write(`${path}.meta.yaml`, '# keep me\ntitle: Old\nphotographer: Eve\n');
    const changes = { title: 'Harbour', alt: 'Boats', tags: ['Sea'], focal_x: 0.2, focal_y: 1 };
    const record = await harness.media.service.describe(harness.ada, { path, changes });
    expect(record).toMatchObject({ metadata: changes, isAltMissing: false });
    const written = await harness.read(`${path}.meta.yaml`);
    expect(written).toContain('# keep me\ntitle: Harbour\nphotographer: Eve\n');
    const { items } = await harness.media.service.list({ q: 'BOAT sea', page: 1, pageSize: 10 });
    expect(items.map((item) => item.path)).toEqual([path]);
  });

  test('is kept where it is absent, and cleared by null', async () => {
    await using harness = await MediaHarness.open();
    const { path } = (await harness.upload('a.svg')).record;
    const { service } = harness.media;
    const first = { title: 'Harbour', alt: 'Boats', tags: ['sea'] };
    await service.describe(harness.ada, { path, changes: first });
    const changes = { alt: null, tags: null, title: undefined };
    const { metadata } = await service.describe(harness.ada, { path, changes });
    expect(metadata).toMatchObject({ title: 'Harbour', alt: null, tags: [] });
  });

  test('is an alt text or that there is none to be, not both', async () => {
    await using harness = await MediaHarness.open();
    const { path } = (await harness.upload('a.svg')).record;
    const { service } = harness.media;
    const decorative = await service.describe(harness.ada, { path, changes: { decorative: true } });
    expect(decorative.isAltMissing).toBe(false);
    const both = service.describe(harness.ada, { path, changes: { alt: 'Boats' } });
    await expect(both).rejects.toEqual(expectProblem('invalid_metadata'));
    const changes = { alt: 'Boats', decorative: false };
    expect(await service.describe(harness.ada, { path, changes })).toMatchObject({
      metadata: changes,
    });
  });

  test('is changed by one of two who began with the same', async () => {
    await using harness = await MediaHarness.open();
    const { path, metadataRevision: expectedRevision } = (await harness.upload('a.svg')).record;
    const other = await harness.openSecondProcess();
    const both = await Promise.allSettled(
      [harness.media, other].map(({ service }, index) =>
        service.describe(harness.ada, { path, changes: { title: `${index}` }, expectedRevision }),
      ),
    );
    const refused = both.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => reason as unknown)).toEqual([
      expectProblem('stale_revision'),
    ]);
  });

  test('gets every tag, of however many who tag at once', async () => {
    await using harness = await MediaHarness.open();
    const { path } = (await harness.upload('a.svg')).record;
    const { service } = harness.media;
    await service.describe(harness.ada, { path, changes: { tags: ['old', 'kept'] } });
    const tags = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(
      tags.map((tag) => service.tag(harness.ada, path, { add: [tag, 'kept'], remove: ['old'] })),
    );
    const { record } = await service.get(path);
    expect(record.metadata.tags.toSorted()).toEqual([...tags, 'kept']);
  });

  test('that is invalid is reported, and not overwritten', async () => {
    await using harness = await MediaHarness.open();
    const { path } = (await harness.upload('a.svg')).record;
    await harness.write(`${path}.meta.yaml`, 'title: [\n');
    const { record } = await harness.media.service.get(path);
    expect(record.problem).toContain('not valid');
    const describing = harness.media.service.describe(harness.ada, {
      path,
      changes: { title: 'New' },
    });
    await expect(describing).rejects.toEqual(expectProblem('invalid_metadata'));
    expect(await harness.read(`${path}.meta.yaml`)).toBe('title: [\n');
  });
});

describe('the list', () => {
  let harness: MediaHarness;
  beforeAll(async () => {
    harness = await MediaHarness.open();
    await harness.upload('Zebra.svg', drawing, { path: 'animals/large' });
    harness.clock.advance(1000);
    await harness.upload('ant.svg', other, { path: 'animals' });
    harness.clock.advance(1000);
    await harness.upload('notes.txt', 'x'.repeat(500), {
      path: 'press',
      actor: createActor('eve'),
    });
    harness.clock.advance(1000);
    await harness.upload('100%_sure.svg', drawing, { path: 'press' });
  });
  afterAll(() => harness[Symbol.asyncDispose]());

  test.each([
    [{}, ['100%_sure.svg', 'notes.txt', 'ant.svg', 'Zebra.svg']],
    [{ order: 'asc' }, ['Zebra.svg', 'ant.svg', 'notes.txt', '100%_sure.svg']],
    [{ sort: 'name' }, ['100%_sure.svg', 'ant.svg', 'notes.txt', 'Zebra.svg']],
    [{ sort: 'size', type: 'document' }, ['notes.txt']],
    [{ folder: 'media/animals' }, ['ant.svg', 'Zebra.svg']],
    [{ folder: 'animals/large/' }, ['Zebra.svg']],
    [{ folder: 'media/animal' }, []],
    [{ folder: 'media' }, ['100%_sure.svg', 'notes.txt', 'ant.svg', 'Zebra.svg']],
    [{ uploadedBy: 'eve' }, ['notes.txt']],
    [{ q: 'AN' }, ['ant.svg', 'Zebra.svg']],
    [{ q: 'an zeb' }, ['Zebra.svg']],
    [{ q: '%_' }, ['100%_sure.svg']],
    [{ q: '\\' }, []],
    [{ missingAlt: true }, ['100%_sure.svg', 'ant.svg', 'Zebra.svg']],
    [{ missingAlt: false }, ['notes.txt']],
    [{ duplicates: true }, ['100%_sure.svg', 'Zebra.svg']],
    [{ pageSize: 1, page: 2 }, ['notes.txt']],
    [{ page: 9 }, []],
  ] as const)('of %j', async (query, expected) => {
    const { items, total } = await harness.media.service.list({ page: 1, pageSize: 10, ...query });
    expect(items.map(({ name }) => name)).toEqual(expected);
    expect(total).toBe('page' in query ? 4 : expected.length);
  });

  test('of folders counts what is in each and below it', async () => {
    const size = drawing.length;
    expect(await harness.media.service.folders()).toEqual([
      { path: 'media', files: 0, total: 4, size: 3 * size + 500 },
      { path: 'media/animals', files: 1, total: 2, size: 2 * size },
      { path: 'media/animals/large', files: 1, total: 1, size },
      { path: 'media/press', files: 2, total: 2, size: size + 500 },
    ]);
  });
});

test('who may only read changes nothing', async () => {
  await using harness = await MediaHarness.open();
  const { path } = (await harness.upload('a.svg')).record;
  const vera = createActor('vera', ['media.read']);
  const staged = await harness.media.service.receive(Readable.from([other]));
  const { service, trash } = harness.media;
  const before = await harness.files();
  for (const attempt of [
    () => service.replace(vera, { staged, path }),
    () => service.describe(vera, { path, changes: { title: 'x' } }),
    () => service.tag(vera, path, { add: ['x'], remove: [] }),
    () => trash.delete(vera, { path }),
    () => trash.move(vera, { path, to: 'media/b.svg' }),
    () => trash.restore(vera, path),
    () => trash.purge(vera, path),
  ]) {
    const attempting = attempt();
    await expect(attempting).rejects.toEqual(expectProblem('forbidden'));
  }
  expect(await harness.files()).toEqual(before);
});

describe('a replaced file', () => {
  test('keeps its earlier version in the trash, which can be brought back', async () => {
    await using harness = await MediaHarness.open();
    const { record } = await harness.upload('a.svg', drawing, { path: 'press' });
    const { path } = record;
    const { service } = harness.media;
    const replace = async (content: string) =>
      service.replace(createActor('ada'), {
        staged: await service.receive(Readable.from([content])),
        path,
      });
    await replace(other);
    await replace(other);
    const [version, ...none] = await service.versions(path);
    expect(none).toEqual([]);
    expect(version).toMatchObject({ originalPath: path, deletedBy: 'ada', size: drawing.length });
    expect(await harness.read(version!.path)).toBe(drawing);
    await harness.media.indexer.scan();
    const reverted = await service.revert(createActor('ada'), { path, version: version!.path });
    expect(reverted.record).toMatchObject({ path, sha256: sha256(drawing) });
    expect(await harness.read(path)).toBe(drawing);
    expect((await service.versions(path)).map(({ path: one }) => one)).toHaveLength(2);
  });

  test('takes only its own versions, from people who may replace it', async () => {
    await using harness = await MediaHarness.open();
    const { service } = harness.media;
    const [one, two] = [await harness.upload('a.svg'), await harness.upload('b.svg')];
    const { path } = one.record;
    const staged = await service.receive(Readable.from([other]));
    await service.replace(createActor('ada'), { staged, path });
    const [version] = await service.versions(path);
    const revert = (actor: string, at: string, from = version!.path) =>
      service.revert(createActor(actor, ['media.write']), { path: at, version: from });
    await expect(revert('ada', two.record.path)).rejects.toEqual(expectProblem('not_found'));
    await expect(revert('ada', path, path)).rejects.toEqual(expectProblem('not_found'));
    await expect(revert('ben', path)).rejects.toEqual(expectProblem('forbidden'));
    expect((await harness.files()).filter((name) => name.includes('incoming'))).toEqual([]);
  });
});
