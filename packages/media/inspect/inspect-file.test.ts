import { truncate } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  box,
  film,
  gif,
  jpeg,
  toLatin1,
  mp3,
  oggPage,
  png,
  samples,
  taggedMp3,
  Uploads,
  wav,
  webm,
  zip,
} from './fixtures.ts';
import { inspectFile } from './inspect-file.ts';
import { allowedExtensions } from './media-kinds.ts';

let uploads: Uploads;
let sound: Readonly<Record<string, Buffer>>;
beforeAll(async () => {
  uploads = await Uploads.open();
  sound = await samples();
});
afterAll(() => uploads[Symbol.asyncDispose]());

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  vtt: 'text/vtt',
  zip: 'application/zip',
};

const sampleOf = (extension: string) => sound[extension === 'jpeg' ? 'jpg' : extension]!;

describe('the content of an upload must match its name (GAP-MEDIA-1)', () => {
  test('every allowed ending has a sample and a media type', () => {
    expect(Object.keys(types).sort()).toEqual([...allowedExtensions].sort());
  });

  test.each(Object.entries(types))('a .%s is taken as %s', async (extension, type) => {
    const found = await uploads.inspect(sampleOf(extension), `report.${extension.toUpperCase()}`);
    expect(found.type).toBe(type);
  });

  test.each(Object.keys(types).filter((one) => one !== 'txt' && one !== 'csv'))(
    'no other content is taken as .%s',
    async (extension) => {
      for (const [other, bytes] of Object.entries(sound)) {
        // Phone recorders mix up M4A and MP4.
        const isSame = types[other] === types[extension];
        const isFamily = ['mp4', 'm4a'].includes(other) && ['mp4', 'm4a'].includes(extension);
        if (isSame || isFamily) continue;
        const mayBeDrawing = extension === 'svg' && ['txt', 'csv', 'mp3'].includes(other);
        await expect(uploads.inspect(bytes, `a.${extension}`), other).rejects.toMatchObject({
          code: mayBeDrawing ? 'invalid_media' : 'unsupported_media_type',
        });
      }
    },
  );

  test('the refusal says what the name promises, what the content is, and what may be done', async () => {
    await expect(uploads.inspect(sound.png!, 'press.jpg')).rejects.toThrow(
      /"press\.jpg" promises a JPEG picture, but its content is PNG \(image\/png\)\. Give it a name that ends in \.png, or save it as a JPEG picture\. Allowed are png, jpg,/,
    );
  });

  test.each(['a.exe', 'a', 'a.html', 'a.svgz', 'a.heic', 'constructor', 'a.constructor', '.png/x'])(
    'the name %s is refused, and the endings that are allowed are listed',
    async (name) => {
      await expect(uploads.inspect(sound.png!, name)).rejects.toMatchObject({
        code: 'unsupported_media_type',
        kind: 'unsupported',
        details: { allowed: allowedExtensions },
      });
    },
  );

  test.each(['a.heic', 'a.HEIF', 'a.avif', 'a.jpg'])(
    'ADD-EDIT-5: the HEIC picture %s is refused with what to do',
    async (name) => {
      await expect(uploads.inspect(film('heic', 'mif1', 'heic'), name)).rejects.toThrow(
        `"${name}" is a HEIC picture, which browsers do not show. Save it as JPEG and upload that: on a Mac`,
      );
    },
  );

  test.each([
    ['a program', toLatin1('MZ\x90\0'.padEnd(300, '\x01')), 'a.jpg'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'a.png'],
    ['a script behind the head of a PDF', Buffer.from('<script>x</script>%PDF-1.4 %%EOF'), 'a.pdf'],
    ['a HEIC picture', film('heic', 'mif1', 'heic'), 'a.avif'],
    ['a Matroska film', webm('matroska'), 'a.webm'],
    ['a QuickTime film', film('qt  '), 'a.mp4'],
    ['an empty file', Buffer.alloc(0), 'a.jpg'],
    ['a single byte', Buffer.from('G'), 'a.gif'],
    ['zeros', Buffer.alloc(5000), 'a.mp4'],
  ])('%s is refused as %3$s', async (_what, bytes, name) => {
    await expect(uploads.inspect(bytes, name)).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  });
});

describe('what encoders and phones write is taken', () => {
  test.each([
    ['an MP4 of an Android phone', film('mp42', 'isom', 'mp42'), 'a.mp4'],
    ['an MP4 of an old phone', film('3gp4', '3gp4'), 'a.mp4'],
    ['an MP4 of an Apple program', film('M4V ', 'mp42'), 'a.mp4'],
    [
      'an MP4 for streaming, in pieces',
      Buffer.concat([
        box('ftyp', toLatin1('iso5\0\0\0\0')),
        box('moov'),
        box('moof'),
        box('mdat', Buffer.alloc(99)),
        box('moof'),
        box('mdat'),
      ]),
      'a.mp4',
    ],
    [
      'a QuickTime film without a brand',
      Buffer.concat([box('wide'), box('mdat', Buffer.alloc(50)), box('moov')]),
      'a.mov',
    ],
    ['a recording of a conference', film('isom', 'mp42'), 'a.m4a'],
    ['an audio book', film('M4B ', 'M4B '), 'a.m4a'],
    ['an MP3 without tags', mp3(), 'a.mp3'],
    ['an MP3 with tags and nothing after them', taggedMp3(), 'a.mp3'],
    ['an Ogg with Vorbis', oggPage('\x01vorbis\0\0\0\0'), 'a.ogg'],
    ['an Ogg with FLAC', oggPage('\x7fFLAC\x01\0\0\x01'), 'a.ogg'],
    [
      'an Ogg film that begins with its index',
      Buffer.concat([oggPage('fishead\0\x03'), oggPage('\x80theora')]),
      'a.ogv',
    ],
    [
      'a WebM that was recorded live',
      Buffer.concat([
        webm().subarray(0, 12),
        Buffer.from([0x18, 0x53, 0x80, 0x67, 1, 255, 255, 255, 255, 255, 255, 255]),
        Buffer.alloc(50),
      ]),
      'a.webm',
    ],
    [
      'a WAV of a recorder that was not closed',
      Buffer.concat([toLatin1('RIFF\xff\xff\xff\xffWAVE'), wav().subarray(12)]),
      'a.wav',
    ],
    [
      'a WAV of more than four gigabytes',
      Buffer.concat([toLatin1('RF64\xff\xff\xff\xffWAVE'), wav().subarray(12)]),
      'a.wav',
    ],
    ['an empty text', Buffer.alloc(0), 'a.txt'],
    ['an empty archive', zip([]), 'a.zip'],
  ])('%s', async (_what, bytes, name) => {
    await expect(uploads.inspect(bytes, name)).resolves.toMatchObject({ width: null, exif: null });
  });
});

describe('broken off recordings and documents are refused', () => {
  test.each([
    'mp4',
    'mov',
    'm4a',
    'webm',
    'wav',
    'pdf',
    'zip',
    'png',
    'jpg',
    'gif',
    'webp',
    'avif',
  ])('a .%s that lacks its last quarter', async (extension) => {
    const whole = sampleOf(extension);
    const part = whole.subarray(0, Math.floor(whole.length * 0.75));
    await expect(uploads.inspect(part, `a.${extension}`)).rejects.toMatchObject({
      code: 'invalid_media',
      kind: 'unprocessable',
      message: expect.stringMatching(/breaks off|cannot be read/) as string,
    });
  });

  test('an MP4 whose recording was broken off before its table was written', async () => {
    const bytes = Buffer.concat([
      box('ftyp', toLatin1('isom\0\0\0\0')),
      box('mdat', Buffer.alloc(500)),
    ]);
    await expect(uploads.inspect(bytes, 'a.mp4')).rejects.toThrow('"moov", is missing');
  });
});

describe('a file that is two things at once is refused', () => {
  const page = '<html><script>alert(1)</script></html>';

  test.each(['png', 'jpg', 'gif', 'webp', 'avif', 'mp4', 'mp3', 'pdf'])(
    'a .%s with a ZIP archive after it',
    async (extension) => {
      const bytes = Buffer.concat([sampleOf(extension), zip()]);
      await expect(uploads.inspect(bytes, `a.${extension}`)).rejects.toThrow('ZIP archive');
    },
  );

  test.each(['png', 'jpg', 'gif', 'webp', 'avif', 'pdf'])(
    'a .%s with a page after it',
    async (extension) => {
      const bytes = Buffer.concat([sampleOf(extension), toLatin1(`\n${page}`)]);
      await expect(uploads.inspect(bytes, `a.${extension}`)).rejects.toMatchObject({
        code: 'invalid_media',
      });
    },
  );

  test.each(['png', 'gif', 'webp', 'avif'])(
    'a .%s with what a program left behind that cropped it',
    async (extension) => {
      const bytes = Buffer.concat([sampleOf(extension), Buffer.alloc(300, 0x5a)]);
      await expect(uploads.inspect(bytes, `a.${extension}`)).rejects.toThrow(
        '300 more bytes follow',
      );
    },
  );

  test.each([
    ['zeros of a full block', Buffer.alloc(512)],
    ['the second picture of a phone', () => jpeg()],
    ['the film of a moving photograph', film('mp42', 'isom')],
    ['the notes of a picture desk', toLatin1('\xa1\xb2\xc3\xd4notes of the desk')],
  ])('but a JPEG with %s after it is taken', async (_what, tail) => {
    const bytes = Buffer.concat([await jpeg(), typeof tail === 'function' ? await tail() : tail]);
    await expect(uploads.inspect(bytes, 'a.jpg')).resolves.toMatchObject({ width: 64, height: 48 });
  });

  test('and a picture that is filled up with zeros is taken', async () => {
    for (const [bytes, name] of [
      [await png(), 'a.png'],
      [await gif(), 'a.gif'],
    ] as const) {
      const padded = Buffer.concat([bytes, Buffer.alloc(40)]);
      await expect(uploads.inspect(padded, name)).resolves.toMatchObject({ width: 64 });
    }
  });
});

test('a film of 64 gigabytes is looked at without being read (GAP-MEDIA-2)', async () => {
  const size = 64 * 1024 ** 3;
  const head = Buffer.concat([
    box('ftyp', toLatin1('isom\0\0\0\0')),
    box('moov', Buffer.alloc(5000)),
  ]);
  const mdat = Buffer.alloc(16);
  mdat.set(toLatin1('\0\0\0\x01mdat'));
  mdat.writeBigUInt64BE(BigInt(size - head.length), 8);
  const file = await uploads.put(Buffer.concat([head, mdat]));
  await truncate(file, size);
  const started = performance.now();
  await expect(inspectFile(file, 'a.mp4')).resolves.toMatchObject({ type: 'video/mp4' });
  expect(performance.now() - started).toBeLessThan(2000);
});
