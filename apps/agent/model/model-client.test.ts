import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { modelAnswer, startScriptedModel, type ModelReply } from '@galley/testing';
import { ModelClient, type ModelSettings } from './model-client.ts';
import { ContextExceeded } from './model-refusal.ts';
import { callResponses } from './responses.fixtures.ts';

const never = new AbortController().signal;
const tools = [{ name: 'task_get', description: 'Shows a task.', parameters: { type: 'object' } }];
const messages = [{ role: 'user', content: 'Go.' }];

function clientOf(url: string, more: Partial<ModelSettings> = {}) {
  return new ModelClient({
    model: 'm',
    url: new URL(`${url}/chat/completions`),
    apiKey: undefined,
    outputTokens: 500,
    prices: undefined,
    pauses: [1, 1],
    ...more,
  });
}

async function ask(replies: readonly ModelReply[], more: Partial<ModelSettings> = {}) {
  await using endpoint = await startScriptedModel(
    (_, count) => replies[count - 1] ?? replies.at(-1)!,
  );
  const client = clientOf(endpoint.url, more);
  const outcome = await client.ask({ messages, tools }, never).catch((error: unknown) => error);
  return { outcome, endpoint };
}

describe('understands the answers of several servers', () => {
  test.each(Object.entries(callResponses))('%s', async (name, body) => {
    const { outcome } = await ask([{ body }]);
    expect(outcome).toMatchObject({
      text: '',
      thinking: name === 'OpenAI' ? '' : 'First the task.',
      calls: [
        { id: expect.stringMatching(/./) as string, tool: 'task_get', input: { task_id: 't-1' } },
      ],
      usage: { inputTokens: 100, outputTokens: 20 },
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [
          { type: 'function', function: { name: 'task_get', arguments: '{"task_id":"t-1"}' } },
        ],
      },
    });
  });

  test('several calls at once keep their order and get different ids', async () => {
    const call = (id: string) => ({
      function: { name: 'task_get', arguments: `{"task_id":"${id}"}` },
    });
    const message = { content: 'Both.', tool_calls: [call('a'), call('b')] };
    const { outcome } = await ask([{ body: { choices: [{ message }] } }]);
    expect(outcome).toMatchObject({
      text: 'Both.',
      calls: [
        { id: 'call_1', input: { task_id: 'a' } },
        { id: 'call_2', input: { task_id: 'b' } },
      ],
      usage: undefined,
    });
  });

  test('malformed arguments are kept for the error, and sent back as valid JSON', async () => {
    const bad = { id: 'c', function: { name: 'task_get', arguments: '{"task_id": "t-' } };
    const { outcome } = await ask([{ body: { choices: [{ message: { tool_calls: [bad] } }] } }]);
    expect(outcome).toMatchObject({
      calls: [{ input: undefined, text: '{"task_id": "t-' }],
      message: { tool_calls: [{ function: { arguments: '{}' } }] },
    });
  });

  test('fields that the server added to a call go back with it', async () => {
    const extra = { google: { thought_signature: 's' } };
    const call = { id: 'c', extra_content: extra, function: { name: 'task_get', arguments: '' } };
    const { outcome } = await ask([{ body: { choices: [{ message: { tool_calls: [call] } }] } }]);
    expect(outcome).toMatchObject({
      calls: [{ input: {} }],
      message: { tool_calls: [{ extra_content: extra }] },
    });
  });
});

const said = (status: number, message: string, more: object = {}): ModelReply => ({
  status,
  body: { error: { message, type: 'error', ...more } },
});
const good = modelAnswer({ text: 'Done.' });

describe('repeats requests that can succeed later', () => {
  test.each([
    ['a rate limit', { ...said(429, 'slow down'), headers: { 'retry-after': '0' } }],
    ['an overloaded server', said(503, 'loading model')],
    ['an error with the status 200', said(200, 'upstream failed', { code: 502 })],
  ])('%s', async (_, reply) => {
    const { outcome, endpoint } = await ask([reply, reply, good]);
    expect(outcome).toMatchObject({ text: 'Done.' });
    expect(endpoint.requests).toHaveLength(3);
  });

  test('waits as long as Retry-After says, but not for minutes', async () => {
    const short = { ...said(429, 'slow down'), headers: { 'retry-after': '0.05' } };
    expect((await ask([short, good], { pauses: [60_000] })).outcome).toMatchObject({
      text: 'Done.',
    });
    const long = { ...said(429, 'slow down'), headers: { 'retry-after': '3600' } };
    const { outcome, endpoint } = await ask([long, good]);
    expect(outcome).toMatchObject({ code: 'quota' });
    expect(endpoint.requests).toHaveLength(1);
  });

  test('sends the limit of the output under the other name, if the model wants it', async () => {
    const other = said(
      400,
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    );
    const { outcome, endpoint } = await ask([other, good]);
    expect(outcome).toMatchObject({ text: 'Done.' });
    expect(endpoint.requests[0]).toMatchObject({ max_tokens: 500 });
    expect(endpoint.requests[1]).toMatchObject({ max_completion_tokens: 500 });
    expect(endpoint.requests[1]).not.toHaveProperty('max_tokens');
  });
});

describe('explains failures', () => {
  test.each<[string, ModelReply, string, string]>([
    ['no key', said(401, "You didn't provide an API key."), 'sign_in', 'GALLEY_AGENT_API_KEY'],
    ['a wrong key', said(401, 'Incorrect API key provided'), 'sign_in', 'Incorrect API key'],
    [
      'an unknown model',
      said(404, 'model "m" not found, try pulling it first'),
      'other',
      'does not have the model "m"',
    ],
    [
      'a wrong path',
      { status: 404, body: '404 page not found' },
      'other',
      'which usually ends with /v1',
    ],
    [
      'a redirect',
      { status: 307, headers: { location: '/x' }, body: '' },
      'other',
      'Check GALLEY_AGENT_BASE_URL',
    ],
    [
      'Ollama without tools',
      said(400, 'registry.ollama.ai/library/gemma:2b does not support tools'),
      'other',
      'cannot call tools',
    ],
    [
      'vLLM without tools',
      said(
        400,
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      ),
      'other',
      'cannot call tools',
    ],
    [
      'llama.cpp without tools',
      said(500, 'tools param requires --jinja flag'),
      'other',
      'cannot call tools',
    ],
    [
      'OpenRouter without tools',
      said(404, 'No endpoints found that support tool use.'),
      'other',
      'cannot call tools',
    ],
    [
      'a used up account',
      said(429, 'x', { code: 'insufficient_quota' }),
      'quota',
      'insufficient_quota',
    ],
    ['no money', said(402, 'Insufficient credits'), 'quota', 'Insufficient credits'],
    ['a web page', { body: '<html>Hello</html>' }, 'other', 'did not answer like a chat'],
    ['a failing server', said(500, 'CUDA error'), 'other', 'CUDA error'],
  ])('%s', async (...[, reply, code, message]) => {
    const { outcome } = await ask([reply]);
    expect(outcome).toMatchObject({
      ending: 'model',
      code,
      message: expect.stringContaining(message) as string,
    });
  });

  test('too long a conversation', async () => {
    const { outcome } = await ask([
      said(400, "This model's maximum context length is 8192 tokens.", {
        code: 'context_length_exceeded',
      }),
    ]);
    expect(outcome).toBeInstanceOf(ContextExceeded);
  });

  test('an endpoint that is not there', async () => {
    await using endpoint = await startScriptedModel(() => good);
    await endpoint[Symbol.asyncDispose]();
    const asked = clientOf(endpoint.url).ask({ messages, tools }, never);
    await expect(asked).rejects.toMatchObject({
      ending: 'model',
      message: expect.stringMatching(/Cannot reach the endpoint .*ECONNREFUSED/) as string,
    });
  });

  test('an answer without end', async () => {
    const server = createServer((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(1_000_000)), 1);
      response.once('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const asked = clientOf(`http://127.0.0.1:${port}/v1`).ask({ messages, tools }, never);
    await expect(asked).rejects.toMatchObject({ ending: 'model' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

test('sends the key only as a header, and no list of tools without tools', async () => {
  await using endpoint = await startScriptedModel(() => good);
  await clientOf(endpoint.url, { apiKey: 'k-1' }).ask({ messages, tools: [] }, never);
  expect(endpoint.asked[0]!.headers).toMatchObject({ authorization: 'Bearer k-1' });
  expect(endpoint.requests[0]).not.toHaveProperty('tools');
  expect(JSON.stringify(endpoint.requests)).not.toContain('k-1');
});
