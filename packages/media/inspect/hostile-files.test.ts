import { DomainError } from '@galley/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples, Uploads } from './fixtures.ts';
import { allowedExtensions } from './media-kinds.ts';

let uploads: Uploads;
let sound: Readonly<Record<string, Buffer>>;
beforeAll(async () => {
  uploads = await Uploads.open();
  sound = { ...(await samples()) };
});
afterAll(() => uploads[Symbol.asyncDispose]());

type Change = (bytes: Buffer) => Buffer;

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (bytes: Buffer, share: number) => Math.floor(share * bytes.length);

const flipped = fc
  .tuple(place, fc.integer({ min: 1, max: 255 }))
  .map(([where, mask]): Change => (bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[at(copy, where)]! ^= mask;
    return copy;
  });
const overwritten = fc
  .tuple(place, fc.constantFrom(0, 1, 0x7fffffff, 0xffffffff, 0x01000000))
  .map(([where, value]): Change => (bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length >= 4) copy.writeUInt32BE(value, Math.min(at(copy, where), copy.length - 4));
    return copy;
  });
const cut = place.map(
  (where): Change =>
    (bytes) =>
      bytes.subarray(0, at(bytes, where)),
);
const appended = fc.uint8Array({ minLength: 1, maxLength: 300 }).map(
  (tail): Change =>
    (bytes) =>
      Buffer.concat([bytes, tail]),
);
const spliced = fc
  .tuple(fc.constantFrom(...allowedExtensions), place, place)
  .map(([other, from, to]): Change => (bytes) => {
    const source = sound[other === 'jpeg' ? 'jpg' : other]!;
    const where = at(bytes, to);
    return Buffer.concat([
      bytes.subarray(0, where),
      source.subarray(at(source, from)),
      bytes.subarray(where),
    ]);
  });
const doubled = fc.tuple(place, place).map(
  ([from, to]): Change =>
    (bytes) =>
      Buffer.concat([
        bytes,
        bytes.subarray(at(bytes, Math.min(from, to)), at(bytes, Math.max(from, to))),
      ]),
);
const change = fc.oneof(
  flipped,
  flipped,
  overwritten,
  overwritten,
  cut,
  appended,
  spliced,
  doubled,
);

describe('a changed file is taken or refused, and never crashes or hangs (GAP-MEDIA-1)', () => {
  test.each(allowedExtensions)(
    'a .%s',
    async (extension) => {
      const sample = sound[extension === 'jpeg' ? 'jpg' : extension]!;
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
          const bytes = changes.reduce((done, next) => next(done), sample);
          const found = await uploads
            .inspect(bytes, `a.${extension}`)
            .catch((error: unknown) => error);
          if (found instanceof DomainError) {
            expect(['unsupported_media_type', 'invalid_media']).toContain(found.code);
          } else expect(found).toMatchObject({ type: expect.any(String) as string });
        }),
        { numRuns: 60, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: true },
      );
    },
    20_000,
  );
});
