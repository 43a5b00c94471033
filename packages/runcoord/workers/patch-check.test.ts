import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patchOf } from './fixtures.ts';
import {
  isMiscounted,
  listTouchedPaths,
  maxPatchBytes,
  readMiscountedPatch,
  readPatch,
} from './patch-check.ts';
import { pathFault, unquoted } from './patch-path.ts';

const git = (header: string, rest = ''): string => `diff --git a/a.md b/a.md\n${header}\n${rest}`;
const content = (from: string, to: string): string =>
  `--- ${from}\n+++ ${to}\n@@ -1 +1 @@\n-old\n+new\n`;

describe('GAP-RC-MCP-5: accepts a patch that', () => {
  test.each([
    ['adds a line', patchOf(), ['content/posts/ink.md']],
    ['is a plain unified diff', content('a/x.md', 'b/x.md'), ['x.md']],
    ['has times after the paths', content('a/x.md\t2026-01-01', 'b/x.md\t2026-01-02'), ['x.md']],
    [
      'adds a file',
      'diff --git a/n.md b/n.md\nnew file mode 100644\nindex 0000000..89abcde\n' +
        '--- /dev/null\n+++ b/n.md\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n',
      ['n.md'],
    ],
    [
      'adds an empty file',
      'diff --git a/n.md b/n.md\nnew file mode 100644\nindex 0000000..e69de29\n',
      ['n.md'],
    ],
    [
      'deletes a file',
      'diff --git a/n.md b/n.md\ndeleted file mode 100644\nindex 89abcde..0000000\n' +
        '--- a/n.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
      ['n.md'],
    ],
    [
      'renames a file',
      'diff --git a/o.md b/n.md\nsimilarity index 100%\nrename from o.md\nrename to n.md\n',
      ['n.md', 'o.md'],
    ],
    ['has a quoted path', content('"a/t\\303\\251.md"', '"b/t\\303\\251.md"'), ['té.md']],
    [
      'has lines that look like paths, in a change',
      '--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n--- a/../../etc/passwd\n-old\n+++ b/../x\n+new\n',
      ['x.md'],
    ],
    ['has several files', patchOf('b.md') + patchOf('a.md'), ['a.md', 'b.md']],
  ])('%s', (_what, patch, paths) => {
    expect(listTouchedPaths(readPatch(patch))).toEqual(paths);
  });
});

describe('GAP-RC-MCP-5: rejects a patch that', () => {
  test.each([
    ['leads out of the repository', content('a/../x', 'b/../x'), 'with ..'],
    ['leads out of it further in', content('a/a/../../x', 'b/a/../../x'), 'with ..'],
    ['has an absolute path', content('/etc/passwd', '/etc/passwd'), 'begin with a/'],
    ['has one behind its prefix', content('a//etc/passwd', 'b//etc/passwd'), 'absolute'],
    ['names a drive', content('a/C:/x', 'b/C:/x'), 'a drive'],
    ['has backslashes', content('a/..\\x', 'b/..\\x'), 'backslash'],
    ['hides them in quotes', content('"a/\\056\\056/x"', '"b/\\056\\056/x"'), 'with ..'],
    ['has a line break in a path', content('"a/a\\nb"', '"b/a\\nb"'), 'control character'],
    ['leads into .git', content('a/.git/hooks/pre-commit', 'b/.git/hooks/pre-commit'), '.git'],
    ['leads into .git of a folder', content('a/a/.git/config', 'b/a/.git/config'), '.git'],
    ['writes .git otherwise', content('a/.GiT /config', 'b/.GiT /config'), '.git'],
    ['writes .git as Windows shortens it', content('a/GIT~1/config', 'b/GIT~1/config'), '.git'],
    ['hides a character in .git', content('a/.g\u200cit/x', 'b/.g\u200cit/x'), '.git'],
    ['escapes in a rename', git('rename from a.md\nrename to ../a.md'), 'with ..'],
    ['escapes in a copy', git('copy from /etc/passwd\ncopy to a.md'), 'absolute'],
    [
      'adds a symbolic link',
      git('new file mode 120000', content('/dev/null', 'b/a.md')),
      'a symbolic link',
    ],
    [
      'changes a link',
      git('index 0123456..89abcde 120000', content('a/a.md', 'b/a.md')),
      'a symbolic link',
    ],
    ['adds a submodule', git('new file mode 160000'), 'a submodule'],
    ['adds an executable', git('new file mode 100755'), 'executable'],
    ['changes a mode', git('old mode 100644\nnew mode 100755'), 'file modes'],
    ['is binary', git('index 0123456..89abcde\nGIT binary patch\nliteral 0'), 'binary'],
    ['lists a binary file', git('Binary files a/a.md and b/a.md differ'), 'binary'],
    ['names an empty file doubly', 'diff --git a/a b/b\nnew file mode 100644\n', 'the same'],
    ['names no changed file', 'diff --git a/a b/a\n', 'names no changed file'],
    ['is a mail', `From: ada\nSubject: [PATCH]\n\n${patchOf()}`, 'not part of a diff'],
    ['has lines after its end', `${patchOf()}-- \n2.40.0\n`, 'not part of a diff'],
    ['ends too early', patchOf().split('\n').slice(0, -2).join('\n'), 'ends within a hunk'],
    ['has too many lines', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-o\n-p\n+n\n', 'more lines'],
    ['has no change', '--- a/x\n+++ b/x\n', 'expected an @@ line'],
    ['has half of a header', '--- a/x\n@@ -1 +1 @@\n-o\n+n\n', '+++'],
    ['is nothing', '', 'contains no file'],
  ])('%s', (_what, patch, why) => {
    expect(() => readPatch(patch)).toThrow(
      expect.objectContaining({
        code: 'invalid_patch',
        message: expect.stringContaining(why) as string,
      }) as Error,
    );
  });

  test('is too large', () => {
    expect(() => readPatch(patchOf('a.md', 'x'.repeat(maxPatchBytes)))).toThrow('Split it');
  });
});

test('rejects paths with an unsafe segment at any position', () => {
  const part = fc.constantFrom('..', '.git', '.GIT', '', '.', '.git.', 'git~2', '.git::$INDEX');
  const plain = fc.constantFrom('a', 'b.md', '.gitignore', '..x');
  fc.assert(
    fc.property(fc.array(plain), part, fc.array(plain, { minLength: 1 }), (before, bad, after) => {
      expect(pathFault([...before, ...after].join('/'))).toBeUndefined();
      expect(pathFault([...before, bad, ...after].join('/'))).toBeTypeOf('string');
    }),
    { numRuns: 60 },
  );
});

test('rejects invalid quoted paths', () => {
  for (const name of ['"a', '"a\\"', '"\\377"', '"\\400"', '"\\x41"'])
    expect(unquoted(name)).toBeUndefined();
  expect(unquoted('"a\\tb\\"c\\\\"')).toBe('a\tb"c\\');
});

describe('a patch with wrong line counts', () => {
  const header = (counts: string): string => `--- a/x.md\n+++ b/x.md\n@@ ${counts} @@\n`;
  const hunksOf = (patch: string) => readMiscountedPatch(patch).flatMap(({ hunks }) => hunks);

  test.each([
    ['too high', '-1,9 +1,9', ' a\n-b\n+c\n'],
    ['too low', '-1 +1', ' a\n-b\n+c\n'],
    ['too low, before lines that look like paths', '-1 +1', ' a\n--- b\n+++ c\n d\n'],
    ['too high, before empty lines', '-1,5 +1,5', ' a\n-b\n+c\n\n\n'],
  ])('is read up to its end if the counts are %s', (_what, counts, body) => {
    const lines = body.trimEnd().split('\n');
    expect(hunksOf(header(counts) + body)).toMatchObject([
      { isRecounted: true, lines: lines.map((line) => ({ sign: line[0] })) },
    ]);
  });

  test('keeps other hunks and files', () => {
    const patch = `${header('-1,9 +1')} a\n-b\n@@ -9 +8 @@\n-c\n+d\n${patchOf('b.md')}`;
    expect(hunksOf(patch).map(({ isRecounted, lines }) => [isRecounted, lines.length])).toEqual([
      [true, 2],
      [undefined, 2],
      [undefined, 3],
    ]);
  });

  test('is told from one with right counts, which is read as always', () => {
    expect(readMiscountedPatch(patchOf())).toEqual(readPatch(patchOf()));
    expect(isMiscounted(readPatch(patchOf()))).toBe(false);
    const wrong = patchOf().replace('-1,2 ', '-1,5 ');
    expect(isMiscounted(readMiscountedPatch(wrong))).toBe(true);
    expect(() => readPatch(wrong)).toThrow('fewer lines');
  });

  test('is rejected for other reasons as always', () => {
    for (const body of [' a\n', '-b\n*c\n', ''])
      expect(() => readMiscountedPatch(header('-1,9 +1,9') + body)).toThrow('of the patch');
  });
});
