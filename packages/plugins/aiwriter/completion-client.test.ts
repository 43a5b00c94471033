import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ChatEndpoint,
  contentEvent,
  ManualClock,
  writing,
  type EndpointReply,
} from '@galley/testing';
import { CompletionClient, type CompletionOptions } from './completion-client.ts';

const apiKey = 'sk-seeded-key-8Q2';
const messages = [{ role: 'user', content: 'What colour is ink?' }] as const;
const nobody = new AbortController().signal;

let clock: ManualClock;
let endpoint: ChatEndpoint;

beforeEach(async () => {
  clock = new ManualClock();
  endpoint = await ChatEndpoint.start();
});

afterEach(() => endpoint[Symbol.asyncDispose]());

function client(options: Partial<CompletionOptions> = {}): CompletionClient {
  return new CompletionClient({
    baseUrl: endpoint.baseUrl,
    model: 'small',
    maxTokens: 100,
    temperature: 0.3,
    apiKey,
    clock,
    maxTokensParameter: 'max_tokens',
    timeout: 60_000,
    ...options,
  });
}

const ways = {
  'at once': async (asked: CompletionClient, signal = nobody) =>
    (await asked.complete(messages, signal)).text,
  'in a stream': async (asked: CompletionClient, signal = nobody) => {
    let text = '';
    for await (const piece of asked.stream(messages, signal)) text += piece;
    return text;
  },
};

const eachWay = Object.entries(ways);

describe.each(eachWay)('a text that is asked for %s', (_way, textFrom) => {
  test('is what the endpoint writes', async () => {
    endpoint.reply = writing('Ink is black, wie Ruß 🖋.');
    expect(await textFrom(client())).toBe('Ink is black, wie Ruß 🖋.');
  });

  test('is requested with the key and no unexpected headers', async () => {
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Extra: 1\nAuthorization: Bearer other');
    vi.stubEnv('OPENAI_ORG_ID', 'org');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1');
    await textFrom(client());
    vi.unstubAllEnvs();
    const [{ method, path, headers } = {}] = endpoint.asked;
    expect([method, path]).toEqual(['POST', '/v1/chat/completions']);
    expect(headers).toMatchObject({ authorization: `Bearer ${apiKey}`, 'user-agent': 'Galley' });
    expect(Object.keys(headers!).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'connection'],
      ...['content-length', 'content-type', 'host', 'sec-fetch-mode', 'user-agent'],
    ]);
  });

  test('has the settings as the endpoint calls them', async () => {
    await textFrom(client());
    await textFrom(client({ maxTokensParameter: 'max_completion_tokens' }));
    const [first, second] = endpoint.asked.map(({ body }) => body);
    expect(first).toMatchObject({ model: 'small', temperature: 0.3, messages, max_tokens: 100 });
    expect(second).toMatchObject({ max_completion_tokens: 100 });
    expect(second).not.toHaveProperty('max_tokens');
  });

  test.each<[string, EndpointReply, object]>([
    ['refused', status(401), { fault: 'refused', details: { status: 401 } }],
    [
      'refused for now',
      status(429, { 'retry-after': '7' }),
      { fault: 'refused', details: { status: 429, retryAfterSeconds: 7 } },
    ],
    [
      'refused for very long',
      status(503, { 'retry-after': '99999999' }),
      { fault: 'refused', details: { status: 503, retryAfterSeconds: 3_600 } },
    ],
    [
      'refused until a time that is over',
      status(503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
      { fault: 'refused', details: { status: 503, retryAfterSeconds: 1 } },
    ],
    [
      'refused, with nonsense for a time',
      status(500, { 'retry-after': 'soon' }),
      { fault: 'refused', details: { status: 500, retryAfterSeconds: undefined } },
    ],
    ['answered with nothing', status(204), { fault: 'refused', details: { status: 204 } }],
    ['a page', body('text/html', '<h1>Sign in</h1>'), { fault: 'not_understood' }],
    ['no type', (response) => void response.end('{}'), { fault: 'not_understood' }],
    [
      'cut off before it began',
      (response) => void response.destroy(),
      { fault: 'broken_off', details: { systemCode: 'UND_ERR_SOCKET' } },
    ],
    [
      'never ending',
      (response) => {
        response.writeHead(200, { 'content-type': typeFor(response) });
        const more = (): void => void response.write(' '.repeat(60_000), more);
        more();
      },
      { fault: 'too_long' },
    ],
  ])('is known for what it is when it is %s', async (_what, reply, expected) => {
    endpoint.reply = (response, asked) => {
      types.set(response, asked.headers.accept!);
      return reply(response, asked);
    };
    await expect(textFrom(client())).rejects.toMatchObject(expected);
    expect(endpoint.asked).toHaveLength(1);
  });

  test('takes the key nowhere else when the endpoint sends elsewhere', async () => {
    await using other = await ChatEndpoint.start();
    endpoint.reply = (response) => {
      response.writeHead(307, { location: `${other.baseUrl}/chat/completions` }).end();
    };
    await expect(textFrom(client())).rejects.toMatchObject({ details: { status: 307 } });
    expect(other.asked).toEqual([]);
  });

  test('is not waited for longer than it may take, however it drips', async () => {
    endpoint.reply = (response, { headers }) => {
      response.writeHead(200, { 'content-type': headers.accept! }).write(contentEvent('Ink '));
    };
    const text = textFrom(client());
    text.catch(() => undefined);
    await Promise.all([endpoint.requests(1), clock.sleeping()]);
    clock.advance(60_000);
    await expect(text).rejects.toMatchObject({ fault: 'timed_out' });
    await endpoint.departures(1);
  });

  test('is cancelled when the client disconnects, also before the endpoint answers', async () => {
    endpoint.reply = () => undefined;
    const leaving = new AbortController();
    const text = textFrom(client(), leaving.signal);
    await endpoint.requests(1);
    leaving.abort();
    await expect(text).rejects.toMatchObject({ fault: 'abandoned' });
    await endpoint.departures(1);
    await expect(textFrom(client(), leaving.signal)).rejects.toMatchObject({ fault: 'abandoned' });
    expect(endpoint.asked).toHaveLength(1);
  });

  test('fails where no server listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const asked = client({ baseUrl: `http://127.0.0.1:${port}` });
    await expect(textFrom(asked)).rejects.toMatchObject({
      fault: 'unreachable',
      details: { systemCode: 'ECONNREFUSED' },
    });
  });

  test('leaves no word of itself, nor the key, in what goes wrong', async () => {
    const written = [vi.spyOn(process.stderr, 'write'), vi.spyOn(process.stdout, 'write')];
    const echo = JSON.stringify({ error: { message: `${apiKey} ${messages[0].content}` } });
    const bad: EndpointReply[] = [status(400, {}, echo), body('application/json', `${apiKey} {`)];
    for (const reply of [...bad, body('text/event-stream', `data: ${apiKey} {\n\n`)]) {
      endpoint.reply = reply;
      const error: unknown = await textFrom(client()).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Error);
      const told = [error, (error as Error).stack, JSON.stringify(error), (error as Error).cause];
      expect(told.join('\n')).not.toMatch(new RegExp(`${apiKey}|colour`));
    }
    const said = written.flatMap(({ mock }) => mock.calls).join('\n');
    vi.restoreAllMocks();
    expect(said).not.toContain(apiKey);
  });
});

describe('an answer at once', () => {
  test.each([
    ['no JSON', '{"choices": ['],
    ['nothing', ''],
    ['null', 'null'],
    ['another object', '{"error": {"message": "no"}}'],
    ['no choices', '{"choices": []}'],
    ['no text', '{"choices": [{"message": {"content": null, "tool_calls": []}}]}'],
    ['a text that is none', '{"choices": [{"message": {"content": ["a"]}}]}'],
  ])('is not taken for a text when it is %s', async (_what, text) => {
    endpoint.reply = body('application/json', text);
    const asked = client().complete(messages, nobody);
    await expect(asked).rejects.toMatchObject({ fault: 'not_understood' });
  });

  test('is not taken for whole when it was cut', async () => {
    endpoint.reply = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 500 });
      response.write('{"choices": [{"message":', () => response.destroy());
    };
    const asked = client().complete(messages, nobody);
    await expect(asked).rejects.toMatchObject({ fault: 'broken_off' });
  });

  test.each([
    [{ total_tokens: 12 }, 12],
    [undefined, undefined],
    [null, undefined],
    [{ total_tokens: -1 }, undefined],
    [{ total_tokens: 1e15 }, undefined],
    [{ total_tokens: 'many' }, undefined],
  ])('has as many tokens as are to be believed: %j', async (usage, tokens) => {
    const choices = [{ message: { content: 'Ink' }, finish_reason: 'length' }];
    endpoint.reply = body('application/json', JSON.stringify({ choices, usage }));
    const completion = await client().complete(messages, nobody);
    expect(completion).toEqual({ text: 'Ink', model: undefined, tokens, isCutShort: true });
  });

  test('has no character in it that no document could be saved with', async () => {
    const choices = [{ message: { content: 'I\0nk\ud800!' } }];
    endpoint.reply = body('application/json', JSON.stringify({ choices }));
    expect((await client().complete(messages, nobody)).text).toBe('Ink\ufffd!');
  });
});

describe('a stream', () => {
  const stop = 'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\n';

  test('comes as it is written, and tells at its end what it has come to', async () => {
    endpoint.reply = writing('Ink is black.', 9);
    const pieces = client().stream(messages, nobody);
    const seen = [await pieces.next(), await pieces.next(), await pieces.next()];
    expect(seen.map(({ value }) => value)).toEqual(['Ink ', 'is ', 'black.']);
    const ending = { model: 'small', tokens: 9, isCutShort: false };
    expect(await pieces.next()).toEqual({ done: true, value: ending });
  });

  test.each([
    ['nothing at all', '', 'broken_off'],
    ['half a text', contentEvent('Ink '), 'broken_off'],
    ['an end without one', `${contentEvent('Ink ')}data: [DONE]\n\n`, 'broken_off'],
    ['a broken piece', `data: {"choices": [\n\n${stop}`, 'not_understood'],
    ['an error on the way', `${contentEvent('I')}data: {"error": {"code": 1}}\n\n`, 'broken_off'],
    ['what is no text', `data: {"choices": [{"delta": {"content": 5}}]}\n\n`, 'not_understood'],
  ])('is not taken for whole when it is %s', async (_what, events, fault) => {
    endpoint.reply = body('text/event-stream', events);
    await expect(ways['in a stream'](client())).rejects.toMatchObject({ fault });
  });

  test('has no code in what goes wrong that the endpoint has made up', async () => {
    const error = { message: 'seeded', code: 'SEEDED_WORD', type: 'seeded' };
    endpoint.reply = body('text/event-stream', `data: ${JSON.stringify({ error })}\n\n`);
    const expected = { fault: 'broken_off', details: {} };
    await expect(ways['in a stream'](client())).rejects.toEqual(expect.objectContaining(expected));
  });

  test('is not taken for whole when the connection breaks', async () => {
    endpoint.reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(contentEvent('Ink '), () => response.destroy());
    };
    const pieces = client().stream(messages, nobody);
    expect((await pieces.next()).value).toBe('Ink ');
    await expect(pieces.next()).rejects.toMatchObject({ fault: 'broken_off' });
  });

  test('puts up with what only some endpoints send', async () => {
    const odd = `: comment\n\nevent: x\ndata: {"choices": null}\n\ndata: {"choices": [{"delta": null}]}\n\n`;
    endpoint.reply = body('text/event-stream', `${odd}${contentEvent('Ink')}${stop}`);
    expect(await ways['in a stream'](client())).toBe('Ink');
  });

  test('is cancelled at the endpoint when the reader stops', async () => {
    endpoint.reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(contentEvent('Ink '));
    };
    const pieces = client().stream(messages, nobody);
    await pieces.next();
    await pieces.return(undefined as never);
    await endpoint.departures(1);
  });
});

const types = new WeakMap<object, string>();

function typeFor(response: object): string {
  return types.get(response)!;
}

function status(code: number, headers: Record<string, string> = {}, text = ''): EndpointReply {
  return (response) => void response.writeHead(code, headers).end(text);
}

function body(type: string, text: string): EndpointReply {
  return (response) => void response.writeHead(200, { 'content-type': type }).end(text);
}
