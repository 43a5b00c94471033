import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countSources, cruiseRepository, importFindings, undeclaredImports } from './cruise.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cruise-'));
  write('packages/kernel/index.ts', "export { kernel } from './kernel.ts';\n");
  write('packages/kernel/kernel.ts', 'export const kernel = 1;\n');
  write('packages/kernel/package.json', '{}');
  write('packages/content/package.json', '{ "dependencies": { "marked": "1.0.0" } }');
  for (const name of ['marked', 'express', 'vitest', 'yaml']) {
    write(`node_modules/${name}/package.json`, `{ "name": "${name}", "main": "index.js" }`);
    write(`node_modules/${name}/index.js`, 'exports.it = 1;\n');
  }
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function rulesBroken(): Promise<string[]> {
  const findings = importFindings(await cruiseRepository(folder));
  return [...new Set(findings.map((finding) => finding.split(':')[0]!))].sort();
}

test('a package can import the index.ts of the packages in its row, and the dependencies in its package.json', async () => {
  write(
    'packages/content/index.ts',
    "import { kernel } from '../kernel/index.ts';\nimport 'marked';\nexport const x = kernel;\n",
  );
  write('packages/content/index.test.ts', "import { test } from 'vitest';\ntest('x', () => {});\n");
  expect(await rulesBroken()).toEqual([]);
});

test.each([
  ['a package outside its row', "import '../site/index.ts';", 'imports-of-content'],
  [
    'only a type of such a package',
    "import type {} from '../site/index.ts';",
    'imports-of-content',
  ],
  ['the testing package, outside a test', "import '../testing/index.ts';", 'imports-of-content'],
  ['an app', "import '../../apps/cms/index.ts';", 'imports-of-content'],
  ['a package without its index.ts', "import '../kernel/kernel.ts';", 'enter-by-index'],
  ['a dependency missing from its package.json', "import 'yaml';", 'declared'],
  ['a missing file', "import './missing.ts';", 'resolvable'],
])('a package cannot import %s', async (_what, source, rule) => {
  write('packages/site/index.ts', 'export const site = 1;\n');
  write('packages/testing/index.ts', 'export const testing = 1;\n');
  write('apps/cms/index.ts', 'export const cms = 1;\n');
  write('packages/content/index.ts', `${source}\n`);
  expect(await rulesBroken()).toEqual([rule]);
});

test('only http, run-api and the apps can import express, declared or not', async () => {
  write('packages/content/package.json', '{ "dependencies": { "express": "1.0.0" } }');
  write('packages/content/index.ts', "import 'express';\n");
  expect(await rulesBroken()).toEqual(['express-only-in-apis-and-apps']);
});

test('tests can import the testing package and the packages of their row', async () => {
  write('packages/site/index.ts', 'export const site = 1;\n');
  write('packages/testing/index.ts', 'export const testing = 1;\n');
  write('packages/content/a.test.ts', "import '../testing/index.ts';\n");
  expect(await rulesBroken()).toEqual([]);
  write('packages/content/b.test.ts', "import '../site/index.ts';\n");
  expect(await rulesBroken()).toEqual(['imports-of-content-tests']);
});

test('only tests can import fixtures, which follow the rules of tests', async () => {
  write('packages/content/fixtures.ts', "import 'vitest';\nexport const x = 1;\n");
  write('packages/content/a.test.ts', "import './fixtures.ts';\n");
  expect(await rulesBroken()).toEqual([]);
  write('packages/content/index.ts', "import './fixtures.ts';\n");
  expect(await rulesBroken()).toEqual(['fixtures-only-in-tests']);
});

test('a test can import the dependencies of the root package.json and of its own package', async () => {
  write('packages/content/a.test.ts', "import 'vitest';\nimport 'marked';\n");
  expect(await rulesBroken()).toEqual([]);
  write('packages/content/b.test.ts', "import 'yaml';\n");
  expect(await rulesBroken()).toEqual(['declared-for-tests']);
});

test('a package for tests can import the dependencies of the root package.json', async () => {
  write('packages/testing/package.json', '{}');
  write('packages/testing/index.ts', "import 'vitest';\n");
  expect(await rulesBroken()).toEqual([]);
  write('packages/testing/other.ts', "import 'yaml';\n");
  expect(await rulesBroken()).toEqual(['declared-for-tests']);
});

test('the admin can import its own styles and the API client, and no other package', async () => {
  write('packages/sdk/index.ts', 'export const sdk = 1;\n');
  write('apps/admin/package.json', '{}');
  write('apps/admin/page.css', 'body { margin: 0 }\n');
  write('apps/admin/main.tsx', "import './page.css';\nimport '../../packages/sdk/index.ts';\n");
  expect(await rulesBroken()).toEqual([]);
  write('apps/admin/other.tsx', "import '../../packages/kernel/index.ts';\n");
  expect(await rulesBroken()).toEqual(['imports-of-admin']);
});

test('modules cannot import each other in a circle', async () => {
  write('packages/content/a.ts', "import './b.ts';\n");
  write('packages/content/b.ts', "import './a.ts';\n");
  expect(await rulesBroken()).toEqual(['no-cycles']);
});

test('a workspace package can be imported only if package.json lists it', async () => {
  write('packages/content/index.ts', "import '@galley/kernel';\n");
  expect(undeclaredImports(await cruiseRepository(folder), folder)).toEqual([
    'packages/content/package.json does not list @galley/kernel, which packages/content/index.ts imports.',
  ]);
});

test('the source count includes each TypeScript file of apps and packages once', () => {
  expect(
    countSources([
      'apps/cms/main.ts',
      'apps/cms/main.ts',
      'packages/ui/page.tsx',
      'packages/ui/types.d.ts',
      'packages/ui/fixtures/a.ts',
      'scripts/check.ts',
    ]),
  ).toBe(2);
});
