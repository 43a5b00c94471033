import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { measureProcessorMs, temporaryDirectory } from '@galley/testing';
import { runCommand } from './command.ts';
import type { AgentEnvironment } from './config.ts';
import { Table } from './table/table.ts';
import { writeFiles } from './fixtures.ts';
import { anything } from './table/answers.ts';

const empty: AgentEnvironment = {
  url: undefined,
  token: undefined,
  agentId: undefined,
  role: undefined,
  turn: undefined,
  reason: undefined,
  repository: undefined,
  revision: undefined,
  model: undefined,
  modelUrl: undefined,
  modelKey: undefined,
};
const whole: AgentEnvironment = {
  ...empty,
  url: 'http://127.0.0.1:9/mcp',
  token: 't',
  agentId: 'chair-1',
  turn: '7',
  reason: 'plan',
};

async function run(args: readonly string[], environment = empty, signal?: AbortSignal) {
  const [printed, logged]: string[][] = [[], []];
  const code = await runCommand({
    argv: ['node', 'galley-agent', ...args],
    environment,
    print: (text) => printed!.push(text),
    log: (line) => logged!.push(line),
    signal: signal ?? new AbortController().signal,
  });
  return { code, printed: printed!.join('\n'), logged: logged!.join('\n') };
}

test('the help lists examples and exit codes', async () => {
  const { code, printed } = await run(['--help']);
  expect(code).toBe(0);
  expect(printed).toContain('galley-agent --dry-run --repository');
  expect(printed).toContain('75 coordinator unreachable');
});

describe('wrong usage exits with 2 and names the correction', () => {
  test.each<[string, readonly string[], AgentEnvironment, string]>([
    ['an unknown option', ['--token', 'x'], whole, 'Unknown argument: token'],
    ['no address', [], empty, 'GALLEY_MCP_URL is not set'],
    ['a wrong address', ['--url', 'here'], whole, '"here" is not an MCP endpoint'],
    ['no token', [], { ...whole, token: '' }, 'GALLEY_WORKER_TOKEN is not set'],
    ['a missing token file', ['--token-file', '/x/y'], whole, 'Cannot read the token file'],
    ['no agent', [], { ...whole, agentId: undefined }, 'GALLEY_AGENT_ID is not set'],
    ['a turn that is not a number', [], { ...whole, turn: 'x' }, 'must be a number'],
    ['no reason', [], { ...whole, reason: undefined }, 'GALLEY_TURN_REASON is not set'],
    ['a repository without a commit', ['--repository', '.'], whole, 'GALLEY_REVISION'],
    ['an invalid commit', ['--revision', 'main'], whole, 'a full commit hash'],
    [
      'an invalid model address',
      ['--model', 'm', '--base-url', 'x'],
      whole,
      'must begin with https://',
    ],
    [
      'a key over unencrypted HTTP',
      ['--model', 'm', '--base-url', 'http://models.example/v1'],
      { ...whole, modelKey: 'k' },
      'requires an https:// address',
    ],
  ])('%s', async (...[, args, environment, message]) => {
    const { code, printed, logged } = await run(args, environment);
    expect({ code, printed }).toEqual({ code: 2, printed: '' });
    expect(logged).toContain(message);
  });
});

test('a dry run prints the patches without token or coordinator', async () => {
  await using folder = await temporaryDirectory();
  await writeFiles(folder.path, {
    'site/posts/ink.md': '[x](press) [y](nowhere-at-all.md)\n',
    'site/posts/press.md': '',
  });
  const options = ['--dry-run', '--repository', folder.path, '--content', 'site'];
  const { code, printed } = await run(options);
  expect(code).toBe(0);
  expect(printed).toContain('+[x](press.md) [y](nowhere-at-all.md)');
  expect(printed).toContain('link `nowhere-at-all.md` is broken');
  const json = await run([...options, '--json', '--model', 'm']);
  expect(JSON.parse(json.printed)).toMatchObject({ path: 'site/posts/ink.md' });
  expect(json.logged).toContain('GALLEY_AGENT_BASE_URL is not set');
});

test('checks 500 documents in bounded time and memory', async () => {
  await using folder = await temporaryDirectory();
  await writeFiles(folder.path, { 'posts/0.md': '' });
  await Promise.all(
    Array.from({ length: 500 }, (_, n) =>
      writeFile(join(folder.path, `posts/${n}.md`), `[x](${n + 1}.md) [y](lost-${n}.md)\n`),
    ),
  );
  const before = process.memoryUsage().heapUsed;
  const took = await measureProcessorMs(async () => {
    const { code, printed } = await run(['--dry-run', '--json', '--repository', folder.path]);
    expect({ code, lines: printed.split('\n').length }).toEqual({ code: 0, lines: 500 });
  });
  expect(took).toBeLessThan(2_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
});

test('retries an unreachable coordinator, then reports it', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await using table = new Table({
    url: `http://127.0.0.1:${port}/mcp`,
    token: 't',
    turn: '1',
    pauses: [1, 1],
    signal: new AbortController().signal,
  });
  await expect(table.ask('task_get', {}, anything)).rejects.toMatchObject({
    ending: 'unreachable',
    message: expect.stringContaining('Cannot reach the coordinator') as string,
  });
  await new Promise((resolve) => server.close(resolve));
  expect(connections).toBeGreaterThanOrEqual(3);
});

test('a signal before the first step exits with 143', async () => {
  expect(await run([], whole, AbortSignal.abort())).toMatchObject({ code: 143, printed: '' });
});
