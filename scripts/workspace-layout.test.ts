import { expect, test } from 'vitest';
import {
  migrationFindings,
  packageFindings,
  workspaceFindings,
  type Repository,
} from './workspace-layout.ts';

const whole: Record<string, string> = {
  'package.json': '{ "workspaces": ["apps/*", "packages/*"] }',
  'pnpm-workspace.yaml': '# A mirror.\npackages:\n  - apps/*\n  - packages/*\n',
  'package-lock.json': '{ "resolved": "packages/content", "link": true }',
  'ARCHITECTURE.md': '`content/` the tree',
  'packages/content/package.json': '{}',
  'packages/content/README.md': '# content',
  'packages/content/index.ts': '',
  'packages/database/migrations/index.ts': "import * as a from './0001-a.ts';",
  'packages/database/migrations/0001-a.ts': '',
};

function repository(changes: Record<string, string | undefined>): Repository {
  const files = { ...whole, ...changes };
  const paths = Object.keys(files).filter((path) => files[path] !== undefined);
  return { paths, read: (path) => files[path] ?? '' };
}

function findings(changes: Record<string, string | undefined>): string[] {
  const changed = repository(changes);
  return [workspaceFindings, packageFindings, migrationFindings].flatMap((check) => check(changed));
}

test('a complete layout has no findings', () => {
  expect(findings({})).toEqual([]);
});

test('a browser app can start from its index.html', () => {
  const page = { 'packages/content/index.ts': undefined, 'packages/content/index.html': '' };
  expect(findings(page)).toEqual([]);
});

test.each([
  [
    'a pnpm workspace file without a workspace',
    { 'pnpm-workspace.yaml': 'packages:\n  - apps/*\n' },
  ],
  ['a lock file with an address', { 'package-lock.json': '{ "resolved": "https://x.example/a" }' }],
  ['a package without a README', { 'packages/content/README.md': undefined }],
  ['a package without an index.ts', { 'packages/content/index.ts': undefined }],
  ['a package missing from ARCHITECTURE.md', { 'ARCHITECTURE.md': 'nothing' }],
  ['no ARCHITECTURE.md', { 'ARCHITECTURE.md': undefined }],
  ['an unlisted migration', { 'packages/database/migrations/0002-b.ts': '' }],
  [
    'a migration listed twice',
    {
      'packages/database/migrations/index.ts':
        "import * as a from './0001-a.ts';\nimport * as b from './0001-a.ts';",
    },
  ],
])('%s is found', (_what, changes) => {
  expect(findings(changes)).toHaveLength(1);
});
