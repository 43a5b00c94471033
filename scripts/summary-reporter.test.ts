import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const head = "import { expect, test, beforeAll } from 'vitest';\n";
let folder: string;

beforeEach(() => {
  // Inside the repository, so that the files find vitest.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  folder = mkdtempSync(join(root, 'node_modules/.cache/summary-'));
  const reporter = JSON.stringify(join(root, 'scripts/summary-reporter.ts'));
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `import { SummaryReporter } from ${reporter};
export default { test: { dir: ${JSON.stringify(folder)}, include: ['*.test.ts'], exclude: [], reporters: ['dot', new SummaryReporter()] } };\n`,
  );
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function run(files: Record<string, string>): { lastLine: string | undefined; status: number } {
  for (const [name, source] of Object.entries(files)) {
    writeFileSync(join(folder, name), head + source);
  }
  const child = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder],
    { encoding: 'utf8' },
  );
  const lines = (child.stdout + child.stderr).split('\n');
  expect(lines.filter((line) => line.startsWith('tests: '))).toHaveLength(1);
  return { lastLine: child.stdout.trimEnd().split('\n').at(-1), status: child.status ?? -1 };
}

describe('the last line of a test run', () => {
  test('counts the tests that passed, failed and were skipped', () => {
    const result = run({
      'a.test.ts': `test('yes', () => {});\ntest('no', () => expect(1).toBe(2));\ntest.skip('later', () => {});\n`,
    });
    expect(result).toEqual({ lastLine: 'tests: 1 passed, 1 failed, 1 skipped', status: 1 });
  });

  test('counts a file that fails to load, and a failing hook, as failed', () => {
    const result = run({
      'good.test.ts': `test('yes', () => {});\n`,
      'broken.test.ts': `throw new Error('cannot load');\n`,
      'hook.test.ts': `beforeAll(() => { throw new Error('hook'); });\ntest('never', () => {});\n`,
    });
    expect(result).toEqual({ lastLine: 'tests: 1 passed, 2 failed, 1 skipped', status: 1 });
  });

  test('counts an uncaught error as failed', () => {
    const result = run({
      'a.test.ts': `test('yes', () => { void Promise.reject(new Error('lost')); });\n`,
    });
    expect(result).toEqual({ lastLine: 'tests: 1 passed, 1 failed, 0 skipped', status: 1 });
  });

  test('appears without tests, and the run then fails', () => {
    expect(run({})).toEqual({ lastLine: 'tests: 0 passed, 0 failed, 0 skipped', status: 1 });
  });
});
