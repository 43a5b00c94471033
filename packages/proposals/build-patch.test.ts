import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPatch } from '@galley/runcoord';
import { buildPatch } from './build-patch.ts';
import { TestRepository } from './fixtures.ts';
import { applyPatch, type PatchedFile } from './patched-files.ts';

let bench: TestRepository;
beforeAll(async () => {
  bench = await TestRepository.make();
});
afterAll(() => bench[Symbol.asyncDispose]());

type Files = Readonly<Record<string, string>>;

async function patchBetween(before: Files, after: Files) {
  const base = await bench.createSnapshot(before);
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const files = paths.map(async (path): Promise<PatchedFile> => {
    const text = after[path];
    return {
      path,
      before: await base.find(path),
      after: text === undefined ? null : { bytes: Buffer.from(text), mode: '100644' },
    };
  });
  return { base, patch: await buildPatch(await Promise.all(files), base) };
}

async function appliedTo(before: Files, after: Files): Promise<Files> {
  const { base, patch } = await patchBetween(before, after);
  const result = new Map(Object.entries(before));
  const changes = patch === '' ? [] : readPatch(patch);
  for (const { path, after: file } of await applyPatch(changes, base)) {
    if (file) result.set(path, file.bytes.toString());
    else result.delete(path);
  }
  return Object.fromEntries(result);
}

test('a built patch makes the new files of the old ones', async () => {
  const line = fc.constantFrom('a', 'b', '', 'é', 'x\r', '-- a', '++ b', '@@ -1 +1 @@', '\\ x');
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));
  const paths = ['a.md', 'b c.md', 'd"e.md', 'é/f.md'];
  const files = fc.dictionary(fc.constantFrom(...paths), text);
  await fc.assert(
    fc.asyncProperty(files, files, async (before, after) => {
      expect(await appliedTo(before, after)).toEqual({ ...after });
    }),
    { numRuns: 100 },
  );
});

test('looks as git prints it', async () => {
  const before = { 'a.md': 'a\n'.repeat(9) + 'b', 'gone.md': 'x\n' };
  const { patch } = await patchBetween(before, { 'a.md': 'a\n'.repeat(9) + 'c', 'new.md': '' });
  expect(patch).toBe(`diff --git a/a.md b/a.md
--- a/a.md
+++ b/a.md
@@ -7,4 +7,4 @@
 a
 a
 a
-b
\\ No newline at end of file
+c
\\ No newline at end of file
diff --git a/gone.md b/gone.md
deleted file mode 100644
--- a/gone.md
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git a/new.md b/new.md
new file mode 100644
`);
});

test('replaces texts that differ too much as a whole', async () => {
  const lines = (word: string): string =>
    Array.from({ length: 3_000 }, (_, at) => `${word} ${at}`).join('\n');
  const [before, after] = [{ 'a.md': lines('old') }, { 'a.md': lines('new') + '\n' }];
  expect(await appliedTo(before, after)).toEqual(after);
});

test.each([
  ['binary', Buffer.from([65, 0])],
  ['Latin-1', Buffer.from([0xe9])],
])('refuses a %s file', async (_what, bytes) => {
  const base = await bench.createSnapshot({});
  const file = { path: 'a', before: null, after: { bytes, mode: '100644' } };
  await expect(buildPatch([file], base)).rejects.toMatchObject({ code: 'not_editable' });
});
