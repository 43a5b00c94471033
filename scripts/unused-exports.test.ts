import { expect, test } from 'vitest';
import { findUnusedExports } from './unused-exports.ts';

function found(files: Readonly<Record<string, string>>): string[] {
  return findUnusedExports({ paths: Object.keys(files), read: (path) => files[path]! });
}

const index = `
export { paper, type Ink } from './writing.ts';
export const pen = 1;
`;

test('finds an export without imports in other packages', () => {
  const files = {
    'packages/desk/index.ts': index,
    'packages/desk/desk.test.ts': `import { pen } from '@galley/desk';`,
    'apps/cms/write.ts': `import { paper as sheet } from '@galley/desk';`,
  };
  expect(found(files)).toEqual([
    'packages/desk/index.ts: other packages do not import "Ink".',
    'packages/desk/index.ts: other packages do not import "pen".',
  ]);
});

test('counts types, tests of other packages, scripts and dynamic imports', () => {
  const files = {
    'packages/desk/index.ts': index,
    'packages/room/room.test.ts': `import {\n  type Ink,\n} from '@galley/desk';`,
    'scripts/list.ts': `import { paper } from '../packages/desk/index.ts';`,
    'apps/cli/run.ts': `const { pen } = await import('@galley/desk');`,
  };
  expect(found(files)).toEqual([]);
});

test('a namespace import uses all exports, and published packages are exempt', () => {
  const files = {
    'packages/desk/index.ts': index,
    'packages/sdk/index.ts': index,
    'apps/cms/write.ts': `import * as desk from '@galley/desk';`,
  };
  expect(found(files)).toEqual([]);
});
