import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toLatin1, Uploads, zip } from './fixtures.ts';

let uploads: Uploads;
beforeAll(async () => {
  uploads = await Uploads.open();
});
afterAll(() => uploads[Symbol.asyncDispose]());

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('a text is UTF-8, or UTF-16 that says so (GAP-MEDIA-1)', () => {
  test.each([
    ['with a mark', Buffer.from('\ufeffName;Ort\n')],
    ['of another system', utf16('Grüße 🎈\r\n')],
    ['of another system, the other way round', utf16('Grüße\n').swap16()],
    ['that is HTML to others', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['that begins as a picture does', Buffer.from('GIF89a is a format')],
    ['with a letter across the pieces in which it is read', Buffer.from(`${'a'.repeat(65_535)}é`)],
    ['of many lines', Buffer.from('a;b\n'.repeat(1_000_000))],
  ])('%s', async (_what, bytes) => {
    await expect(uploads.inspect(bytes, 'a.csv')).resolves.toEqual({
      type: 'text/csv',
      width: null,
      height: null,
      exif: null,
    });
  });

  test.each([
    ['Latin-1', toLatin1('a\nGr\xfc\xdfe'), 'not UTF-8, from line 1 or soon after'],
    ['a letter that breaks off', Buffer.from('é').subarray(0, 1), 'not UTF-8'],
    ['half of a character', utf16('a').subarray(0, 3), 'not UTF-16LE'],
    ['a lone half of a pair', utf16('a\ud800b'), 'not UTF-16LE'],
    ['a NUL', Buffer.from('one\ntwo\0'), 'Line 2 has a character (NUL)'],
    ['a NUL far down', Buffer.from(`${'x\n'.repeat(100_000)}\0`), 'Line 100001 has'],
    ['a NUL in UTF-16', utf16('one\n\0'), 'Line 2 has'],
    ['a program', toLatin1('MZ\x90\0\x03'), 'not UTF-8'],
  ])('%s is refused', async (_what, bytes, reason) => {
    await expect(uploads.inspect(bytes, 'a.txt')).rejects.toMatchObject({
      code: 'invalid_media',
      message: expect.stringContaining(reason) as string,
    });
  });
});

describe('a ZIP archive is one that can be opened, and no bomb (GAP-MEDIA-1)', () => {
  const content = toLatin1('x'.repeat(1000));

  test('with a thousand files and a comment', async () => {
    const entries = Array.from({ length: 1000 }, (_none, index) => ({
      name: `${index}.txt`,
      content,
    }));
    const bytes = zip(entries);
    bytes.writeUInt16LE(5, bytes.length - 2);
    await uploads.inspect(Buffer.concat([bytes, toLatin1('hello')]), 'a.zip');
  });

  test.each([
    [
      'that promises much more than it has',
      zip([{ name: 'a', content, declaredSize: 4_000_000_000 }]),
      'would be 3.7 GiB',
    ],
    ['in which many files share one place', overlapping(), 'stand in the same place'],
    [
      'whose list has fewer files than it says',
      withCount(zip(), 7),
      'the list of its files is not sound',
    ],
    [
      'whose list is overwritten',
      overwritten(
        zip([
          { name: 'a', content },
          { name: 'b', content },
        ]),
      ),
      'is not sound',
    ],
    ['without its end', zip().subarray(0, -30), 'breaks off'],
    ['with something after it', Buffer.concat([zip(), toLatin1('tail')]), 'breaks off'],
  ])('%s is refused', async (_what, bytes, reason) => {
    await expect(uploads.inspect(bytes, 'a.zip')).rejects.toMatchObject({
      code: 'invalid_media',
      message: expect.stringContaining(reason) as string,
    });
  });

  test('a large one that packs as well as usual is taken', async () => {
    const packed = Buffer.alloc(20_000_000, 1);
    await uploads.inspect(
      zip([{ name: 'log', content: packed, declaredSize: 2_000_000_000 }]),
      'a.zip',
    );
  });
});

function overlapping(): Buffer {
  const bytes = zip(
    Array.from({ length: 9 }, () => ({ name: 'a', content: toLatin1('x'.repeat(99)) })),
  );
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    bytes.writeUInt32LE(900, at + 20);
  }
  return bytes;
}

function withCount(bytes: Buffer, count: number): Buffer {
  bytes.writeUInt16LE(count, bytes.length - 12);
  return bytes;
}

function overwritten(bytes: Buffer): Buffer {
  const second = bytes.lastIndexOf('PK\x01\x02');
  bytes.fill(0, second, second + 4);
  return bytes;
}

describe('captions', () => {
  test.each([
    ['with a title', 'WEBVTT - Talk\r\n\r\n00:00.000 --> 00:01.000\r\nKöln\r\n'],
    ['with a byte order mark', '\uFEFFWEBVTT\n'],
    ['without cues', 'WEBVTT'],
  ])('%s are taken', async (_what, text) => {
    await expect(uploads.inspect(Buffer.from(text), 'talk.de.vtt')).resolves.toMatchObject({
      type: 'text/vtt',
    });
  });

  test.each([
    ['in another format', Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nA\n')],
    ['in another encoding', utf16('WEBVTT\n')],
    ['that only begin alike', Buffer.from('WEBVTTX\n')],
    ['that are a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['that are empty', Buffer.alloc(0)],
  ])('%s are refused', async (_what, bytes) => {
    await expect(uploads.inspect(bytes, 'talk.vtt')).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  });

  test('with broken letters are refused', async () => {
    const bytes = Buffer.concat([Buffer.from('WEBVTT\n'), Buffer.from([0xff])]);
    await expect(uploads.inspect(bytes, 'talk.vtt')).rejects.toMatchObject({
      code: 'invalid_media',
    });
  });
});
