import { expect, test } from 'vitest';
import { findNearTests } from './near-tests.ts';

const files: Readonly<Record<string, string>> = {
  'packages/a/index.ts': "export { one } from './room/one.ts';",
  'packages/a/room/one.ts': 'export const one = 1;',
  'packages/a/room/one.test.ts': "import { one } from './one.ts';",
  'packages/a/room/other.test.ts': '',
  'packages/a/user.ts': "import { one } from './room/one.ts';",
  'packages/a/user.test.ts': "import { user } from './user.ts';",
  'packages/a/direct.test.ts': "import { one } from './room/one.ts';",
  'packages/a/door.test.ts': "import { one } from './index.ts';",
};

const near = (...changed: string[]): string[] =>
  findNearTests(changed, new Set([...Object.keys(files), 'packages/a/gone.test.tsx']), (path) => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' });
    return text;
  });

test('finds the tests of the folder of a file, and the tests that import it', () => {
  expect(near('packages/a/room/one.ts')).toEqual([
    'packages/a/direct.test.ts',
    'packages/a/room/one.test.ts',
    'packages/a/room/other.test.ts',
  ]);
});

test('a test is near itself, and a text file has no near tests', () => {
  expect(near('packages/a/room/other.test.ts')).toContain('packages/a/room/other.test.ts');
  expect(near('docs/README.md')).toEqual([]);
});
