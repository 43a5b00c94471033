import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { adapterFor } from './adapters/index.ts';
import { summarizeSession } from './session-log.ts';

let folder: TemporaryDirectory;
let logFile: string;
beforeEach(async () => {
  folder = await temporaryDirectory();
  logFile = join(folder.path, 'log');
});
afterEach(() => folder[Symbol.asyncDispose]());

test('the summary has the last refusal, and the session with the usage of all its turns', async () => {
  const events = [
    { type: 'thread.started', thread_id: 't-1' },
    { type: 'item.completed', item: { id: 'i', type: 'agent_message', text: 'Almost.' } },
    { type: 'turn.completed', usage: { input_tokens: 120, output_tokens: 16 } },
    { type: 'turn.failed', error: { message: 'Quota exceeded.' } },
  ];
  await writeFile(logFile, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const usage = { model: null, inputTokens: 100, outputTokens: 10, usd: null };
  const resumed = { id: 't-1', usage };
  expect(await summarizeSession({ logFile, adapter: adapterFor('codex', {}), resumed })).toEqual({
    failure: 'quota',
    lastError: 'Quota exceeded.',
    lastMessage: 'Almost.',
    resumable: { id: 't-1', usage: { ...usage, inputTokens: 120, outputTokens: 16 } },
  });
});
