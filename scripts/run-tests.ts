// `npm test`: runs all or the named tests, like `vitest run`. With `--changed`, only tests near files with uncommitted
// changes.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNearTests } from './near-tests.ts';
import { root } from './repository.ts';

function listGitFiles(...args: string[]): string[] {
  const text = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return text.split('\0').filter((path) => path !== '');
}

function nearTests(): string[] {
  const changed = [
    ...listGitFiles('diff', '--name-only', '-z', 'HEAD'),
    ...listGitFiles('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  const sources = [...listGitFiles('ls-files', '-z'), ...changed].filter((path) =>
    /\.tsx?$/.test(path),
  );
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  return findNearTests(changed, new Set(sources), read);
}

const args = process.argv.slice(2);
const changed = args.indexOf('--changed');
if (changed >= 0) args.splice(changed, 1, ...nearTests());
if (changed >= 0 && args.length === 0) {
  console.log('The changes have no nearby tests. Run "npm test" for all tests.');
} else {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
