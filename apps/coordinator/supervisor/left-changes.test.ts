import fs from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LivingSession } from '@galley/runcoord';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { createCheckout } from './checkout.ts';
import { LeftChanges } from './left-changes.ts';
import { RepositoryViews } from './repository-view.ts';

let folder: TemporaryDirectory;
let coordinator: Server;
let tokens: number;
let calls: string[];
let now: number;
let changes: LeftChanges;

const session = {
  id: 's-1',
  runId: 'run-1',
  agentId: 'implementer-1',
  turn: { state: 'in_flight', reason: 'task t-1' },
} as LivingSession;
const found = { externalId: 'x', sessionId: 's-1', agentId: '', state: 'exited' } as const;

beforeEach(async () => {
  folder = await temporaryDirectory();
  [tokens, calls, now] = [0, [], 0];
  // Like a proxy in front of a coordinator that is not there.
  coordinator = createServer((request, response) => {
    calls.push(request.headers.authorization!);
    response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(coordinator, 'listening');
  const { port } = coordinator.address() as { port: number };
  const path = join(folder.path, 'work');
  const repositories = await createRepository(path);
  changes = new LeftChanges({
    gateway: {
      issueToken: () => Promise.resolve(`token-${(tokens += 1)}`),
    },
    fence: { place: 'here', epoch: 1 },
    driver: {
      mcpUrl: `http://127.0.0.1:${port}/mcp`,
      openCheckout: () => Promise.resolve({ path, [Symbol.asyncDispose]: async () => {} }),
    },
    logFileOf: () => join(folder.path, 'log'),
    repositories,
    clock: { now: () => new Date(now), sleep: () => Promise.resolve() },
  });
});
afterEach(async () => {
  coordinator.closeAllConnections();
  coordinator.close();
  await folder[Symbol.asyncDispose]();
});

async function createRepository(work: string): Promise<RepositoryViews> {
  const dir = join(folder.path, 'site');
  await mkdir(dir);
  await git.init({ fs, dir });
  await writeFile(join(dir, 'a.md'), 'ink');
  await git.add({ fs, dir, filepath: 'a.md' });
  await git.commit({ fs, dir, message: 'x', author: { name: 'ada', email: 'ada@example.org' } });
  const repositories = new RepositoryViews(dir, join(folder.path, 'views'));
  const view = await repositories.open();
  await createCheckout(view, work, view.directory);
  await writeFile(join(work, 'a.md'), 'soot');
  return repositories;
}

/** Checks every 100 ms for a minute. Returns the times of the attempts in seconds. */
async function attemptsInOneMinute(): Promise<number[]> {
  const attempts: number[] = [];
  for (const end = now + 60_000; now < end; now += 100) {
    if (changes.isPaused(session)) continue;
    attempts.push(now / 1_000);
    await expect(changes.propose(session, found, '')).rejects.toThrow();
  }
  return attempts;
}

test('while the coordinator does not answer, changes are proposed again after growing pauses, with one token', async () => {
  expect(await attemptsInOneMinute()).toEqual([0, 1, 3, 7, 15, 31]);
  expect(tokens).toBe(1);
  expect(new Set(calls)).toEqual(new Set(['Bearer token-1']));
});

test('a new token is issued before the last one expires', async () => {
  await attemptsInOneMinute();
  now = 580_000;
  await attemptsInOneMinute();
  expect(tokens).toBe(2);
});

test('when the turn is over, the transcript says why the changes were not proposed', async () => {
  await attemptsInOneMinute();
  const over = { ...session, turn: { ...session.turn, state: 'expired' as const } };
  await changes.propose(over, found, '');
  expect(await readFile(join(folder.path, 'log'), 'utf8')).toContain(
    'The changes in the working copy were not proposed: ',
  );
  expect(changes.isPaused(session)).toBe(false);
});
