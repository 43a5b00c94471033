import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photograph, pictureBomb } from '../fixtures.ts';
import { sharp } from '../sharp-limits.ts';
import { truncate } from 'node:fs/promises';
import { inspectFile } from './inspect-file.ts';
import { box, gif, jpeg, toLatin1, movingGif, png, Uploads } from './fixtures.ts';

let uploads: Uploads;
beforeAll(async () => {
  uploads = await Uploads.open();
});
afterAll(() => uploads[Symbol.asyncDispose]());

describe('a picture is measured as it is shown (GAP-MEDIA-1)', () => {
  test('a turned photograph after turning', async () => {
    const bytes = await photograph({ width: 60, height: 30 })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await expect(uploads.inspect(bytes, 'a.jpg')).resolves.toMatchObject({
      type: 'image/jpeg',
      width: 30,
      height: 60,
      exif: { orientation: 6 },
    });
  });

  test('an animation by one of its pictures', async () => {
    const bytes = await movingGif(4);
    await expect(uploads.inspect(bytes, 'a.gif')).resolves.toMatchObject({ width: 64, height: 48 });
    const moving = await sharp(bytes, { animated: true }).webp().toBuffer();
    await expect(uploads.inspect(moving, 'a.webp')).resolves.toMatchObject({ height: 48 });
  });

  test.each(['jpeg', 'png'] as const)('a progressive %s too', async (format) => {
    const bytes = await photograph().toFormat(format, { progressive: true }).toBuffer();
    await expect(uploads.inspect(bytes, `a.${format}`)).resolves.toMatchObject({ width: 1000 });
  });
});

/** CPU time, which other load on the machine does not affect. */
function millisecondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

describe('image bombs', () => {
  test('10,000 by 10,000 pixels are fine', async () => {
    await expect(uploads.inspect(pictureBomb(10_000, 10_000), 'large.png')).resolves.toMatchObject({
      width: 10_000,
      height: 10_000,
    });
  });

  test('a few kilobytes that claim 60,000 by 60,000 pixels are refused without decoding them', async () => {
    const bytes = pictureBomb(60_000, 1);
    bytes.set([0, 0, 0xea, 0x60], 20);
    await expect(uploads.inspect(bytes, 'bomb.png')).rejects.toThrow(
      /60000 × 60000 pixels, and a picture may have at most 268 million pixels/,
    );
  });

  test('a GIF of many large pictures is refused by counting them', async () => {
    const head = toLatin1('GIF89a\xff\x7f\xff\x7f\0\0\0');
    const picture = toLatin1(',\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0');
    const bytes = Buffer.concat([
      head,
      ...Array.from({ length: 5000 }, () => picture),
      toLatin1(';'),
    ]);
    await expect(uploads.inspect(bytes, 'bomb.gif')).rejects.toThrow(
      'all its pictures together may have at most 268 million pixels',
    );
  });

  test.each([
    [
      'of ten thousand pictures',
      toLatin1(',\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0'.repeat(50_000)),
    ],
    ['of empty notes without end', toLatin1('!\xfe\0'.repeat(2_000_000))],
    ['of one note in pieces of a byte', toLatin1(`!\xfe${'\x01x'.repeat(5_000_000)}`)],
  ])('a GIF %s is refused at once', async (_what, blocks) => {
    const bytes = Buffer.concat([toLatin1('GIF89a\x01\0\x01\0\0\0\0'), blocks]);
    const started = process.cpuUsage();
    await expect(uploads.inspect(bytes, 'bomb.gif')).rejects.toMatchObject({
      code: 'invalid_media',
    });
    expect(millisecondsSince(started)).toBeLessThan(3000);
  });

  test('a JPEG of a million empty parts is refused at once', async () => {
    const whole = await jpeg();
    const parts = Buffer.alloc(4_000_000, toLatin1('\xff\xfe\0\x02'));
    const bytes = Buffer.concat([whole.subarray(0, 2), parts]);
    const started = process.cpuUsage();
    await expect(uploads.inspect(bytes, 'bomb.jpg')).rejects.toThrow('breaks off');
    expect(millisecondsSince(started)).toBeLessThan(6000);
  });

  test('a picture longer than any is refused without being read', async () => {
    const file = await uploads.put(await jpeg());
    await truncate(file, 300 * 1024 * 1024);
    await expect(inspectFile(file, 'a.jpg')).rejects.toThrow('at most 268435456 are taken');
  });

  test('an animated WebP is counted with all its pictures', async () => {
    const bytes = await sharp(await movingGif(3), { animated: true })
      .webp()
      .toBuffer();
    bytes.writeUIntLE(9999, 24, 3);
    bytes.writeUIntLE(9999, 27, 3);
    await expect(uploads.inspect(bytes, 'bomb.webp')).rejects.toThrow('all its pictures together');
  });
});

describe('damaged pictures are refused', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'a %s of which a part in the middle is missing',
    async (format) => {
      const noise = Buffer.from(
        Array.from({ length: 64 * 48 * 3 }, (_none, at) => (at * 7919) % 251),
      );
      const whole = await sharp(noise, { raw: { width: 64, height: 48, channels: 3 } })
        .toFormat(format)
        .toBuffer();
      const third = Math.floor(whole.length / 3);
      const bytes = Buffer.concat([whole.subarray(0, third), whole.subarray(2 * third)]);
      await expect(uploads.inspect(bytes, `a.${format}`)).rejects.toMatchObject({
        code: 'invalid_media',
      });
    },
  );

  test('a JPEG whose data ends early, though its end mark is there', async () => {
    const noise = Buffer.from(
      Array.from({ length: 300 * 300 * 3 }, (_none, at) => (at * 7919) % 251),
    );
    const whole = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    const bytes = Buffer.concat([whole.subarray(0, whole.length / 2), toLatin1('\xff\xd9')]);
    await expect(uploads.inspect(bytes, 'a.jpg')).rejects.toMatchObject({ code: 'invalid_media' });
  });

  test('a PNG with a wrong sum', async () => {
    const bytes = await png();
    bytes[bytes.length - 20]! ^= 0xff;
    await expect(uploads.inspect(bytes, 'a.png')).rejects.toThrow('its content is broken');
  });

  test('an AVIF that is only a head', async () => {
    const bytes = Buffer.concat([box('ftyp', toLatin1('avif\0\0\0\0avifmif1')), box('mdat')]);
    await expect(uploads.inspect(bytes, 'a.avif')).rejects.toThrow('its head is not sound');
  });

  test('thirty at a time, each with its own result', async () => {
    const good = await jpeg();
    const bad = good.subarray(0, 200);
    const folders = await Promise.all(Array.from({ length: 30 }, () => Uploads.open()));
    const found = await Promise.allSettled(
      folders.map((folder, index) => folder.inspect(index % 2 === 0 ? good : bad, 'a.jpg')),
    );
    expect(found.map(({ status }) => status)).toEqual(
      folders.map((_folder, index) => (index % 2 === 0 ? 'fulfilled' : 'rejected')),
    );
    await Promise.all(folders.map((folder) => folder[Symbol.asyncDispose]()));
  });

  test('a GIF that was cut within a picture and closed again', async () => {
    const whole = await gif();
    await expect(
      uploads.inspect(Buffer.concat([whole.subarray(0, 20), toLatin1(';')]), 'a.gif'),
    ).rejects.toMatchObject({ code: 'invalid_media' });
  });
});
