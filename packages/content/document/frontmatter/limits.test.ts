import { describe, expect, test } from 'vitest';
import { composeSource, editSource } from './edit-source.ts';
import { parseSource } from './parse-source.ts';

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const keys = (count: number) => lines(count, (index) => `k${index}: 1\n`);

const beyond: [name: string, yaml: string, message: string, line: number][] = [
  ['1,001 keys', keys(1_001), 'at most 1000 keys', 1_002],
  ['1,001 short keys', `a: {${lines(1_000, (at) => `${at}, `)}}\n`, '1000 keys', 2],
  ['200,000 keys', keys(200_000), 'at most 262144 bytes', 2],
  ['257 KiB', `a: ${'x'.repeat(257 * 1_024)}\n`, 'at most 262144 bytes', 2],
  ['65 levels', `a: ${'['.repeat(64)}${']'.repeat(64)}\n`, 'at most 64 levels', 2],
  ['100,000 brackets', `a: ${'['.repeat(100_000)}\n`, 'at most 64 levels', 2],
  ['1,001 aliases', `a: &a 1\nb:\n${'- *a\n'.repeat(1_001)}`, 'at most 1000 aliases', 1_004],
  ['10,001 comments', '# c\n'.repeat(10_001), 'at most 10000 parts', 5_002],
  ['100,000 items', `a:\n${'- b\n'.repeat(60_000)}`, 'at most 10000 parts', 3_334],
];

describe('frontmatter that exceeds the limits', () => {
  test.each(beyond)('reports a problem with its position: %s', (...[, yaml, message, line]) => {
    const text = `---\n${yaml}---\nText.\n`;
    const before = process.threadCpuUsage();
    const { problem, body } = parseSource(text);
    const { user } = process.threadCpuUsage(before);
    expect(problem?.message).toContain(message);
    expect(Math.abs(problem!.line - line)).toBeLessThan(line / 2);
    expect(body).toBe('Text.\n');
    expect(user / 1_000).toBeLessThan(200);
  });

  test('is rejected on write', () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`k${at}`, at]));
    for (const edit of [many, { a: 'x'.repeat(257 * 1_024) }, { a: Array(5_001).fill(1) }]) {
      expect(() => composeSource(edit, '')).toThrow(/at most/);
    }
  });

  test('ignores text that only resembles frontmatter', () => {
    const colons = `a: "${'b: c, '.repeat(5_000)}"\nb: |\n${'  c: [d]\n'.repeat(5_000)}`;
    expect(parseSource(`---\n${colons}---\n`).problem).toBeNull();
  });

  test('ignores the server block', () => {
    const events = lines(
      300,
      (at) => `    - id: e${at}\n      by: a\n      at: 1\n      note: b\n`,
    );
    const text = `---\n${keys(999)}editorial:\n  events:\n${events}last: 1\n---\n`;
    expect(parseSource(text).problem).toBeNull();
    expect(parseSource(editSource(text, { set: { k1: 2 } })).values).toMatchObject({ k1: 2 });
  });
});
