import { ESLint } from 'eslint';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './repository.ts';

const inPackage = 'packages/kernel/ids.ts';
const inAdmin = 'apps/admin/main.tsx';
const inTest = 'scripts/lint-rules.test.ts';
const inDatabase = 'packages/database/schema.ts';
const inScript = 'scripts/check.ts';
const readByTool = 'vitest.config.ts';
const shells = [inPackage, inAdmin, inTest, inDatabase, inScript, readByTool];

let folder: string;
let eslint: ESLint;

/** Lints a small repository of empty files: loading the types of this one would take longer than the tests. */
beforeAll(() => {
  // Inside this repository, so that the files find its packages.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'lint-'));
  for (const path of shells) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  for (const path of ['tsconfig.json', 'apps/admin/tsconfig.json'])
    cpSync(join(root, path), join(folder, path));
  eslint = new ESLint({ cwd: folder, overrideConfigFile: join(root, 'eslint.config.js') });
});

afterAll(() => rmSync(folder, { recursive: true }));

async function rulesBroken(source: string, file: string): Promise<string[]> {
  const [result] = await eslint.lintText(source, { filePath: join(folder, file) });
  return [...new Set(result!.messages.map(({ ruleId, message }) => ruleId ?? message))];
}

/** The rules broken by each source, in a file of all. */
async function rulesBrokenByEach(sources: readonly string[], file: string): Promise<string[][]> {
  const [result] = await eslint.lintText(sources.join('\n'), { filePath: join(folder, file) });
  let end = 0;
  return sources.map((source) => {
    const start = end;
    end += source.split('\n').length;
    const messages = result!.messages.filter(({ line }) => line > start && line <= end);
    return messages.map(({ ruleId, message }) => ruleId ?? message);
  });
}

const work = 'async function work() {}\n';

const rejected: [what: string, source: string, rule: string][] = [
  ['a floating promise', 'work();', '@typescript-eslint/no-floating-promises'],
  [
    'a promise as a condition',
    'export const x = work() ? 1 : 2;',
    '@typescript-eslint/no-misused-promises',
  ],
  ['any', 'export const x = (y: any) => y !== 1;', '@typescript-eslint/no-explicit-any'],
  [
    'a type imported as a value',
    "import { URL } from 'node:url';\nexport const x: URL[] = [];",
    '@typescript-eslint/consistent-type-imports',
  ],
  [
    'a switch with a missing case',
    "export const x = (y: 'a' | 'b') => { switch (y) { case 'a': return 1; } return 2; };",
    '@typescript-eslint/switch-exhaustiveness-check',
  ],
  ['a default export', 'export default 1;', 'no-restricted-syntax'],
  ['console in a package', "console.log('x');", 'no-console'],
  [
    'the environment outside config.ts',
    'export const x = process.env.HOME;',
    'no-restricted-properties',
  ],
  [
    'Kysely outside a repository',
    "import type { Kysely } from 'kysely';\nexport type X = Kysely<unknown>;",
    '@typescript-eslint/no-restricted-imports',
  ],
  [
    'a path inside Kysely',
    "import type { Migration } from 'kysely/migration';\nexport type X = Migration;",
    '@typescript-eslint/no-restricted-imports',
  ],
  ['four parameters', 'export const x = (a: 1, b: 1, c: 1, d: 1) => a + b + c + d;', 'max-params'],
  ['a file of more than 400 lines', '\n'.repeat(401), 'max-lines'],
  ['a TODO comment', `// ${'TO'}DO: later\nexport const x = 1;`, 'no-warning-comments'],
];

describe('the linter rejects', () => {
  test(`in packages, ${rejected.map(([what]) => what).join(', ')}`, async () => {
    const sources = [work, ...rejected.map(([, source]) => source)];
    const [, ...broken] = await rulesBrokenByEach(sources, inPackage);
    for (const [place, [what, , rule]] of rejected.entries())
      expect(broken[place], what).toContain(rule);
  });

  test('in the admin, conditional hooks, effects with missing dependencies, and Node modules', async () => {
    const sources = [
      "import { useEffect, useState } from 'react';\nexport function Page({ shown }: { shown: boolean }) {",
      'if (shown) useState(0);',
      'useEffect(() => { document.title = String(shown); }, []);',
      'console.log(process.pid);',
      'return <p />; }',
    ];
    const broken = await rulesBrokenByEach(sources, inAdmin);
    expect(broken[1]).toContain('react-hooks/rules-of-hooks');
    expect(broken[2]).toContain('react-hooks/exhaustive-deps');
    expect(broken[3]).toContain('no-restricted-globals');
  });

  test.each(['skip', 'only', 'todo'])('test.%s', async (property) => {
    const source = `import { test } from 'vitest';\ntest.${property}('x');`;
    expect(await rulesBroken(source, inTest)).toEqual(['no-restricted-syntax']);
  });

  test('a comment that disables a rule', async () => {
    const source = `/* eslint-${'disable'} */\nexport const x = 1;`;
    expect(await rulesBroken(source, inPackage)).toEqual([expect.stringContaining('no effect')]);
  });
});

describe('the linter allows', () => {
  test.each([
    [
      'Kysely in the database package',
      "import type { Kysely } from 'kysely';\nexport type X = Kysely<unknown>;",
      inDatabase,
    ],
    ['console in a script', "console.log('x');", inScript],
    ['a default export that a tool reads', 'export default {};', readByTool],
    ['a long test', `export function x() {${'\n'.repeat(60)}}`, inTest],
  ])('%s', async (_what, source, file) => {
    expect(await rulesBroken(source, file)).toEqual([]);
  });
});
