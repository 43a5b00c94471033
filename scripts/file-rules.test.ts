import { expect, test } from 'vitest';
import { findMachineTraces } from './committed-text.ts';
import { findBadFileNames } from './file-names.ts';

test('accepts descriptive file names in kebab-case', () => {
  expect(
    findBadFileNames([
      'packages/content/document-repository.ts',
      'packages/content/document.test.ts',
      'packages/auth/common-passwords.ts',
      'packages/database/migrations/0001-foundation.ts',
      'apps/admin/vite.config.ts',
      'docs/README.md',
      'packages/site/fixtures/BAD_name.js',
    ]),
  ).toEqual([]);
});

test.each([
  ['packages/content/documentRepository.ts', 'kebab-case'],
  ['packages/content/Document.ts', 'kebab-case'],
  ['packages/content/string-utils.ts', '"utils"'],
  ['packages/common/index.ts', '"common"'],
  ['packages/content/lock-manager.test.ts', '"manager"'],
])('rejects the file name %s', (path, message) => {
  expect(findBadFileNames([path])).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['a home folder', ['', 'home', 'anna', 'galley'].join('/'), 'docs/a.md'],
  ['a work folder', `cd ${['', 'work', 'main'].join('/')} && npm test`, 'scripts/a.sh'],
  ['a registry', `"resolved": "https://${'registry'}.npmjs.org/zod"`, 'package-lock.json'],
  [
    'a mirror of a registry',
    `"https://npm.example.com/zod/${'-'}/zod-4.6.7.tgz"`,
    'package-lock.json',
  ],
  ['a registry setting', `fund=false\n${'registry'}=https://npm.example.com`, '.npmrc'],
])('a committed file cannot contain %s', (_what, content, path) => {
  expect(findMachineTraces(path, content)).toHaveLength(1);
});

test.each([
  [
    'an address with such a path',
    `https://example.com${['', 'work', 'main'].join('/')}`,
    'docs/a.md',
  ],
  ['a folder inside a container', ['', 'home', 'node', 'app'].join('/'), 'docs/docker.md'],
  ['a relative path', `see packages${['', 'home', 'page.ts'].join('/')}`, 'docs/a.md'],
])('a committed file can contain %s', (_what, content, path) => {
  expect(findMachineTraces(path, content)).toEqual([]);
});
