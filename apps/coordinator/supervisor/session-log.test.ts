import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { adapterFor } from './adapters/index.ts';
import { readLogLines, readSessionEvents, summarizeSession } from './session-log.ts';

let folder: TemporaryDirectory;
let logFile: string;
beforeEach(async () => {
  folder = await temporaryDirectory();
  logFile = join(folder.path, 'log');
});
afterEach(() => folder[Symbol.asyncDispose]());

test('a log that is being written is read in whole lines, each once', async () => {
  expect(await readLogLines(logFile, 0)).toEqual({ lines: [], offset: 0 });
  await writeFile(logFile, 'ink\nprü');
  const first = await readLogLines(logFile, 0);
  expect(first).toEqual({ lines: ['ink'], offset: 4 });
  await appendFile(logFile, 'fen\n\n');
  const second = await readLogLines(logFile, first.offset);
  expect(second.lines).toEqual(['prüfen', '']);
  expect(await readLogLines(logFile, second.offset)).toEqual({ lines: [], offset: second.offset });
});

test('a long log is read in parts', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `${at} ${'x'.repeat(60_000)}`);
  await writeFile(logFile, `${lines.join('\n')}\n`);
  const texts: string[] = [];
  let parts = 0;
  const options = { logFile, adapter: adapterFor('mine', {}), resumed: undefined };
  for await (const { events } of readSessionEvents(options)) {
    parts += 1;
    texts.push(...events.map((event) => (event as { text: string }).text));
  }
  expect(texts).toEqual(lines);
  expect(parts).toBeGreaterThan(1);
});

test('the summary has the last refusal, and the session with the usage of all its turns', async () => {
  const events = [
    { type: 'thread.started', thread_id: 't-1' },
    { type: 'turn.completed', usage: { input_tokens: 120, output_tokens: 16 } },
    { type: 'turn.failed', error: { message: 'Quota exceeded.' } },
  ];
  await writeFile(logFile, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const usage = { model: null, inputTokens: 100, outputTokens: 10, usd: null };
  const resumed = { id: 't-1', usage };
  expect(await summarizeSession({ logFile, adapter: adapterFor('codex', {}), resumed })).toEqual({
    failure: 'quota',
    resumable: { id: 't-1', usage: { ...usage, inputTokens: 120, outputTokens: 16 } },
  });
});
