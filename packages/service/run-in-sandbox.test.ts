import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadConfig } from '@galley/settings';
import { temporaryDirectory } from '@galley/testing';
import { expect, test } from 'vitest';
import { hasBubblewrap } from './sandbox.ts';
import { runInSandbox, type SandboxedExit } from './run-in-sandbox.ts';

const canSandbox = await hasBubblewrap();

/** Never without bubblewrap. */
async function run(
  command: string,
  { timeoutMs = 20_000, signal = new AbortController().signal } = {},
): Promise<SandboxedExit | undefined> {
  await using project = await temporaryDirectory();
  const [data, folder] = [join(project.path, 'data'), join(project.path, 'data', 'checks')];
  for (const name of ['home', 'work']) await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(data, 'secret'), 'hidden-in-data');
  await writeFile(join(project.path, 'galley.yaml'), '# hidden-in-settings\n');
  await writeFile(join(folder, 'work', 'given.txt'), 'given\n');
  const config = await loadConfig({
    projectDirectory: project.path,
    environment: {},
    overlays: [],
  });
  return await runInSandbox(
    {
      config,
      projectDirectory: project.path,
      dataDirectory: data,
      stateDirectory: join(project.path, '.service'),
      command: command.replaceAll('PROJECT', project.path),
      folder,
      timeoutMs,
    },
    signal,
  );
}

const expected = (exit: Partial<SandboxedExit>) =>
  canSandbox ? (expect.objectContaining(exit) as SandboxedExit) : undefined;

test('ADD-CHECK-4: a command sees its checkout, and its exit code counts', async () => {
  expect(await run('cat given.txt; pwd; exit 3')).toEqual(
    expected({ exitCode: 3, isTimedOut: false, output: 'given\n/run/galley/work' }),
  );
});

test('ADD-CHECK-4: it has no variables, data, settings or network of the server', async () => {
  const listener = createServer(() => {}).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const node = `${process.execPath} -e "fetch('http://127.0.0.1:${port}').catch((e) => console.log(e.cause.code))"`;
  const exit = await run(
    `env; cat PROJECT/data/secret PROJECT/galley.yaml; echo x > PROJECT/new; ${node}`,
  );
  listener.close();
  const variables = [...(exit?.output ?? '').matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  const given = ['HOME', 'LANG', 'OLDPWD', 'PATH', 'PWD', 'SHLVL', 'TMPDIR', '_'];
  expect(variables.filter((name) => !given.includes(name))).toEqual([]);
  expect(exit?.output ?? '').not.toContain('hidden');
  expect(exit?.output ?? 'ECONNREFUSED').toContain('ECONNREFUSED');
});

test('ADD-CHECK-4: its output is bounded, plain text without secrets', async () => {
  const secret = `ghp_${'aB3'.repeat(12)}`;
  const exit = await run(
    `yes $(printf '%01000d' 7) | head -c 5000000; printf '\\033[31mred\\033[0m \\000\\377 ${secret}\\n' >&2`,
  );
  expect(exit).toEqual(expected({ exitCode: 0 }));
  const { output } = exit ?? { output: 'red  \uFFFD [redacted]' };
  expect(output.length).toBeLessThanOrEqual(8_000);
  expect(output).toMatch(/red \uFFFD \[redacted\]$|red {2}\uFFFD \[redacted\]$/);
});

test('ADD-CHECK-4: it ends at its timeout, with the processes that it started', async () => {
  const exit = await run('echo begun; sleep 1000 & sleep 1000', { timeoutMs: 500 });
  expect(exit).toEqual(expected({ exitCode: null, isTimedOut: true, output: 'begun' }));
});

test('ADD-CHECK-4: it ends with the server', async () => {
  const stop = new AbortController();
  const running = run('sleep 1000', { signal: stop.signal });
  stop.abort();
  expect(await running).toEqual(expected({ exitCode: null, isTimedOut: false }));
});
