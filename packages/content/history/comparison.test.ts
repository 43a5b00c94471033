import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTexts, type ComparedText, type Comparison } from './comparison.ts';
import { linesOf } from './line-diff.ts';

const at = new Date('2026-06-01T08:00:00Z');

function side(content: string | Buffer, path = 'posts/ink.md'): ComparedText {
  return { path, at, bytes: Buffer.from(content) };
}

function compare(left: string | Buffer, right: string | Buffer): Comparison {
  return compareTexts(side(left), side(right));
}

function applied(left: string, diff: string): string | false {
  return applyPatch(left, diff, { autoConvertLineEndings: false });
}

describe('CMS-ED-8: the unified diff', () => {
  test('names both sides and shows three lines of context', () => {
    const lines = Array.from({ length: 20 }, (_, line) => `${line + 1}\n`);
    const changed = lines.with(4, 'five\n').with(16, 'seventeen\n').toSpliced(18, 1);
    expect(compare(lines.join(''), changed.join('')).diff).toBe(
      [
        '--- a/posts/ink.md\t2026-06-01T08:00:00.000Z',
        '+++ b/posts/ink.md\t2026-06-01T08:00:00.000Z',
        '@@ -2,7 +2,7 @@',
        ...[' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'],
        '@@ -14,7 +14,6 @@',
        ...[' 14', ' 15', ' 16', '-17', '+seventeen', ' 18', '-19', ' 20', ''],
      ].join('\n'),
    );
  });

  test('merges changes with touching context into one hunk', () => {
    const lines = Array.from({ length: 9 }, (_, line) => `${line + 1}\n`);
    const changed = lines.with(0, 'one\n').with(7, 'eight\n');
    expect(compare(lines.join(''), changed.join('')).diff.match(/^@@.*/gm)).toEqual([
      '@@ -1,9 +1,9 @@',
    ]);
  });

  test('is empty when nothing differs', () => {
    expect(compare('Black.\n', 'Black.\n').diff).toBe('');
  });

  test('starts with /dev/null for a new document', () => {
    const { diff, left, bodyDiff, frontmatterChanges } = compareTexts(
      null,
      side('---\ntitle: Ink\n---\nBlack.'),
    );
    expect(diff).toBe(
      '--- /dev/null\n+++ b/posts/ink.md\t2026-06-01T08:00:00.000Z\n@@ -0,0 +1,4 @@\n' +
        '+---\n+title: Ink\n+---\n+Black.\n\\ No newline at end of file\n',
    );
    expect(left).toMatchObject({ raw: '', problem: null });
    expect(bodyDiff).toEqual([{ op: 'insert', leftLine: null, rightLine: 1, text: 'Black.' }]);
    expect(frontmatterChanges).toMatchObject([{ kind: 'added', field: 'title' }]);
  });

  test('marks a missing newline at the end of either side', () => {
    expect(compare('a\nb', 'a\nb\n').diff).toContain(' a\n-b\n\\ No newline at end of file\n+b\n');
    expect(compare('b\nz', 'a\nz').diff).toMatch(/\n z\n\\ No newline at end of file\n$/);
  });

  test('quotes special paths like git', () => {
    const diff = compareTexts(side('a', 'posts/tinta ñ.md'), side('b', 'posts/ink.md')).diff;
    expect(diff.split('\n')[0]).toMatch(/^--- "a\/posts\/tinta \\303\\261\.md"\t/);
    expect(applied('a', diff)).toBe('b');
  });
});

const pieces = [
  ...['\n', '\n', '\n', '\r\n', '\r\n', '\r', 'a', 'b', ' ', '\t', '\uFEFF', '\u2028', '🚀', 'é'],
  ...['---', '---\n', '--- a\n', '+++ b\n', '-- a', '++ b\n', '@@ -1,1 +1,1 @@\n', '\\', '\0'],
  ...['\\ No newline at end of file\n', 'Index: a\n', 'diff --git a/b b/c\n', '===\n', '...\n'],
  ...['title: Ink\n', 'title: [\n', 'tags: [a]\n', '"', 'title: Black\r\n'],
];
const some = fc.array(fc.constantFrom(...pieces), { maxLength: 40 });
const text = some.map((all) => all.join(''));

const edited = fc
  .tuple(some, some, fc.nat({ max: 40 }), fc.nat({ max: 10 }))
  .map(([whole, part, from, length]) => [whole, whole.toSpliced(from, length, ...part)])
  .map(([left, right]): [string, string] => [left!.join(''), right!.join('')]);

describe.each([
  ['of unlike texts', fc.tuple(text, text)],
  ['of an edit', edited],
])('GAP-DOC-14: the comparison %s', (_name, pairs) => {
  const check = (holds: (compared: Comparison, left: string, right: string) => void): void =>
    fc.assert(
      fc.property(pairs, ([left, right]) => holds(compare(left, right), left, right)),
      { numRuns: 1_000 },
    );

  test('returns both files unchanged', () => {
    check((compared, left, right) => {
      expect([compared.left.raw, compared.right.raw]).toEqual([left, right]);
    });
  });

  test('has a diff that turns the left file into the right one', () => {
    check((compared, left, right) => {
      expect(applied(left, compared.diff)).toBe(right);
    });
  });

  test('has a body diff that includes the end of each file', () => {
    check(({ bodyDiff }, left, right) => {
      const lines = (sign: string) => bodyDiff.filter(({ op }) => op !== sign);
      const [before, after] = [lines('insert'), lines('delete')];
      for (const [file, body] of [
        [left, before],
        [right, after],
      ] as const) {
        const joined = body.map((line) => line.text).join('');
        expect(file.endsWith(joined)).toBe(true);
        expect(linesOf(joined)).toEqual(body.map((line) => line.text));
      }
    });
  });
});

describe('formatting differences', () => {
  const unix = '---\ntitle: Ink\n---\nBlack.\n';

  test.each([
    ['CRLF for LF', unix.replaceAll('\n', '\r\n'), 1],
    ['no end of the last line', unix.slice(0, -1), 1],
    ['a byte order mark', `\uFEFF${unix}`, 0],
  ])('are shown but change no values: %s', (_name, other, bodyLines) => {
    const { diff, bodyDiff, frontmatterChanges } = compare(unix, other);
    expect(applied(unix, diff)).toBe(other);
    expect(bodyDiff.filter(({ op }) => op === 'insert')).toHaveLength(bodyLines);
    expect(frontmatterChanges).toEqual([]);
  });
});

describe('an unreadable side', () => {
  const good = '---\ntitle: Ink\n---\nBlack.\n';

  test('is compared as text and reports why its values are unknown', () => {
    const broken = '---\ntitle: [\n---\nBlack.\n';
    for (const [left, right] of [
      [good, broken],
      [broken, good],
    ] as const) {
      const compared = compare(left, right);
      expect(applied(left, compared.diff)).toBe(right);
      expect(compared.bodyDiff).toEqual([
        { op: 'equal', leftLine: 1, rightLine: 1, text: 'Black.\n' },
      ]);
      expect(compared.frontmatterChanges).toEqual([]);
      const of = left === broken ? compared.left : compared.right;
      expect(of.problem).toMatchObject({ line: 2, column: 8 });
    }
  });

  test('with unclosed frontmatter is all body and reports it', () => {
    const open = '---\ntitle: Ink\nBlack.\n';
    const { right, bodyDiff, frontmatterChanges } = compare(good, open);
    expect(right.problem).toMatchObject({ line: 1, column: 1 });
    expect(frontmatterChanges).toEqual([]);
    expect(bodyDiff.map(({ op }) => op)).toEqual(['insert', 'insert', 'equal']);
  });

  test('with invalid UTF-8 shows U+FFFD for wrong bytes', () => {
    const latin1 = Buffer.from('---\ntitle: Ink\n---\nPingüino.\n', 'latin1');
    const { right, diff, frontmatterChanges } = compare(good, latin1);
    expect(right.raw).toBe('---\ntitle: Ink\n---\nPing\uFFFDino.\n');
    expect(right.problem).toMatchObject({ line: 4, column: 5 });
    expect(applied(good, diff)).toBe(right.raw);
    expect(frontmatterChanges).toEqual([]);
  });
});

describe('comparison limits', () => {
  const mebibyte = 1_048_576;
  const long = 'x'.repeat(mebibyte);
  const many = 'é\n'.repeat(2_000);

  test.each([
    ['1 MiB', long, 'a'],
    ['1 MiB of more than one byte a letter', 'é'.repeat(mebibyte / 2), 'a'],
    ['2,000 lines', many, 'a'],
    ['2,000 lines, the last without an end', many.slice(0, -1), 'a'],
  ])('CMS-LIM-1, CMS-LIM-2: %s per side are allowed', (_name, text, other) => {
    expect(applied(text, compare(text, other).diff)).toBe(other);
    expect(applied(other, compare(other, text).diff)).toBe(text);
  });

  test.each([
    ['1048577 bytes', `${long}x`, { bytes: mebibyte + 1, lines: 1 }],
    ['1048577 bytes', `${'é'.repeat(mebibyte / 2)}x`, { bytes: mebibyte + 1, lines: 1 }],
    ['2001 lines', `${many}x`, { bytes: 6_001, lines: 2_001 }],
    ['2001 lines', `${many}\n`, { bytes: 6_001, lines: 2_001 }],
  ])('CMS-LIM-1, CMS-LIM-2: %s are rejected on either side', (words, text, size) => {
    const limits = { limit_bytes: mebibyte, limit_lines: 2_000 };
    const other = { bytes: 2, lines: 1 };
    const refusal = {
      code: 'comparison_too_large',
      message: expect.stringContaining(words) as string,
    };
    expect(() => compare(text, 'a\n')).toThrow(
      expect.objectContaining({ ...refusal, details: { ...limits, left: size, right: other } }),
    );
    expect(() => compare('a\n', text)).toThrow(
      expect.objectContaining({ ...refusal, details: { ...limits, left: other, right: size } }),
    );
  });
});
