import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { LineBuffer } from './line-buffer.ts';

function letGo(held: LineBuffer): string {
  const out = new PassThrough();
  held.flush(out);
  return String(out.read() ?? '');
}

test('holds lines back and prints them once', () => {
  const held = new LineBuffer();
  held.write('one\n');
  held.write('two\n');
  expect(letGo(held)).toBe('one\ntwo\n');
  expect(letGo(held)).toBe('');
});

test('keeps the last lines and prints the number of omitted ones', () => {
  const held = new LineBuffer();
  for (let line = 1; line <= 203; line += 1) held.write(`${line}\n`);
  const lines = letGo(held).trim().split('\n');
  expect(lines[0]).toBe('(3 earlier log lines omitted)');
  expect([lines[1], lines.at(-1), lines.length]).toEqual(['4', '203', 201]);
});
