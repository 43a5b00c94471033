import { describe, expect, test } from 'vitest';
import { adapterFor } from './index.ts';

const resumed = {
  id: 's-1',
  usage: { model: null, inputTokens: 100, outputTokens: 10, usd: null },
};

const launch = {
  mcpUrl: 'http://127.0.0.1:7117/mcp',
  home: '/h',
  isConfined: false,
  resumed: undefined,
  environment: {},
};

const argsOf = (name: string, command: string, more: object = {}) =>
  adapterFor(name, {})
    .prepare({ ...launch, command, ...more })
    .argv.slice(4);

describe('the options appended to a command', () => {
  test.each([
    ['claude', 'claude -p', ['--resume', 's-1']],
    ['codex', 'codex exec', ['resume', 's-1', '-']],
    ['gemini', 'gemini', ['--resume', 's-1']],
    ['opencode', 'opencode run', ['--session', 's-1']],
  ])('%s resumes the session of the turn before', (name, command, expected) => {
    expect(argsOf(name, command, { resumed }).slice(-expected.length)).toEqual(expected);
    expect(argsOf(name, command)).not.toContain('s-1');
  });

  test('codex uses its own sandbox only outside another one', () => {
    expect(argsOf('codex', 'codex exec')).toContain('workspace-write');
    expect(argsOf('codex', 'codex exec', { isConfined: true })).toContain('danger-full-access');
  });

  test('codex reads the address of its provider from its configuration', () => {
    const prepare = (environment: Readonly<Record<string, string>>) =>
      adapterFor('codex', {}).prepare({ ...launch, command: 'codex exec', environment }).files[
        '.codex/config.toml'
      ];
    expect(prepare({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' })).toMatch(
      /^check_for_update_on_startup = false\nopenai_base_url = "http:\/\/127.0.0.1:11434\/v1"\n\n\[/,
    );
    expect(prepare({})).not.toContain('openai_base_url');
  });

  test('gemini signs in with the key also at another provider', () => {
    const selected = (environment: Readonly<Record<string, string>>) => {
      const { files } = adapterFor('gemini', {}).prepare({
        ...launch,
        command: 'gemini',
        environment,
      });
      return (JSON.parse(files['.gemini/settings.json']!) as { security?: unknown }).security;
    };
    const given = { GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:8000' };
    expect(selected(given)).toEqual({ auth: { selectedType: 'gemini-api-key' } });
    expect(selected({ GEMINI_API_KEY: 'x' })).toBeUndefined();
    expect(selected({ ...given, GOOGLE_GENAI_USE_GCA: 'true' })).toBeUndefined();
  });

  test('another program gets none, unless its settings name a known one', () => {
    expect(argsOf('mine', 'mine --fast')).toEqual([]);
    const mine = adapterFor('mine', { program: 'claude' });
    expect(mine.prepare({ ...launch, command: 'mine' }).argv).toContain('--strict-mcp-config');
    const replaced = adapterFor('claude', { program: 'command' });
    expect(replaced.prepare({ ...launch, command: 'claude -p' }).argv.slice(4)).toEqual([]);
  });
});

describe('the reference agent', () => {
  const keys = (settings: Parameters<typeof adapterFor>[1]) => adapterFor('generic', settings).keys;

  test.each([
    { command: 'galley-agent --model m' },
    { command: '/usr/local/bin/galley-agent' },
    { command: 'node /agent/main.ts', program: 'galley-agent' as const },
  ])('is recognized: %j', (settings) => {
    expect(keys(settings)).toEqual(['GALLEY_AGENT_BASE_URL']);
  });

  test.each([
    { command: 'galley-agents' },
    { command: 'node galley-agent' },
    { command: 'galley-agent', program: 'command' as const },
  ])('is not %j', (settings) => {
    expect(keys(settings)).toEqual([]);
  });
});

// Recorded from the programs, with an account that is missing, refused, or used up.
const refusals: readonly (readonly [program: string, code: string, line: string])[] = [
  [
    'claude',
    'sign_in',
    '{"type":"assistant","message":{"model":"<synthetic>","role":"assistant","content":[{"type":"text","text":"Not logged in · Please run /login"}]},"error":"authentication_failed"}',
  ],
  [
    'claude',
    'sign_in',
    '{"type":"result","subtype":"success","is_error":true,"result":"Not logged in · Please run /login","modelUsage":{}}',
  ],
  [
    'claude',
    'quota',
    '{"type":"assistant","message":{"model":"<synthetic>","role":"assistant","content":[{"type":"text","text":"API Error: Request rejected (429) · This request would exceed your rate limit"}]},"error":"rate_limit"}',
  ],
  [
    'claude',
    'other',
    '{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["No conversation found with session ID: fd248abc"],"modelUsage":{}}',
  ],
  [
    'codex',
    'sign_in',
    '{"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized: Incorrect API key provided, url: http://127.0.0.1:9102/v1/responses"}}',
  ],
  [
    'codex',
    'quota',
    '{"type":"turn.failed","error":{"message":"Quota exceeded. Check your plan and billing details."}}',
  ],
  [
    'gemini',
    'sign_in',
    'Please set an Auth method in your /h/.gemini/settings.json or specify one of the following environment variables before running: GEMINI_API_KEY, GOOGLE_GENAI_USE_VERTEXAI, GOOGLE_GENAI_USE_GCA',
  ],
  ['gemini', 'sign_in', 'Invalid auth method selected.'],
  [
    'gemini',
    'sign_in',
    '{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: {\\"error\\":{\\"code\\":400,\\"message\\":\\"API key not valid. Please pass a valid API key.\\"}}]"},"stats":{"models":{}}}',
  ],
  [
    'gemini',
    'quota',
    '{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: You have exhausted your daily quota on this model.]"},"stats":{"models":{}}}',
  ],
  [
    'opencode',
    'sign_in',
    '{"type":"error","sessionID":"ses_1","error":{"name":"APIError","data":{"message":"Incorrect API key provided","statusCode":401,"isRetryable":false}}}',
  ],
  [
    'opencode',
    'quota',
    '{"type":"error","sessionID":"ses_1","error":{"name":"APIError","data":{"message":"You exceeded your current quota","statusCode":429}}}',
  ],
];

test.each(refusals)('%s reports %s: %s', (program, code, line) => {
  const events = adapterFor(program, {}).parse(line);
  expect(events).toEqual([{ kind: 'error', code, text: expect.stringMatching(/./) as unknown }]);
});

describe.each(['claude', 'codex', 'gemini', 'opencode', 'mine'])('%s', (program) => {
  const parse = (line: string) => adapterFor(program, {}).parse(line);

  test.each([
    '{"type":"assistant","mess',
    'null',
    '[1]',
    '{"type":7}',
    '{"kind":"message"}',
    'x',
    '{}',
  ])('accepts any line: %s', (line) => {
    for (const event of parse(line)) expect(event).toEqual({ kind: 'output', text: line });
  });

  test('an empty line is no event', () => expect(parse(' ')).toEqual([]));
});

test('a line with a redacted secret is still an event', () => {
  const line =
    '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Edit","input":{"password": [redacted]}}]}}';
  expect(adapterFor('claude', {}).parse(line)).toEqual([
    { kind: 'tool_call', id: 't', tool: 'Edit', input: { password: '[redacted]' } },
  ]);
});

test('codex reports the sum of a resumed session, of which only the new part counts', () => {
  const line = '{"type":"turn.completed","usage":{"input_tokens":120,"output_tokens":16}}';
  const usage = { model: null, inputTokens: 20, outputTokens: 6, usd: null };
  expect(adapterFor('codex', {}).parse(line, resumed)).toEqual([{ kind: 'usage', usage }]);
});

test('claude reports the sums of a resumed session, of which only the new part counts', () => {
  const before = { model: null, inputTokens: 100, outputTokens: 10, usd: 0.5 };
  const line = JSON.stringify({
    type: 'result',
    is_error: false,
    modelUsage: {
      small: { inputTokens: 80, outputTokens: 2, costUSD: 0.25 },
      large: { inputTokens: 30, cacheReadInputTokens: 10, outputTokens: 14, costUSD: 0.75 },
    },
  });
  expect(adapterFor('claude', {}).parse(line, { id: 's-1', usage: before })).toEqual([
    { kind: 'usage', usage: { model: 'small', inputTokens: 0, outputTokens: 0, usd: 0 } },
    { kind: 'usage', usage: { model: 'large', inputTokens: 20, outputTokens: 6, usd: 0.5 } },
  ]);
});

test('any program can print events itself', () => {
  const parse = (line: string) => adapterFor('mine', {}).parse(line);
  expect(parse('{"kind":"usage","input_tokens":2,"output_tokens":1,"model":"m"}')).toEqual([
    { kind: 'usage', usage: { model: 'm', inputTokens: 2, outputTokens: 1, usd: null } },
  ]);
  expect(parse('{"kind":"tool_result","id":"1","text":"ok"}')).toEqual([
    { kind: 'tool_result', id: '1', text: 'ok', isError: false },
  ]);
  expect(parse('{"kind":"error","code":"quota","text":"no more"}')).toEqual([
    { kind: 'error', code: 'quota', text: 'no more' },
  ]);
});
