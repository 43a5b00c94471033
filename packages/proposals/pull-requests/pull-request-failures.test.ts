import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { answerGitHub, remoteToken, type Intercept } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPatch } from '../proposal-harness.fixtures.ts';
import { PullRequestHarness } from './pull-request-harness.fixtures.ts';

const json = { 'content-type': 'application/json' };
const branch = 'galley/run-1/p1';

function answer(status: number, message: string, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, { ...json, ...headers }).end(JSON.stringify({ message }));
  };
}

/** Answers requests whose address contains the text. */
function at(part: string, respond: (response: ServerResponse) => void): Intercept {
  return (request, response) => {
    if (!`${request.method} ${request.path}`.includes(part)) return false;
    respond(response);
    return true;
  };
}

const failures: readonly (readonly [name: string, intercept: Intercept, problem: RegExp])[] = [
  [
    'an invalid token',
    at('/api/', answer(401, 'Bad credentials')),
    /^127\.0\.0\.1:\d+ does not accept the token of coordinator\.remote \(401\): Bad credentials\.$/,
  ],
  [
    'a missing permission',
    at('POST /api', answer(403, 'Resource not accessible by personal access token')),
    /^The token of coordinator\.remote lacks a permission on owner\/name \(403\): Resource not/,
  ],
  [
    'a limit of requests',
    at('/api/', answer(403, 'API rate limit exceeded', { 'retry-after': '7200' })),
    /^127\.0\.0\.1:\d+ limits the number of requests \(403\): API rate limit exceeded\.?$/,
  ],
  [
    'an unknown repository',
    at('/api/', answer(404, 'Not Found')),
    /^127\.0\.0\.1:\d+ does not find owner\/name, or the token may not read it \(404\): Not Found\.$/,
  ],
  [
    'a refused pull request',
    at(
      'POST /api',
      (response) =>
        void response
          .writeHead(422, json)
          .end(
            JSON.stringify({ message: 'Validation Failed', errors: [{ message: 'No commits' }] }),
          ),
    ),
    /^127\.0\.0\.1:\d+ refused the pull request \(422\): Validation Failed No commits\.$/,
  ],
  [
    'a message with the token',
    at('/api/', answer(500, `Failed for ${remoteToken}\n<b>`)),
    /^127\.0\.0\.1:\d+ answered with status 500: Failed for \[redacted\] <b>\.$/,
  ],
  [
    'a web page instead of JSON',
    at(
      '/api/',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ),
    /^127\.0\.0\.1:\d+ answered with something other than JSON; check coordinator\.remote\.api\.$/,
  ],
  [
    'JSON of another shape',
    at('GET /api/v3/repos/owner/name/pulls', answer(200, 'Welcome')),
    /^.*$/,
  ],
  [
    'an address that is no web address',
    at(
      'POST /api',
      (response) =>
        void response
          .writeHead(201, json)
          .end(JSON.stringify({ number: 1, state: 'open', html_url: 'javascript:alert(1)' })),
    ),
    /^The remote answered without the number, state or address of the pull request\.$/,
  ],
  [
    'an endless answer',
    at('/api/', (response) => {
      response.writeHead(200, json);
      const more = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(65_536, '['), more);
      };
      more();
    }),
    /^127\.0\.0\.1:\d+ answered with more than 2097152 bytes\.$/,
  ],
  [
    'a closed connection',
    at('/api/', (response) => void response.destroy()),
    /^127\.0\.0\.1:\d+ is unreachable \(\w+\)\.$/,
  ],
  [
    'a token that may not push',
    at('/info/refs', (response) => void response.writeHead(403).end()),
    /^The token of coordinator\.remote may not push to owner\/name \(403\)\.$/,
  ],
  [
    'an address without a repository',
    at('/info/refs', (response) => void response.writeHead(200).end('<html>')),
    /^127\.0\.0\.1:\d+ has no git repository at the address of coordinator\.remote\.git\.$/,
  ],
  [
    'a protected branch',
    at(
      'POST /owner/name.git',
      (response) =>
        void response
          .writeHead(200)
          .end(
            `000eunpack ok\n${pkt(`ng refs/heads/${branch} protected branch hook declined\n`)}0000`,
          ),
    ),
    /^127\.0\.0\.1:\d+ refused the branch galley\/run-1\/p1: ng refs\/heads\/galley\/run-1\/p1 protected branch hook declined\.$/,
  ],
];

function pkt(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
}

describe('ADD-RUN-26: a failure', () => {
  let harness: PullRequestHarness;
  beforeAll(async () => {
    harness = await PullRequestHarness.open();
  });
  afterAll(() => harness[Symbol.asyncDispose]());

  test.each(failures)('is a sentence, and is retried: %s', async (name, intercept, problem) => {
    const id = 'p1';
    const { remote, inner } = harness;
    await inner.db.deleteFrom('proposal_pull_requests').execute();
    await inner.db.deleteFrom('proposal_checks').execute();
    await inner.db.deleteFrom('proposal_check_runs').execute();
    await inner.db.deleteFrom('proposal_patches').execute();
    await inner.db.deleteFrom('proposals').execute();
    remote.state.pulls.length = 0;
    if (await remote.tip(branch)) await remote.git('update-ref', '-d', `refs/heads/${branch}`);
    await harness.propose(id);
    remote.intercept = intercept;
    await harness.run();
    const row = await harness.row(id);
    if (name !== 'JSON of another shape') {
      expect(row).toMatchObject({ problem: expect.stringMatching(problem) as string, attempts: 1 });
      expect(JSON.stringify(row)).not.toContain(remoteToken);
      const { length } = remote.seen;
      await harness.run();
      expect(remote.seen).toHaveLength(length);
    }
    remote.intercept = () => false;
    await harness.runLater();
    expect(await harness.row(id)).toMatchObject({ state: 'open', problem: null, attempts: 0 });
    expect(remote.state.pulls).toHaveLength(1);
  });
});

test('ADD-RUN-26: a redirect does not get the token', async () => {
  await using harness = await PullRequestHarness.open();
  let reached = 0;
  const other = createServer((_request, response) => {
    reached += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const location = `http://127.0.0.1:${port}/`;
  try {
    await harness.propose('p1');
    for (const part of ['/api/', '/info/refs']) {
      harness.remote.intercept = at(
        part,
        (response) => void response.writeHead(307, { location }).end(),
      );
      await harness.runLater();
      expect((await harness.row('p1')).problem).toMatch(
        /^127\.0\.0\.1:\d+ redirects to another address \(307\), which Galley does not follow/,
      );
    }
    expect(reached).toBe(0);
  } finally {
    other.close();
  }
});

test('ADD-RUN-26: an unreachable host and a missing token are named, with growing pauses', async () => {
  await using harness = await PullRequestHarness.open();
  await harness.propose('p1');
  const settings = harness.remote.settings();
  await harness.run({ ...settings, api: 'http://127.0.0.1:9/api/v3' });
  expect((await harness.row('p1')).problem).toMatch(/^127\.0\.0\.1:9 is unreachable/);
  harness.clock.advance(31_000);
  await harness.run({ ...settings, api: 'http://127.0.0.1:9/api/v3', token: undefined });
  expect(await harness.row('p1')).toMatchObject({
    problem: expect.stringContaining('GALLEY_COORDINATOR__REMOTE__TOKEN') as string,
    attempts: 2,
  });
});

test('ADD-RUN-26: commits of others on the branch are not overwritten', async () => {
  await using harness = await PullRequestHarness.open();
  await harness.propose('p1');
  await harness.run();
  await harness.remote.commitTo(branch);
  const theirs = await harness.remote.tip(branch);
  await harness.revise('p1', createPatch('ink.md', 'It is bleak.'));
  await harness.run();
  expect(await harness.row('p1')).toMatchObject({
    state: 'open',
    problem: `The branch ${branch} of the remote has commits of others, which Galley does not overwrite; merge or close the pull request there.`,
  });
  expect(await harness.remote.tip(branch)).toBe(theirs);
  const told = await harness.inner.listEvents('proposal.pull_request_failed');
  await harness.runLater();
  expect(await harness.inner.listEvents('proposal.pull_request_failed')).toEqual(told);
  // The pull request is still followed.
  Object.assign(harness.remote.state.pulls[0]!, { state: 'closed', by: 'bo' });
  await harness.runLater();
  expect((await harness.row('p1')).state).toBe('closed');
});

test('ADD-RUN-26: a pull request that the list does not show yet is found after 422', async () => {
  await using harness = await PullRequestHarness.open();
  await harness.propose('p1');
  await harness.run();
  await harness.inner.db
    .updateTable('proposal_pull_requests')
    .set({ number: null, patch_sha256: null })
    .execute();
  let hidden = 0;
  harness.remote.intercept = (request, response) => {
    if (!request.path.includes('head=') || hidden > 0) return false;
    hidden += 1;
    response.writeHead(200, json).end('[]');
    return true;
  };
  await harness.runLater();
  expect(await harness.row('p1')).toMatchObject({ state: 'open', number: 1 });
  expect(harness.remote.state.pulls).toHaveLength(1);
});

describe('ADD-RUN-26: a process that is killed', () => {
  test.each([
    ['before the push arrives', 'POST /owner/name.git'],
    ['after the push', 'GET /api/v3/repos/owner/name/pulls'],
    ['after the creation', 'POST /api/v3/repos/owner/name/pulls'],
  ])('%s leaves one branch and one pull request', async (_name, step) => {
    await using harness = await PullRequestHarness.open();
    const { remote } = harness;
    await harness.propose('p1');
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    remote.intercept = ({ method, path, body }) => {
      if (!`${method} ${path}`.startsWith(step)) return false;
      const url = new URL(path, remote.address);
      if (!step.startsWith('POST /api')) resolve();
      else void answerGitHub({ method, url, body }, remote.state).then(() => resolve());
      return true;
    };
    await killWhen(reached, harness);
    remote.intercept = () => false;
    // A newer patch does not stumble over the commit of the killed process.
    await harness.revise('p1', createPatch('ink.md', 'It is bleak.'));
    // PostgreSQL holds the lock of a killed process for a moment.
    await vi.waitFor(
      async () => {
        await harness.runLater();
        expect(await harness.row('p1')).toMatchObject({ state: 'open', number: 1, problem: null });
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(remote.state.pulls).toHaveLength(1);
    expect(await remote.git('show', `${branch}:ink.md`)).toContain('It is bleak.');
    expect(await remote.git('for-each-ref', '--format=%(refname:short)')).toBe(`${branch}\nmain`);
  });
});

async function killWhen(reached: Promise<void>, { inner, remote }: PullRequestHarness) {
  const program = join(import.meta.dirname, 'publishing-process.fixtures.ts');
  const settings = JSON.stringify(remote.settings());
  const args = [program, inner.database.url, inner.repository.root, settings];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const exited = once(child, 'exit');
  await reached;
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}
