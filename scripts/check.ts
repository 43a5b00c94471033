// `npm run check`: runs all checks except the tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.ts';

const cache = join(root, 'node_modules/.cache/check');
const concurrency = 2;

function lint(...args: string[]): string[] {
  return ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...args];
}

/** Longest first, so that the two that run in parallel end together. */
const parts: readonly (readonly [name: string, ...args: string[]])[] = [
  // Two runs: linting with types dominates, and does not use a second processor.
  ['lint', ...lint('.', '--ignore-pattern', 'apps/admin/**')],
  ['lint of the admin', ...lint('apps/admin')],
  [
    'types',
    ...['node_modules/typescript/bin/tsc', '--project', '.', '--incremental'],
    ...['--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')],
  ],
  [
    'types of the admin',
    ...['node_modules/typescript/bin/tsc', '--project', 'apps/admin', '--incremental'],
    ...['--tsBuildInfoFile', join(cache, 'types-admin.tsbuildinfo')],
  ],
  [
    'format',
    ...['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
    ...['--cache', '--cache-location', join(cache, 'prettier')],
  ],
  ['reference', 'scripts/reference.ts'],
  ['dependencies', 'scripts/dependencies.ts'],
  ['texts', 'scripts/texts.ts'],
  ['language', 'scripts/language.ts'],
  ['structure', 'scripts/structure.ts'],
  ['rules', 'scripts/rules.ts'],
];

async function run([name, ...args]: (typeof parts)[number]): Promise<boolean> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(data));
  child.stderr.on('data', (data: Buffer) => output.push(data));
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(Buffer.concat(output).toString());
  return code === 0;
}

mkdirSync(cache, { recursive: true });
const waiting = [...parts];
const results: boolean[] = [];

async function work(): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) results.push(await run(part));
}
await Promise.all(Array.from({ length: concurrency }, work));

const passed = results.filter(Boolean).length;
console.log(`check: ${passed} passed, ${results.length - passed} failed`);
if (passed < results.length) process.exitCode = 1;
