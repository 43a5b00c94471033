import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { drawing, MediaHarness } from './media-harness.fixtures.ts';
import { photograph } from './fixtures.ts';

const other = drawing.replace('4 3', '3 4');

describe('the index', () => {
  test('has what was put into the folder by other means, by its own time', async () => {
    await using harness = await MediaHarness.open();
    await harness.write('media/by/hand.svg', drawing);
    const at = new Date('2026-01-02T03:04:05Z');
    await utimes(join(harness.root, 'media/by/hand.svg'), at, at);
    for (const hidden of ['media/.DS_Store', 'media/.git/a.svg', 'media/a.svg.meta.yaml', 'x.svg'])
      await harness.write(hidden, drawing);
    expect(await harness.media.indexer.scan()).toEqual({ files: 1, read: 1, failed: 0 });
    expect(await harness.indexed()).toEqual(['media/by/hand.svg']);
    const { record } = await harness.media.service.get('media/by/hand.svg');
    expect(record).toMatchObject({
      uploadedBy: 'external',
      uploadedAt: at,
      sha256: sha256(drawing),
    });
  });

  test('reads again only what has changed, be it the file or what stands beside it', async () => {
    await using harness = await MediaHarness.open();
    for (const name of ['a', 'b', 'c', 'd']) await harness.write(`media/${name}.svg`, drawing);
    await harness.media.indexer.scan();
    expect(await harness.media.indexer.scan()).toEqual({ files: 4, read: 0, failed: 0 });
    await harness.write('media/a.svg', `${other}\n`);
    await harness.write('media/b.svg.meta.yaml', 'alt: Boats\n');
    await rm(join(harness.root, 'media/c.svg'));
    expect(await harness.media.indexer.scan()).toEqual({ files: 3, read: 3, failed: 0 });
    const { service } = harness.media;
    expect((await service.get('media/a.svg')).record.sha256).toBe(sha256(`${other}\n`));
    expect((await service.get('media/b.svg')).record).toMatchObject({ isAltMissing: false });
    expect(await harness.indexed()).toEqual(['media/a.svg', 'media/b.svg', 'media/d.svg']);
    expect(await harness.media.indexer.scan()).toMatchObject({ read: 0 });
  });

  test('follows one path that changed, or its sidecar', async () => {
    await using harness = await MediaHarness.open();
    const { indexer, service } = harness.media;
    await harness.write('media/a.svg', drawing);
    expect(await indexer.indexPath('media/a.svg')).toBe(true);
    await harness.write('media/a.svg.meta.yaml', 'title: Harbour\n');
    await indexer.indexPath('media/a.svg.meta.yaml');
    const page = await service.list({ q: 'harbour', page: 1, pageSize: 10 });
    expect(page.total).toBe(1);
    await rename(join(harness.root, 'media/a.svg'), join(harness.root, 'media/b.svg'));
    for (const path of ['media/a.svg', 'media/b.svg']) await indexer.indexPath(path);
    expect(await harness.indexed()).toEqual(['media/b.svg']);
  });

  test('lists what cannot be used, and says why', async () => {
    await using harness = await MediaHarness.open();
    await harness.write('media/a.png', 'no picture');
    await harness.write('media/b.exe', 'MZ');
    expect(await harness.media.indexer.scan()).toEqual({ files: 2, read: 2, failed: 0 });
    const { record } = await harness.media.service.get('media/a.png');
    expect(record).toMatchObject({ type: 'image/png', picture: null, width: null });
    expect(record.problem).toContain('PNG');
    const exe = await harness.media.service.get('media/b.exe');
    expect(exe.record).toMatchObject({ type: 'application/octet-stream', kind: 'document' });
  });

  test('knows of a picture what its variants are made by', async () => {
    await using harness = await MediaHarness.open();
    const bytes = await photograph({ width: 700, height: 350 }).jpeg().toBuffer();
    const { record } = await harness.upload('press.jpg', bytes);
    expect(record).toMatchObject({ type: 'image/jpeg', width: 700, height: 350 });
    expect(record.picture).toMatchObject({ format: 'jpeg', widths: [320, 640, 700] });
  });

  test('of one process looks at the files at a time', async () => {
    await using harness = await MediaHarness.open();
    const others = [
      harness.media,
      await harness.openSecondProcess(),
      await harness.openSecondProcess(),
    ];
    for (let index = 0; index < 50; index += 1) await harness.write(`media/${index}.svg`, drawing);
    const reports = await Promise.all(others.map(({ indexer }) => indexer.scan()));
    expect(reports.filter((report) => report !== undefined).length).toBeGreaterThan(0);
    expect(await harness.indexed()).toHaveLength(50);
  });
});
