import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { temporaryDirectory } from '@galley/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { createPatch } from '../proposal-harness.fixtures.ts';
import { programEnvironment } from './config.ts';
import { PullRequestHarness } from './pull-request-harness.fixtures.ts';

afterEach(() => vi.unstubAllEnvs());

const branch = 'galley/run-1/p1';

/** A program `ssh` that notes its arguments, and either runs the command here or fails. */
async function standIn(folder: string, then: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  const notes = join(folder, 'arguments');
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" >> '${notes}'\nenv >> '${notes}'\n${then}\n`;
  await writeFile(join(bin, 'ssh'), script);
  await chmod(join(bin, 'ssh'), 0o755);
  vi.stubEnv('PATH', `${bin}${delimiter}${programEnvironment()['PATH']}`);
  vi.stubEnv('GALLEY_COORDINATOR__REMOTE__TOKEN', 'not for git');
  return notes;
}

function sshSettings(harness: PullRequestHarness, folder: string) {
  return {
    ...harness.remote.settings(),
    git: `git@git.example.org:${harness.remote.folder.slice(1)}`,
    deployKeyFile: join(folder, "the key's file"),
    knownHostsFile: join(folder, 'known hosts'),
  };
}

test('ADD-RUN-23: with a deploy key, branches are pushed by git over SSH', async () => {
  await using harness = await PullRequestHarness.open();
  await using folder = await temporaryDirectory();
  const command = `for last; do :; done\ncd /\nexec sh -c "$last"`;
  const notes = await standIn(folder.path, command);
  const settings = sshSettings(harness, folder.path);
  await harness.propose('p1');
  await harness.run(settings);
  expect(await harness.row('p1')).toMatchObject({ state: 'open', problem: null });
  await harness.revise('p1', createPatch('ink.md', 'It is bleak.'));
  await harness.run(settings);
  expect(await harness.remote.git('show', `${branch}:ink.md`)).toContain('It is bleak.');
  expect(await harness.remote.git('rev-list', '--count', `main..${branch}`)).toBe('2');
  const said = await readFile(notes, 'utf8');
  expect(said).toContain(`-i\n${settings.deployKeyFile}\n`);
  expect(said).toContain('StrictHostKeyChecking=yes\n');
  expect(said).toContain(`UserKnownHostsFile="${settings.knownHostsFile}"\n`);
  expect(said).not.toContain('not for git');
  expect(harness.remote.seen.every(({ path }) => path.startsWith('/api/'))).toBe(true);
});

test.each([
  [
    'Host key verification failed.',
    'the host key is unknown; add it to the known hosts of coordinator.remote.known_hosts_file',
  ],
  [
    'git@git.example.org: Permission denied (publickey).',
    'the server does not accept the deploy key',
  ],
  [
    'ERROR: The key you are authenticating with has been marked as read only.',
    'the deploy key may not write; allow write access',
  ],
  [
    'Warning: Identity file /keys/none not accessible: No such file or directory.',
    'the deploy key in coordinator.remote.deploy_key_file cannot be read',
  ],
  [
    'ssh: connect to host git.example.org port 22: Connection refused',
    'the server is unreachable at the address in coordinator.remote.git',
  ],
  ['ERROR: Repository not found.', 'the server does not find the repository'],
])('ADD-RUN-26: a failure of SSH is a sentence: %s', async (output, problem) => {
  await using harness = await PullRequestHarness.open();
  await using folder = await temporaryDirectory();
  await standIn(folder.path, `echo '${output}' >&2\nexit 255`);
  await harness.propose('p1');
  await harness.run(sshSettings(harness, folder.path));
  expect((await harness.row('p1')).problem).toBe(
    `The push of owner/name to git.example.org failed: ${problem}.`,
  );
});
