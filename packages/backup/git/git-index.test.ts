import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { parseIndex, serializeIndex, type IndexEntry } from './git-index.ts';
import { indexVersion3, indexVersion4, splitIndex } from './written-by-git.fixtures.ts';

const number = fc.nat({ max: 0xffffffff });
const entry: fc.Arbitrary<IndexEntry> = fc.record({
  path: fc.stringMatching(/^[a-zé]{1,9}(\/[a-z\x80-\xff]{1,300}){0,2}$/),
  mode: fc.constantFrom(0o100644, 0o100755, 0o120000, 0o160000),
  hash: fc.stringMatching(/^[0-9a-f]{40}$/),
  stat: fc.record({
    ctimeSeconds: number,
    ctimeNanoseconds: number,
    mtimeSeconds: number,
    mtimeNanoseconds: number,
    dev: number,
    ino: number,
    uid: number,
    gid: number,
    size: number,
  }),
  stage: fc.constantFrom(0, 1, 2, 3),
  assumeUnchanged: fc.boolean(),
  skipWorktree: fc.boolean(),
  intentToAdd: fc.boolean(),
});

describe("git's index", () => {
  test('what is written is read again, in the order that git has', () => {
    const unlike = { selector: ({ path, stage }: IndexEntry) => `${path} ${stage}` };
    fc.assert(
      fc.property(fc.uniqueArray(entry, unlike), (entries) => {
        const read = parseIndex(serializeIndex(entries));
        const bytes = ({ path, stage }: IndexEntry): Buffer =>
          Buffer.concat([Buffer.from(path, 'latin1'), Buffer.from([0, stage])]);
        expect(read).toEqual(entries.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))));
      }),
    );
  });

  test.each([
    ['3', indexVersion3],
    ['4', indexVersion4],
  ])('of version %s, as git wrote it, is read with its flags', (_version, bytes) => {
    const entries = parseIndex(bytes);
    expect(entries.map(({ path }) => path)).toEqual([
      ...['posts/a.md', 'posts/another.md', 'posts/deep/b.md', 'z.md'],
    ]);
    expect(entries.map((one) => one.assumeUnchanged)).toEqual([true, false, false, false]);
    expect(entries.map((one) => one.intentToAdd)).toEqual([false, false, false, true]);
    expect(entries[0]).toMatchObject({
      hash: 'd00491fd7e5bb6fa28c517a0bb32b8b506539d4d',
      mode: 0o100644,
      stat: { mtimeSeconds: 1_795_292_561, mtimeNanoseconds: 838_770_249, size: 2 },
    });
    expect(parseIndex(serializeIndex(entries))).toEqual(entries);
  });

  test.each([
    ['split in two', splitIndex],
    ['of one wrong byte', indexVersion3.with(100, 1 ^ indexVersion3[100]!)],
    ['cut off', indexVersion3.subarray(0, 200)],
    ['of another kind', Buffer.alloc(64, 'index')],
    ['empty', Buffer.alloc(0)],
  ])('one that is %s is refused', (_what, bytes) => {
    expect(() => parseIndex(Buffer.from(bytes))).toThrow(/damaged, split or sparse/);
  });
});
