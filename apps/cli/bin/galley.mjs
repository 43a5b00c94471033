#!/usr/bin/env node
// Runs on whatever Node the machine has; hands over to the pinned one when that is too old to run TypeScript.
import { spawn } from 'node:child_process';
// Older versions have no compile cache.
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

// The sources with their types taken out, and compiled: starting takes a third of the time less. Beside the packages,
// where nobody can write who cannot change the program itself.
const cache = fileURLToPath(new URL('../../../node_modules/.cache/galley', import.meta.url));
// Threads and processes that it starts find it there.
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
  // The terminal sends its signals to the child too, which takes two that come together for one.
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
