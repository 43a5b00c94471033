#!/usr/bin/env node
// Runs on the installed Node; starts the pinned version if the installed one is too old to run TypeScript.
import { spawn } from 'node:child_process';
// A namespace import, since older versions lack the compile cache.
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

// Compile cache of the sources without types, which makes startup a third faster. It lies next to the packages, where
// only users who can change the program itself can write.
const cache = fileURLToPath(new URL('../../../node_modules/.cache/galley', import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  modules.enableCompileCache?.(cache);
  await import(main);
} else {
  const node = join(
    dirname(modules.createRequire(import.meta.url).resolve('node/package.json')),
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal also sends its signals to the child, which treats two signals in quick succession as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(
      `galley-agent needs Node 24, which npm installs beside it, and could not start it: ${error.message}\n`,
    );
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
