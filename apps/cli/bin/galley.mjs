#!/usr/bin/env node
// Runs on any Node version; when that is too old to run TypeScript, starts the pinned Node instead.
import { spawn } from 'node:child_process';
// Older versions have no compile cache.
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCurrentBundle } from './current-bundle.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');
const main = findCurrentBundle(root)?.main ?? join(root, 'apps/cli/main.ts');

// Caches the compiled sources with their types stripped, which cuts startup time by a third. The cache lies beside the
// packages, writable only for accounts that can change the program itself.
const cache = join(root, 'node_modules/.cache/galley');
// Inherited by the threads and child processes that `galley` starts.
process.env.NODE_COMPILE_CACHE ??= cache;

if (Number(process.versions.node.split('.')[0]) >= 24) {
  modules.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  await import(main);
} else {
  const node = join(
    dirname(modules.createRequire(import.meta.url).resolve('node/package.json')),
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const child = spawn(node, [main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, GALLEY_LAUNCHER_PID: String(process.pid) },
  });
  // The terminal also signals the child, which treats two signals in quick succession as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(
      `galley needs Node 24, which npm installs beside it, and could not start it: ${error.message}`,
    );
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
