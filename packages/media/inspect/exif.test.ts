import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { measureProcessorMs } from '@galley/testing';
import { photograph } from '../fixtures.ts';
import { sharp } from '../sharp-limits.ts';
import { describeExif, readExif } from './exif.ts';
import { toLatin1, Uploads } from './fixtures.ts';

let uploads: Uploads;
beforeAll(async () => {
  uploads = await Uploads.open();
});
afterAll(() => uploads[Symbol.asyncDispose]());

const camera = () =>
  photograph({ width: 40, height: 30 })
    .withExif({
      IFD0: {
        Make: 'Kamerawerk',
        Model: 'K\u00a0100',
        Artist: 'Ana Nunez',
        Copyright: 'Agency\0hidden',
        ImageDescription: `Line one\r\nline two ${'x'.repeat(3000)}`,
        Software: ' 1.0 ',
      },
      IFD2: {
        ExposureTime: '1/250',
        FNumber: '28/10',
        ISOSpeedRatings: '400',
        FocalLength: '35/1',
        LensModel: '35mm',
        DateTimeOriginal: '2026:05:04 12:30:00',
        OffsetTimeOriginal: '+02:00',
      },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '33/1 30/1 36/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '18/1 0/1 0/1',
        GPSAltitude: '120/10',
      },
    })
    .jpeg()
    .toBuffer();

describe('what the camera wrote (GAP-MEDIA-1)', () => {
  test('is given in plain values, without the place', async () => {
    const { exif } = await uploads.inspect(await camera(), 'a.jpg');
    expect(exif).toMatchObject({
      make: 'Kamerawerk',
      model: 'K 100',
      artist: 'Ana Nunez',
      software: '1.0',
      lens: '35mm',
      exposure_time: 0.004,
      aperture: 2.8,
      iso: 400,
      focal_length: 35,
      taken_at: '2026-05-04T12:30:00+02:00',
    });
    expect(exif!.description).toMatch(/^Line one line two x+$/);
    expect(exif!.description).toHaveLength(2000);
    expect(Object.keys(exif!)).not.toContain('latitude');
    expect(JSON.parse(JSON.stringify(exif))).toEqual(exif);
  });

  test('with the place when asked', async () => {
    const file = await uploads.put(await camera());
    expect(await readExif(file, { location: true })).toMatchObject({
      make: 'Kamerawerk',
      latitude: -33.51,
      longitude: 18,
      altitude: 12,
    });
    expect(await readExif(file)).not.toHaveProperty('latitude');
  });

  test('is null when there is nothing', async () => {
    const plain = await photograph().png().toBuffer();
    expect(await readExif(await uploads.put(plain), { location: true })).toBeNull();
    expect(await readExif(await uploads.put('no picture'))).toBeNull();
  });
});

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

function block(entries: readonly Entry[], length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set(toLatin1('Exif\0\0II*\0\x08\0\0\0'));
  bytes.writeUInt16LE(entries.length, 14);
  entries.forEach(({ tag, type, count, value }, index) => {
    const at = 16 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  });
  return bytes;
}

test.each(['utf8', 'latin1'] as const)('letters with accents are read from %s', (encoding) => {
  const name = Buffer.from('Ana Núñez\0', encoding);
  const bytes = block([{ tag: 0x013b, type: 2, count: name.length, value: 60 }], 100);
  name.copy(bytes, 6 + 60);
  expect(describeExif(bytes)).toEqual({ artist: 'Ana Núñez' });
});

describe('a hostile block', () => {
  test('whose thousands of values share their bytes is not read', async () => {
    const entries = Array.from({ length: 5000 }, (_none, tag) => ({
      tag,
      type: 1,
      count: 65_000,
      value: 0,
    }));
    const bytes = block(entries, 65_000);
    const took = await measureProcessorMs(() => expect(describeExif(bytes)).toBeNull());
    expect(took).toBeLessThan(100);
  });

  test('that leads to such values in a way that no camera writes is not read', () => {
    const inner = Array.from({ length: 2000 }, (_none, tag) => ({
      tag,
      type: 1,
      count: 60_000,
      value: 0,
    }));
    const bytes = block(inner, 65_000);
    const outer = block([{ tag: 0x8769, type: 8, count: 1, value: 8 + 0x70000 }], 40);
    outer.copy(bytes, 40_000);
    bytes.writeUInt32LE(40_008, 10);
    expect(describeExif(bytes)).toBeNull();
  });

  test('that is larger than a camera can write is not read', () => {
    expect(describeExif(block([{ tag: 0x0112, type: 3, count: 1, value: 3 }], 60_000))).toEqual({
      orientation: 3,
    });
    expect(describeExif(block([{ tag: 0x0112, type: 3, count: 1, value: 3 }], 70_000))).toBeNull();
  });

  test('of any bytes gives null or plain values, and never throws', async () => {
    const { exif } = await sharp(await camera()).metadata();
    const change = fc.record({ at: fc.nat(exif!.length - 1), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), fc.nat(exif!.length), (changes, length) => {
        const bytes = Buffer.from(exif!.subarray(0, length));
        for (const { at, byte } of changes) bytes[Math.min(at, length - 1)] = byte;
        const found = describeExif(bytes, { location: true });
        expect(JSON.parse(JSON.stringify(found))).toEqual(found);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
        describeExif(Buffer.concat([toLatin1('Exif\0\0MM\0*\0\0\0\x08'), noise]), {
          location: true,
        });
      }),
      { numRuns: 2000 },
    );
  });
});
