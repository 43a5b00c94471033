import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '@galley/settings';
import { GitRemote, temporaryDirectory, type Intercept } from '@galley/testing';
import { beforeEach, afterEach, expect, test } from 'vitest';
import { remoteChecks } from './remote-checks.ts';

const run = promisify(execFile);
const git = (folder: string, ...args: readonly string[]) => run('git', ['-C', folder, ...args]);

let remote: GitRemote;
let project: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeEach(async () => {
  remote = await GitRemote.open();
  project = await temporaryDirectory();
  await git(project.path, 'init', '-q', '-b', 'main');
  await commit('The beginning');
  await remote.receive(project.path);
});

afterEach(async () => {
  await remote[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

async function commit(message: string): Promise<void> {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  await git(project.path, ...author, 'commit', '-q', '--allow-empty', '-m', message);
}

type Given = Readonly<Record<string, string>>;

/** Checks by name. */
async function examine(kind: 'github' | 'gitlab' = 'github', given: Given = {}) {
  const { token, ...settings } = remote.settings(kind);
  const yaml = { coordinator: { workspace: { repository: '.' }, remote: settings } };
  await writeFile(join(project.path, 'galley.yaml'), JSON.stringify(yaml));
  const config = await loadConfig({
    projectDirectory: project.path,
    overlays: [],
    environment: { GALLEY_COORDINATOR__REMOTE__TOKEN: token, ...given },
    overrides: {},
  });
  const checks = await remoteChecks(project.path, config);
  expect(JSON.stringify(checks)).not.toContain(given['GALLEY_COORDINATOR__REMOTE__TOKEN'] ?? token);
  return Object.fromEntries(checks.map(({ name, ...check }) => [name, check]));
}

async function problems(kind: 'github' | 'gitlab') {
  const found = Object.entries(await examine(kind));
  const failed = found.filter(([, { status }]) => status === 'error');
  return Object.fromEntries(failed.map(([name, { message }]) => [name, message]));
}

/** Answers requests whose method and path contain the text. */
function answer(part: string, status: number, value: unknown): Intercept {
  return ({ method, path }, response) => {
    if (!`${method} ${path}`.includes(part)) return false;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    return true;
  };
}

test.each(['github', 'gitlab'] as const)(
  'ADD-RUN-32: the doctor asks a remote on %s, and changes nothing there',
  async (kind) => {
    expect(await examine(kind)).toEqual({
      'remote.api': {
        status: 'ok',
        message: 'The API answers about owner/name and its pull requests.',
      },
      'remote.git': {
        status: 'ok',
        message: 'Branches can be pushed to owner/name, which has the branch main.',
      },
    });
    expect(remote.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test('ADD-RUN-32: a rejected token is named without its value', async () => {
  const found = await examine('github', {
    GALLEY_COORDINATOR__REMOTE__TOKEN: 'ghp_0123456789abcdefghijklmnopqrstuvwxyz',
  });
  expect(found['remote.api']).toMatchObject({
    status: 'error',
    message: expect.stringMatching(
      /does not accept the token of coordinator\.remote \(401\)/,
    ) as unknown,
    advice: expect.stringContaining('"Pull requests: read and write"') as unknown,
  });
  expect(found['remote.git']).toMatchObject({
    status: 'error',
    message: expect.stringMatching(/does not accept the token .* for pushes \(401\)\.$/) as unknown,
  });
  expect(found).not.toHaveProperty('remote.base');
});

test.each([
  [
    answer('GET /api/v3/repos/owner/name', 200, { archived: true }),
    { 'remote.api': 'owner/name is archived, so that nothing can be pushed to it.' },
  ],
  [
    answer('/pulls', 403, { message: 'Resource not accessible' }),
    {
      'remote.api':
        'The token of coordinator.remote lacks a permission on owner/name (403): Resource not accessible.',
    },
  ],
  [
    answer('/info/refs', 403, ''),
    { 'remote.git': 'The token of coordinator.remote may not push to owner/name (403).' },
  ],
])('ADD-RUN-32: the doctor names what GitHub refuses: %o', async (intercept, expected) => {
  remote.intercept = intercept;
  expect(await problems('github')).toEqual(expected);
});

test('ADD-RUN-32: a project on GitLab without merge requests is named', async () => {
  const project = 'GET /api/v4/projects/owner%2Fname';
  remote.intercept = answer(project, 200, { merge_requests_access_level: 'disabled' });
  expect(await problems('gitlab')).toEqual({
    'remote.api': 'owner/name has merge requests disabled; enable them in its settings.',
  });
});

test('ADD-RUN-32: a missing base branch and commits that are not on the remote are named', async () => {
  const wrong = await examine('github', { GALLEY_COORDINATOR__REMOTE__BRANCH: 'trunk' });
  expect(wrong['remote.git']).toMatchObject({
    status: 'error',
    message: 'owner/name has no branch trunk.',
  });
  await commit('A draft');
  const found = await examine();
  expect(found['remote.git']).toMatchObject({ status: 'ok' });
  expect(found['remote.base']).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(
      /^The branch main of the remote does not have [0-9a-f]{12}, the newest commit/,
    ) as unknown,
    advice: expect.stringContaining('push its commits to main there') as unknown,
  });
});

test('ADD-RUN-32: an unreachable address is named', async () => {
  const settings = remote.settings();
  await remote[Symbol.asyncDispose]();
  remote.settings = () => settings;
  const found = await examine();
  expect(found['remote.api']!.message).toMatch(/^127\.0\.0\.1:\d+ is unreachable \(ECONNREFUSED\)/);
  remote = await GitRemote.open();
});
