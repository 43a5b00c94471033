import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { root } from './repository.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

let folder: TemporaryDirectory;
let dev: ChildProcess | undefined;

beforeAll(async () => {
  folder = await temporaryDirectory();
});

afterAll(async () => {
  if (dev?.exitCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  await folder[Symbol.asyncDispose]();
});

function runDev(args: readonly string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/dev.ts'), ...args], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stderr };
}

test.each([
  [['--port', 'eighty'], '--port is "eighty", but must be a number from 1 to 65535.\n'],
  [['--porl', '9000'], /Unknown option '--porl'/],
])('npm run dev refuses %j and starts nothing', (args, message) => {
  const { status, stderr } = runDev(args);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('    at ');
});

test('npm run dev refuses a port in use by another program', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const project = join(folder.path, 'refused');
  const { status, stderr } = runDev(['--project', project, '--port', `${port}`]);
  other.close();
  expect([status, stderr]).toEqual([2, `Port ${port} is in use. Choose another with --port.\n`]);
  expect(existsSync(project)).toBe(false);
});

test('npm run dev creates a project with working sign-in on the admin development server', async () => {
  const [port, adminPort] = [await freePort(), await freePort()];
  const given = ['--project', join(folder.path, 'site'), '--port', `${port}`];
  dev = spawn(
    process.execPath,
    [join(root, 'scripts/dev.ts'), ...given, '--admin-port', `${adminPort}`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(dev, 'exit');
  let said = '';
  dev.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text));
  await vi.waitUntil(() => dev!.exitCode !== null || said.includes('Sign in as'), {
    timeout: 110_000,
  });
  const admin = `http://127.0.0.1:${adminPort}/__admin/`;
  expect(said).toContain(admin);
  const page = await (await fetch(admin)).text();
  expect(page).toContain('<base href="/__admin/">');
  expect((await fetch(`${admin}main.tsx`)).headers.get('content-type')).toContain('javascript');
  const [, password] = /password "(.*)"/.exec(said)!;
  const signIn = await fetch(`${admin}api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(admin).origin },
    body: JSON.stringify({ username: 'wim', password }),
  });
  expect(signIn.status).toBe(200);
  dev.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
}, 120_000);
