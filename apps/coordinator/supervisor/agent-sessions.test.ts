import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { adapterFor } from './adapters/index.ts';
import { AgentSessions } from './agent-sessions.ts';

let folder: TemporaryDirectory;
let home: string;
let next: string;
let sessions: AgentSessions;

beforeEach(async () => {
  folder = await temporaryDirectory();
  [home, next] = [join(folder.path, 'home'), join(folder.path, 'next')];
  await mkdir(join(folder.path, 'owner/projects'), { recursive: true });
  await writeFile(join(folder.path, 'owner/projects/private.jsonl'), 'private');
  for (const path of [home, next]) await mkdir(path);
  sessions = new AgentSessions(join(folder.path, 'kept'));
});

afterEach(() => folder[Symbol.asyncDispose]());

const of = { sessionId: 's-1', runId: 'run-1', agentId: 'implementer-1' };
const usage = { model: null, inputTokens: 1, outputTokens: 1, usd: null };

async function keep(): Promise<void> {
  const adapter = adapterFor('claude', {});
  const program = { adapterName: 'claude', adapter, credentials: [], canResume: true };
  await sessions.keep({ ...of, ...program, id: 'own', usage }, home);
}

test('the session of a program is in the home folder of the next turn', async () => {
  await mkdir(join(home, '.claude/projects'), { recursive: true });
  await writeFile(join(home, '.claude/projects/own.jsonl'), 'ink');
  await keep();
  await sessions.restore(of, next);
  expect(await readFile(join(next, '.claude/projects/own.jsonl'), 'utf8')).toBe('ink');
});

test.each([
  ['the folder of the program', '', '.claude', 'owner'],
  ['its sessions', '.claude', '.claude/projects', 'owner/projects'],
])('a link in place of %s brings no files of the owner', async (...[, parent, link, target]) => {
  await mkdir(join(home, parent), { recursive: true });
  await symlink(join(folder.path, target), join(home, link));
  await keep();
  expect(await readdir(join(folder.path, 'kept'), { recursive: true })).toEqual([
    'run-1--implementer-1',
    'run-1--implementer-1/session.json',
  ]);
});
