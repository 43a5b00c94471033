import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPatchHunks, readPatch, type Hunk } from '@galley/runcoord';
import { buildPatch } from './build-patch.ts';
import { selectHunks } from './chosen-hunks.ts';
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

/** The model: replaces the old lines of the chosen hunks, from the last to the first. */
function replaceLines(text: string, hunks: readonly Hunk[]): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const { oldStart, lines: changed } of hunks.toReversed()) {
    const old = changed.filter(({ sign }) => sign !== '+').length;
    const put = changed.filter(({ sign }) => sign !== '-').map((line) => line.text);
    lines.splice(old === 0 ? oldStart : oldStart - 1, old, ...put);
  }
  return lines.join('');
}

const line = fc.constantFrom('a', 'b', 'c', '', 'é');
const text = fc
  .array(line, { minLength: 1, maxLength: 60 })
  .map((lines) => `${lines.join('\n')}\n`);
const paths = ['a.md', 'b.md', 'c.md', 'd/e.md'];
const edits = fc.array(fc.tuple(fc.nat(60), fc.nat(2), fc.array(line, { maxLength: 3 })), {
  minLength: 1,
  maxLength: 6,
});

function edit(before: string, changes: readonly (readonly [number, number, string[]])[]): string {
  const lines = before.split('\n').slice(0, -1);
  for (const [at, removed, put] of changes) lines.splice(at % lines.length, removed, ...put);
  return `${(lines.length > 0 ? lines : ['end']).join('\n')}\n`;
}

test('ADD-RUN-20: any hunks of a patch change exactly their own lines of the base', async () => {
  const changed = fc
    .tuple(text, edits)
    .map(([before, changes]) => ({ before, after: edit(before, changes) }));
  const file = fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: text.map((after) => ({ before: undefined, after })) },
    { weight: 1, arbitrary: text.map((before) => ({ before, after: undefined })) },
  );
  const files = fc.dictionary(fc.constantFrom(...paths), file, { minKeys: 1 });
  let partial = 0;
  await fc.assert(
    fc.asyncProperty(files, fc.infiniteStream(fc.boolean()), async (given, flips) => {
      const pick = (side: 'before' | 'after'): Files =>
        Object.fromEntries(
          Object.entries(given).flatMap(([path, { [side]: one }]) =>
            one === undefined ? [] : [[path, one]],
          ),
        );
      const { base, patch } = await patchBetween(pick('before'), pick('after'));
      fc.pre(patch !== '');
      const changes = readPatch(patch);
      const hunks = listPatchHunks(changes);
      expect(new Set(hunks.map(({ id }) => id)).size).toBe(hunks.length);
      const chosen = hunks.filter(() => flips.next().value).map(({ id }) => id);
      fc.pre(chosen.length > 0);
      const selected = selectHunks(changes, chosen);
      if (selected.selection) partial += 1;
      const result = new Map(Object.entries(pick('before')));
      for (const { path, after } of await applyPatch(selected.changes, base)) {
        if (after) result.set(path, after.bytes.toString());
        else result.delete(path);
      }
      let at = 0;
      const expected = new Map(Object.entries(pick('before')));
      for (const { kind, from, to, hunks: own } of changes) {
        const parts = hunks.slice(at, (at += kind === 'change' ? own.length : 1));
        const kept = parts.map(({ id }) => chosen.includes(id));
        if (kind === 'change')
          expected.set(
            to,
            replaceLines(
              pick('before')[from]!,
              own.filter((_, index) => kept[index]),
            ),
          );
        else if (kept[0] && to === null) expected.delete(from);
        else if (kept[0]) expected.set(to!, pick('after')[to!]!);
      }
      expect(Object.fromEntries(result)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 300, seed: 45 },
  );
  expect(partial).toBeGreaterThan(100);
});

const patch =
  'diff --git a/ink.md b/ink.md\n--- a/ink.md\n+++ b/ink.md\n@@ -1,2 +1,3 @@\n+top\n a\n b\n@@ -9,2 +10,2 @@ heading\n h\n-i\n+I\n' +
  'diff --git a/old.md b/new.md\nsimilarity index 90%\nrename from old.md\nrename to new.md\n--- a/old.md\n+++ b/new.md\n@@ -1 +1 @@\n-x\n+y\n@@ -9 +9 @@\n-x\n+y\n' +
  'diff --git a/gone.md b/gone.md\ndeleted file mode 100644\n--- a/gone.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n';

test('ADD-RUN-20: new, deleted and renamed files count as one hunk; ids stay while the hunk does', () => {
  const hunks = listPatchHunks(readPatch(patch));
  expect(hunks.map(({ kind, path, header }) => [kind, path, header])).toEqual([
    ['change', 'ink.md', '@@ -1,2 +1,3 @@'],
    ['change', 'ink.md', '@@ -9,2 +10,2 @@'],
    ['rename', 'new.md', ''],
    ['delete', 'gone.md', ''],
  ]);
  const shifted = patch.replace('@@ -1,2 +1,3 @@\n+top\n', '@@ -1,2 +1,4 @@\n+top\n+more\n');
  const later = listPatchHunks(readPatch(shifted.replace('+10,2', '+11,2')));
  expect(later.map(({ id }, at) => id === hunks[at]!.id)).toEqual([false, true, true, true]);
});

test('ADD-RUN-20: all hunks are the whole patch; none, unknown and stale ones are refused by name', () => {
  const changes = readPatch(patch);
  const ids = listPatchHunks(changes).map(({ id }) => id);
  expect(selectHunks(changes, ids)).toEqual({ changes, selection: null });
  expect(selectHunks(changes, undefined)).toEqual({ changes, selection: null });
  expect(() => selectHunks(changes, [])).toThrow(
    expect.objectContaining({ code: 'no_hunks_chosen' }),
  );
  expect(() => selectHunks(changes, [ids[0]!, 'stale'])).toThrow(
    expect.objectContaining({ code: 'unknown_hunks', details: { hunks: ['stale'] } }),
  );
  const { selection } = selectHunks(changes, [ids[3]!, ids[1]!, ids[1]!]);
  expect(selection!.accepted.map(({ id }) => id)).toEqual([ids[1], ids[3]]);
  expect(selection!.leftOut.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
});
