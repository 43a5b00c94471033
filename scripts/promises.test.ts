import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './repository.ts';

const page = readFileSync(join(root, 'docs/reference/promises.md'), 'utf8');
const rows = [...page.matchAll(/\| `([^`]+\.test\.ts)`: (.+?) +\|$/gm)];

test('every row in the tables of the promises page has a test', () => {
  const lines = page.split('\n').filter((line) => line.startsWith('| '));
  const heads = lines.filter((line) => /^\| (Promise|-+) /.test(line));
  expect(rows.length).toBe(lines.length - heads.length);
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows.map(([, file, name]) => [file!, name!]))('%s contains: %s', (file, name) => {
  expect(existsSync(join(root, file)), file).toBe(true);
  expect(readFileSync(join(root, file), 'utf8')).toContain(name);
});
