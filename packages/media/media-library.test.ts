import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PictureHarness, photograph, pictureBomb } from './fixtures.ts';
import { variantsOf } from './picture.ts';
import { sharp } from './sharp-limits.ts';

let room: PictureHarness;
beforeEach(async () => {
  room = await PictureHarness.open();
});
afterEach(() => room[Symbol.asyncDispose]());

const made = async () =>
  (await readdir(room.cacheDirectory, { recursive: true })).filter((name) => name.includes('.'));

describe('what is known of a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'of a %s is its size and format',
    async (format) => {
      await room.put('media/a.jpg', await photograph().toFormat(format).toBuffer());
      expect(await room.describePicture('media/a.jpg')).toMatchObject({
        width: 1000,
        height: 500,
        format,
      });
    },
  );

  test('a turned photograph is measured as it is shown', async () => {
    await room.put(
      'media/a.jpg',
      await photograph().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
    expect(await room.describePicture('media/a.jpg')).toMatchObject({ width: 500, height: 1000 });
  });

  test.each(['media/it\'s "quoted", 100% #1?.png', 'media/印刷/été and more.png', 'media/a.PNG'])(
    'it is found at %s',
    async (path) => {
      await room.put(path, await photograph().png().toBuffer());
      const picture = await room.describePicture(path);
      expect(
        (await room.find({ path, hash: picture.hash, width: 320, format: 'webp' }))?.isStandIn,
      ).toBe(false);
    },
  );

  test('another picture in its place has another hash, and the same one the same, wherever it is', async () => {
    const bytes = await photograph().jpeg().toBuffer();
    await room.put('media/a.jpg', bytes);
    await room.put('media/b.jpg', bytes);
    const before = await room.describePicture('media/a.jpg');
    expect(await room.describePicture('media/b.jpg')).toEqual(before);
    await room.put(
      'media/a.jpg',
      await photograph({ color: '#aa0000', width: 700 }).jpeg().toBuffer(),
    );
    const after = await room.describePicture('media/a.jpg');
    expect(after.hash).not.toBe(before.hash);
    expect(after.width).toBe(700);
  });

  test('one that is put in the place of another with the same size and time is seen', async () => {
    const one = await photograph({ color: '#112233' }).raw().toBuffer();
    const picture = async (noise: number) =>
      sharp(Buffer.from(one).fill(noise, 0, 30), { raw: { width: 1000, height: 500, channels: 3 } })
        .png({ compressionLevel: 0 })
        .toBuffer();
    await room.put('media/a.png', await picture(1));
    await room.put('media/b.png', await picture(2));
    const time = new Date('2026-01-01T00:00:00Z');
    for (const path of ['media/a.png', 'media/b.png'])
      await utimes(room.findFile(path), time, time);
    const before = await room.describePicture('media/a.png');
    await rename(room.findFile('media/b.png'), room.findFile('media/a.png'));
    expect((await room.describePicture('media/a.png')).hash).not.toBe(before.hash);
  });

  test('what is gone is gone, and there again when it is back', async () => {
    const bytes = await photograph().jpeg().toBuffer();
    await room.put('media/a.jpg', bytes);
    await room.describePicture('media/a.jpg');
    await rm(room.findFile('media/a.jpg'));
    expect((await room.library.describe(['media/a.jpg'])).size).toBe(0);
    await room.put('media/a.jpg', bytes);
    expect((await room.library.describe(['media/a.jpg'])).size).toBe(1);
  });
});

describe('what is no picture', () => {
  test.each([
    ['media/a.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['media/a.jpg', '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'],
    ['media/a.png', '%PDF-1.4'],
    ['media/a.png', 'P6 900 900 255 xx'],
    ['media/a.jpg', ''],
    ['media/a.webp', 'RIFF\0\0\0\0WEBP'],
    ['media/a.txt', 'text'],
  ])('%s with %j is not known', async (path, text) => {
    await room.put(path, Buffer.from(text));
    expect((await room.library.describe([path])).size).toBe(0);
  });

  test.each([
    '',
    'media',
    'media/',
    'media/.hidden.png',
    'media/.trash/a.png',
    'posts/a.png',
    'media/../a.png',
    '/media/a.png',
    'media/a\0.png',
    'media/folder.png',
  ])('nothing is looked for at %j', async (path) => {
    const bytes = await photograph().png().toBuffer();
    for (const place of [
      'media/.hidden.png',
      'media/.trash/a.png',
      'posts/a.png',
      'a.png',
      'media/folder.png/a.png',
    ])
      await room.put(place, bytes);
    expect((await room.library.describe([path])).size).toBe(0);
  });

  test('a link that leads out of the library shows nothing of what is there', async () => {
    await room.put('media/inside.png', await photograph().png().toBuffer());
    await writeFile(join(room.directory, 'secret.png'), await photograph().png().toBuffer());
    await symlink(join(room.directory, 'secret.png'), room.findFile('media/out.png'));
    await symlink(room.findFile('media/inside.png'), room.findFile('media/in.png'));
    const found = await room.library.describe(['media/out.png', 'media/in.png']);
    expect([...found.keys()]).toEqual(['media/in.png']);
  });
});

describe('a variant (GAP-MEDIA-2)', () => {
  test('is made in every size and format that pages offer', async () => {
    await room.put('media/a.jpg', await photograph().jpeg().toBuffer());
    const picture = await room.describePicture('media/a.jpg');
    for (const name of variantsOf('media/a.jpg', picture)) {
      const found = await room.find(name);
      const { format, compression, width, height } = await sharp(found!.file).metadata();
      expect(found!.mediaType).toBe(`image/${name.format}`);
      expect(compression === 'av1' ? 'avif' : format).toBe(name.format);
      expect([width, height]).toEqual([name.width, Math.round(name.width / 2)]);
    }
  });

  test('is upright, and says nothing of where and with what it was taken', async () => {
    const taken = photograph().withExif({
      IFD0: { Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N' },
    });
    await room.put('media/a.jpg', await taken.withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { hash } = await room.describePicture('media/a.jpg');
    const found = await room.find({ path: 'media/a.jpg', hash, width: 320, format: 'jpeg' });
    const { width, height, exif, icc, orientation } = await sharp(found!.file).metadata();
    expect([width, height, exif, icc, orientation]).toEqual([
      320,
      640,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is made once, and found again by another process', async () => {
    await room.put('media/a.jpg', await photograph().jpeg().toBuffer());
    const { hash } = await room.describePicture('media/a.jpg');
    const name = { path: 'media/a.jpg', hash, width: 640, format: 'webp' } as const;
    const all = await Promise.all(Array.from({ length: 10 }, () => room.find(name)));
    expect(new Set(all.map((found) => found?.file)).size).toBe(1);
    expect(room.library.measures).toEqual({ made: 1, failed: 0, refused: 0, waiting: 0 });
    const { mtimeMs, ino } = await stat(all[0]!.file);
    const again = await room.openSecondLibrary().findVariant(`a.jpg.${hash}.640.webp`);
    expect(await stat(again!.file)).toMatchObject({ mtimeMs, ino });
  });

  test('two processes that make the same one at once both have it', async () => {
    await room.put('media/a.jpg', await photograph().jpeg().toBuffer());
    const { hash } = await room.describePicture('media/a.jpg');
    const libraries = Array.from({ length: 4 }, () => room.openSecondLibrary());
    const found = await Promise.all(
      libraries.map((library) => library.findVariant(`a.jpg.${hash}.640.webp`)),
    );
    expect(found.map((one) => one?.isStandIn)).toEqual([false, false, false, false]);
    expect(await made()).toHaveLength(1);
  });

  test.each([
    ['another hash', 'a.jpg.0123456789abcdef.640.webp'],
    ['a width that is not offered', 'a.jpg.HASH.641.webp'],
    ['a width beyond its own', 'a.jpg.HASH.1280.webp'],
    ['a format that is not offered', 'a.jpg.HASH.640.png'],
    ['another picture', 'b.jpg.HASH.640.webp'],
    ['a way around', '../media/a.jpg.HASH.640.webp'],
    ['no variant', 'a.jpg'],
  ])('with %s is not there, and nothing is made', async (_what, address) => {
    await room.put('media/a.jpg', await photograph().jpeg().toBuffer());
    const { hash } = await room.describePicture('media/a.jpg');
    expect(await room.library.findVariant(address.replace('HASH', hash))).toBeUndefined();
    await expect(made()).rejects.toThrow('ENOENT');
  });

  test('of a picture that was replaced is not there any more', async () => {
    await room.put('media/a.jpg', await photograph().jpeg().toBuffer());
    const { hash } = await room.describePicture('media/a.jpg');
    const name = { path: 'media/a.jpg', hash, width: 640, format: 'webp' } as const;
    expect(await room.find(name)).toBeDefined();
    await room.put('media/a.jpg', await photograph({ color: '#00aa00' }).jpeg().toBuffer());
    expect(await room.find(name)).toBeUndefined();
  });

  test('that is unused for three months is deleted, like abandoned temporary files', async () => {
    await room.put('media/a.jpg', await photograph().jpeg().toBuffer());
    const { hash } = await room.describePicture('media/a.jpg');
    const used = await room.find({ path: 'media/a.jpg', hash, width: 320, format: 'webp' });
    const unused = await room.find({ path: 'media/a.jpg', hash, width: 640, format: 'webp' });
    const left = `${unused!.file}.0.tmp`;
    await writeFile(left, 'half');
    const days = (count: number) =>
      new Date(room.clock.now().getTime() - count * 24 * 60 * 60 * 1000);
    for (const file of [used!.file, unused!.file]) await utimes(file, days(91), days(91));
    await utimes(left, days(2), days(2));
    await room.find({ path: 'media/a.jpg', hash, width: 320, format: 'webp' });
    expect(await room.library.removeOldVariants()).toBe(2);
    expect(await made()).toEqual([`${hash.slice(0, 2)}/${hash}.320.webp`]);
    expect(await room.library.removeOldVariants()).toBe(0);
  });
});

describe('extreme pictures', () => {
  test('one of 30,000 × 30,000 pixels is never decoded', async () => {
    await room.put('media/bomb.png', pictureBomb(30_000, 30_000));
    const picture = await room.describePicture('media/bomb.png');
    expect(picture).toMatchObject({ width: 30_000, height: 30_000, widths: [] });
    const name = {
      path: 'media/bomb.png',
      hash: picture.hash,
      width: 640,
      format: 'webp',
    } as const;
    expect(await room.find(name)).toBeUndefined();
  });

  test('one that breaks off is shown as far as it goes', async () => {
    const whole = await photograph({ width: 1200, height: 900 }).jpeg({ quality: 100 }).toBuffer();
    await room.put('media/half.jpg', whole.subarray(0, whole.length / 2));
    const { hash } = await room.describePicture('media/half.jpg');
    const found = await room.find({ path: 'media/half.jpg', hash, width: 640, format: 'jpeg' });
    expect(found?.isStandIn).toBe(false);
    expect(await sharp(found!.file).metadata()).toMatchObject({ width: 640, height: 480 });
  });

  test('one that cannot be decoded is served unchanged, logged, and not tried again', async () => {
    const whole = await photograph().webp({ lossless: true }).toBuffer();
    const broken = Buffer.concat([whole.subarray(0, 34), randomBytes(whole.length)]);
    await room.put('media/broken.webp', broken);
    const { hash } = await room.describePicture('media/broken.webp');
    const name = { path: 'media/broken.webp', hash, width: 320, format: 'avif' } as const;
    for (let time = 0; time < 3; time += 1) {
      const found = await room.find(name);
      expect(found).toMatchObject({ isStandIn: true, mediaType: 'image/webp' });
      expect(await readFile(found!.file)).toEqual(broken);
    }
    expect(room.warnings.map(({ message }) => message)).toEqual(['picture not decoded']);
    expect(room.library.measures).toMatchObject({ made: 0, failed: 1 });
  });

  test('where variants cannot be stored, the original is served and the reason logged', async () => {
    await room.put('media/a.jpg', await photograph().jpeg().toBuffer());
    await writeFile(room.cacheDirectory, 'in the way');
    const { hash } = await room.describePicture('media/a.jpg');
    const found = await room.find({ path: 'media/a.jpg', hash, width: 320, format: 'webp' });
    expect(found).toMatchObject({ isStandIn: true, mediaType: 'image/jpeg' });
    expect(room.warnings[0]!.message).toBe('picture variant not stored');
    await rm(room.cacheDirectory);
    expect(
      await room.find({ path: 'media/a.jpg', hash, width: 320, format: 'webp' }),
    ).toMatchObject({ isStandIn: false });
  });
});
