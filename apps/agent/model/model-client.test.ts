import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ChatEndpoint, modelAnswer, startScriptedModel, type ModelReply } from '@galley/testing';
import { ModelClient, type ModelSettings } from './model-client.ts';
import { ContextExceeded } from './model-refusal.ts';
import { callResponses } from './responses.fixtures.ts';
import { callStreams, textStreams } from './streams.fixtures.ts';

const never = new AbortController().signal;
const nothing = () => undefined;
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
    idleMs: 60_000,
    ...more,
  });
}

async function ask(replies: readonly ModelReply[], more: Partial<ModelSettings> = {}) {
  await using endpoint = await startScriptedModel(
    (_, count) => replies[count - 1] ?? replies.at(-1)!,
  );
  const client = clientOf(endpoint.url, more);
  const shown: string[] = [];
  const outcome = await client
    .ask({ messages, tools }, never, (kind, text) => shown.push(`${kind}: ${text}`))
    .then(({ answer }) => answer)
    .catch((error: unknown) => error);
  return { outcome, endpoint, shown };
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
    const asked = clientOf(endpoint.url).ask({ messages, tools }, never, nothing);
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
    const asked = clientOf(`http://127.0.0.1:${port}/v1`).ask({ messages, tools }, never, nothing);
    await expect(asked).rejects.toMatchObject({ ending: 'model' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

test('sends the key only as a header, and no list of tools without tools', async () => {
  await using endpoint = await startScriptedModel(() => good);
  await clientOf(endpoint.url, { apiKey: 'k-1' }).ask({ messages, tools: [] }, never, nothing);
  expect(endpoint.asked[0]!.headers).toMatchObject({ authorization: 'Bearer k-1' });
  expect(endpoint.requests[0]).not.toHaveProperty('tools');
  expect(JSON.stringify(endpoint.requests)).not.toContain('k-1');
});

describe('ADD-RUN-29: streams', () => {
  test.each(Object.entries(callStreams))('reads the calls of %s', async (_, chunks) => {
    const { outcome, endpoint, shown } = await ask([{ chunks }]);
    expect(outcome).toMatchObject({
      text: '',
      calls: [
        { id: expect.stringMatching(/./) as string, tool: 'task_get', input: { task_id: 't-1' } },
        { id: expect.stringMatching(/./) as string, tool: 'task_get', input: { task_id: 't-2' } },
      ],
      usage: { inputTokens: 100, outputTokens: 20 },
    });
    const { calls } = outcome as { calls: { id: string }[] };
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(shown.filter((text) => !text.startsWith('thinking: First the task.'))).toEqual([]);
    expect(endpoint.requests[0]).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test.each(Object.entries(textStreams))(
    'shows the text of %s in paragraphs',
    async (_, chunks) => {
      const { outcome, shown } = await ask([{ chunks }]);
      expect(outcome).toMatchObject({ text: 'One page.\n\nTwo links.', isCut: false, calls: [] });
      expect(shown.filter((text) => text.startsWith('message'))).toEqual([
        'message: One page.',
        'message: Two links.',
      ]);
      expect(shown[0]).toMatch(/^(?:thinking: First the task\.|message: One page\.)$/);
    },
  );

  test('keeps what an endpoint adds to reasoning and calls', async () => {
    const extra = { google: { thought_signature: 's' } };
    const delta = (part: object) => ({ choices: [{ index: 0, delta: part, finish_reason: null }] });
    const called = { index: 0, id: 'c', type: 'function', extra_content: extra };
    const chunks = [
      delta({ role: 'assistant', reasoning_details: [{ text: 'a' }] }),
      delta({ reasoning_details: [{ text: 'b' }] }),
      delta({ tool_calls: [{ ...called, function: { name: 'task_get', arguments: '' } }] }),
    ];
    const { outcome } = await ask([{ chunks }]);
    expect(outcome).toMatchObject({
      calls: [{ input: {} }],
      message: {
        reasoning_details: [{ text: 'a' }, { text: 'b' }],
        tool_calls: [{ id: 'c', extra_content: extra }],
      },
    });
  });

  test.each<[string, ModelReply, object]>([
    [
      'the usage',
      said(400, 'Unrecognized request argument supplied: stream_options'),
      { stream: true },
    ],
    ['streams', said(422, 'streaming is not supported with tools'), {}],
  ])('asks again without %s if the endpoint refuses it', async (_, refusal, sent) => {
    const { outcome, endpoint } = await ask([refusal, good]);
    expect(outcome).toMatchObject({ text: 'Done.' });
    expect(endpoint.requests).toHaveLength(2);
    const { stream, stream_options: options } = endpoint.requests[1]!;
    expect({ stream, options }).toEqual({ stream: undefined, options: undefined, ...sent });
  });

  test('repeats an answer that ends in an error or in the middle', async () => {
    const failed = { chunks: [{ error: { message: 'CUDA error', code: 500 } }] };
    const repeated = await ask([failed, good]);
    expect(repeated.outcome).toMatchObject({ text: 'Done.' });
    await using endpoint = await ChatEndpoint.start((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices":[{"index":0,"delta":{"content":"One"}}]}\n\n');
    });
    const asked = clientOf(endpoint.baseUrl).ask({ messages, tools }, never, nothing);
    await expect(asked).rejects.toMatchObject({
      ending: 'model',
      message: expect.stringContaining(
        'stopped answering: the answer ended in the middle',
      ) as string,
    });
    expect(endpoint.asked).toHaveLength(3);
  });

  test('notices a model that stops within its answer, but lets it read the prompt', async () => {
    const start = Promise.withResolvers<void>();
    await using endpoint = await ChatEndpoint.start(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': reading the prompt\n\n');
      await start.promise;
      response.write('data: {"choices":[{"index":0,"delta":{"content":"One"}}]}\r\n\r\n');
    });
    const asked = clientOf(endpoint.baseUrl, { idleMs: 50, pauses: [] })
      .ask({ messages, tools }, never, nothing)
      .catch((error: unknown) => error);
    const reading = await Promise.race([asked, setTimeout(200, 'still reading')]);
    expect(reading).toBe('still reading');
    start.resolve();
    expect(await asked).toMatchObject({
      ending: 'model',
      message: expect.stringContaining('the model wrote nothing for 0.05 seconds') as string,
    });
  });
});
