import { describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { readSource } from '../../document/read-document.ts';
import { contentOf, diffContents } from './content-diff.ts';

function content(file: string): string {
  return contentOf(readSource(Buffer.from(file)));
}

function labelled(text: string, at = '2026-06-01T08:00:00Z') {
  return { path: 'posts/ink.md', at: new Date(at), content: text };
}

const lines = (count: number): string => 'x\n'.repeat(count);

describe('the content of a document as text', () => {
  test('consists of the owner, the writers’ keys in order, and the body', () => {
    const file = '---\ntitle: Ink\nauthor: maria\nfields: {b: 1, a: [x]}\n---\nBlack.\r\n';
    expect(content(file)).toBe(
      'author: "maria"\n"fields": {"a":["x"],"b":1}\n"title": "Ink"\n\nBlack.\n',
    );
  });

  test('is independent of spelling and of other frontmatter', () => {
    const one = '---\ntitle: Ink\ntags: [a, b]\n---\nBlack.\n';
    const other =
      '---\n# A comment.\ntags:\n  - a\n  - b\nworkflow: in_review\ntitle: "Ink"\nlast_editor: jan\neditorial: {assignee: jan}\n---\nBlack.\r\n';
    expect(content(one)).toBe(content(other));
    expect(readSource(Buffer.from(one)).revision).toBe(readSource(Buffer.from(other)).revision);
  });

  test('is the whole text of an unreadable file', () => {
    expect(content('---\ntitle: [\n---\nBlack.\n')).toBe('---\ntitle: [\n---\nBlack.\n');
  });
});

describe('the diff of two contents', () => {
  test('counts lines and has the hash of the unified diff', () => {
    const before = labelled('a\nb\nc\n');
    const after = labelled('a\nB\nc\nd\n', '2026-06-02T08:00:00Z');
    const diff = [
      '--- a/posts/ink.md\t2026-06-01T08:00:00.000Z',
      '+++ b/posts/ink.md\t2026-06-02T08:00:00.000Z',
      '@@ -1,3 +1,4 @@',
      ' a',
      '-b',
      '+B',
      ' c',
      '+d',
      '',
    ].join('\n');
    expect(diffContents(before, after)).toEqual({
      method: 'lines-1',
      sha256: sha256(diff),
      added: 2,
      removed: 1,
    });
  });

  test('is empty for equal contents, and complete for the first one', () => {
    const one = labelled('a\nb\n');
    expect(diffContents(one, one)).toEqual({
      method: 'lines-1',
      sha256: sha256(''),
      added: 0,
      removed: 0,
    });
    expect(diffContents(null, one)).toMatchObject({ added: 2, removed: 0 });
  });

  test.each([
    ['2,001 lines', lines(2_001), 'hashes-1'],
    ['2,000 lines', lines(2_000), 'lines-1'],
    ['more than 1 MiB', 'x'.repeat(1_048_577), 'hashes-1'],
    ['1 MiB in two-byte letters', 'é'.repeat(524_289), 'hashes-1'],
  ])('consists of hashes alone when a side is too large: %s', (_what, text, method) => {
    for (const [left, right] of [
      [text, 'a\n'],
      ['a\n', text],
    ] as const) {
      const diff = diffContents(labelled(left), labelled(right));
      expect(diff.method).toBe(method);
      expect([diff.added, diff.removed].includes(null)).toBe(method === 'hashes-1');
      expect(diff.sha256).not.toBe(diffContents(labelled(`${left}!`), labelled(right)).sha256);
    }
  });
});
