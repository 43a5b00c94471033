import { describe, expect, test } from 'vitest';
import { editText, type FileEdit } from './file-edit.ts';

const path = 'ink.md';
const replace = (old: string, replacement: string): FileEdit => ({
  kind: 'replace',
  path,
  old,
  new: replacement,
});

function refusal(text: string | null, edit: FileEdit): object {
  try {
    return { result: editText(text, edit) };
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: object };
    return { code, message, ...details };
  }
}

describe('an edit of a file', () => {
  test('replaces the only occurrence, literally', () => {
    expect(editText('# Ink\nBlack.\n', replace('Black', '$& $1'))).toBe('# Ink\n$& $1.\n');
    expect(editText('Ink', replace('Ink', ''))).toBe('');
  });

  test('puts a file that is there or not, and deletes one', () => {
    expect(editText(null, { kind: 'put', path, content: '' })).toBe('');
    expect(editText('a', { kind: 'put', path, content: 'b' })).toBe('b');
    expect(editText('a', { kind: 'delete', path })).toBeNull();
  });

  test.each([
    ['nowhere', 'Black ink', 'black', 0, 'Copy it exactly'],
    ['at two places', 'ink, ink', 'ink', 2, 'Add the text around it'],
    ['at overlapping places', 'aaa', 'aa', 2, 'Add the text around it'],
    ['with other line breaks', 'a\r\nb\r\n', 'a\nb', 0, 'end with \\r\\n'],
  ])('is refused for a text that occurs %s', (...[, text, old, count, hint]) => {
    expect(refusal(text, replace(old, 'x'))).toMatchObject({
      code: 'text_not_unique',
      count,
      message: expect.stringMatching(
        new RegExp(
          `occurs ${count} times in ink\\.md, not once\\. .*${hint.replaceAll('\\', '\\\\')}`,
        ),
      ) as string,
    });
  });

  test.each<[string, string | null, FileEdit]>([
    ['of a missing file', null, replace('a', 'b')],
    ['that deletes a missing file', null, { kind: 'delete', path }],
    ['without effect', 'a', replace('a', 'a')],
    ['to the same content', 'a', { kind: 'put', path, content: 'a' }],
  ])('%s is refused', (_what, text, edit) => {
    expect(refusal(text, edit)).toMatchObject({ code: 'not_editable', path });
  });
});
