import { expect, test } from 'vitest';
import { escapeText } from './escape-text.ts';

test.each([
  ['plain text, with (brackets) [sic] and 2 * 3 * 4', undefined],
  ['snake_case_name and _one', undefined],
  ['5 < 6 and A&B', undefined],
  ['about ~5 to ~10', undefined],
  ['a *star* here', 'a \\*star\\* here'],
  ['_under_', '\\_under\\_'],
  ['~~gone~~', '\\~\\~gone\\~\\~'],
  ['a `tick` pair', 'a \\`tick\\` pair'],
  ['one ` tick', undefined],
  ['<b> and &amp;', '\\<b> and \\&amp;'],
  ['[a](b) and [^1]', '\\[a](b) and \\[^1]'],
  [
    '# no heading\n- no item\n1. no number\n> no quote',
    '\\# no heading\n\\- no item\n1\\. no number\n\\> no quote',
  ],
  ['---', '\\---'],
  ['a | b', undefined],
])('text %j is escaped only where Markdown would read syntax', (text, escaped) => {
  expect(escapeText(text)).toBe(escaped ?? text);
});

test('cells escape pipes, and nothing that has a meaning at the start of a line', () => {
  expect(escapeText('# a | b', { isCell: true })).toBe('# a \\| b');
});
