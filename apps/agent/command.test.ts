import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runCommand } from './command.ts';
import type { AgentEnvironment } from './config.ts';
import { Table } from './table/table.ts';

const empty: AgentEnvironment = {
  url: undefined,
  token: undefined,
  agentId: undefined,
  role: undefined,
  turn: undefined,
  reason: undefined,
  prompt: undefined,
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
  model: 'm',
  modelUrl: 'http://127.0.0.1:9/v1',
};

async function run(args: readonly string[], environment = empty, signal?: AbortSignal) {
  const printed: string[] = [];
  const code = await runCommand({
    argv: ['node', 'galley-agent', ...args],
    environment,
    print: (text) => printed.push(text),
    log: () => undefined,
    signal: signal ?? new AbortController().signal,
  });
  return { code, printed: printed.join('\n') };
}

test('the help lists examples, defaults and exit codes', async () => {
  const { code, printed } = await run(['--help']);
  expect(code).toBe(0);
  expect(printed).toContain('galley-agent --model qwen3:8b');
  expect(printed).toContain('[default: 32000]');
  expect(printed).toContain('4 model not usable');
});

describe('wrong usage exits with 2 and names the correction', () => {
  test.each<[string, readonly string[], AgentEnvironment, string]>([
    ['an unknown option', ['--token', 'x'], whole, 'Unknown argument: token'],
    ['no address', [], empty, 'GALLEY_TURN_REASON is not set'],
    ['a wrong address', ['--url', 'here'], whole, '"here" is not an MCP endpoint'],
    ['no token', [], { ...whole, token: '' }, 'GALLEY_WORKER_TOKEN is not set'],
    ['a missing token file', ['--token-file', '/x/y'], whole, 'Cannot read the token file'],
    ['no agent', [], { ...whole, agentId: undefined }, 'GALLEY_AGENT_ID is not set'],
    ['a turn that is not a number', [], { ...whole, turn: 'x' }, 'must be a number'],
    ['a context that is none', ['--context-tokens', 'x'], whole, '--context-tokens must be'],
    ['no steps', ['--steps', '0'], whole, '--steps must be'],
    ['a price below 0', ['--input-price', '-1'], whole, '--input-price and --output-price'],
    ['an output larger than the context', ['--output-tokens', '20000'], whole, 'at most half'],
    ['an invalid model address', ['--base-url', 'x'], whole, 'must begin with https://'],
    ['a key with a line break', [], { ...whole, modelKey: 'a\nb' }, 'contains a space'],
    [
      'a key over unencrypted HTTP',
      ['--base-url', 'http://models.example/v1'],
      { ...whole, modelKey: 'k' },
      'requires an https:// address',
    ],
  ])('%s', async (...[, args, environment, message]) => {
    const { code, printed } = await run(args, environment);
    expect(code).toBe(2);
    expect(JSON.parse(printed)).toEqual({
      kind: 'error',
      code: 'other',
      text: expect.stringContaining(message) as string,
    });
  });
});

test('without a model, it says what to set, in a way that pauses the run at once', async () => {
  const { code, printed } = await run([], { ...whole, model: '', modelUrl: '' });
  expect(code).toBe(2);
  expect(JSON.parse(printed)).toEqual({
    kind: 'error',
    code: 'sign_in',
    text: expect.stringMatching(
      /galley-agent needs a model\. .*--model.*coordinator\.agents.*GALLEY_AGENT_BASE_URL/,
    ) as string,
  });
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
  await expect(table.ask('task_get', {})).rejects.toMatchObject({
    ending: 'unreachable',
    message: expect.stringContaining('Cannot reach the coordinator') as string,
  });
  await new Promise((resolve) => server.close(resolve));
  expect(connections).toBeGreaterThanOrEqual(3);
});

test('a signal before the first step exits with 143', async () => {
  expect(await run([], whole, AbortSignal.abort())).toMatchObject({ code: 143 });
});
