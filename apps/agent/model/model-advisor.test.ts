import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { faultsIn, type Files } from '../fixtures.ts';
import { ModelAdvisor } from './model-advisor.ts';
import { ModelClient } from './model-client.ts';

const files: Files = {
  'posts/ink.md': '',
  'pages/a/ink.md': '',
  'media/IMG_1234.jpg': '',
  'posts/page.md':
    'Of [black ink](lost/ink.md).\n\nShips lie at the quay.\n\n![](/media/IMG_1234.jpg)\n',
};

interface Endpoint extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
}

async function endpoint(answer: (body: string) => string | RequestListener): Promise<Endpoint> {
  const requests: Endpoint['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.once('end', () => {
      requests.push({ headers: request.headers, body });
      const given = answer(body);
      if (typeof given !== 'string') return given(request, response);
      const message = { role: 'assistant', content: given };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const never = new AbortController().signal;

async function advised({ baseUrl }: Endpoint, timeout = 10_000) {
  const client = new ModelClient({ model: 'small', baseUrl, apiKey: 'sk-secret' }, timeout);
  const faults = await faultsIn(files, 'posts/page.md');
  const found = await new ModelAdvisor(client, never).advise(files['posts/page.md']!, faults);
  return found.map(({ mend }) => mend?.text);
}

const answers = (choice: string, alt: string) => (body: string) =>
  body.includes('numbered list') ? choice : alt;

describe('a model', () => {
  test('chooses one of the candidates, and describes an image', async () => {
    await using model = await endpoint(
      answers('{"choice": 1}', '```json\n{"alt": "Ships at the quay"}\n```'),
    );
    expect(await advised(model)).toEqual(['../pages/a/ink.md', 'Ships at the quay']);
    const [choosing, describing] = model.requests;
    expect(choosing!.headers).toMatchObject({
      authorization: 'Bearer sk-secret',
      'user-agent': 'galley-agent',
    });
    expect(Object.keys(choosing!.headers).filter((name) => name.startsWith('x-'))).toEqual([]);
    expect(JSON.parse(choosing!.body)).toMatchObject({ model: 'small', max_tokens: 300 });
    expect(describing!.body).toContain('Ships lie at the quay');
  });

  test.each([
    ['that it cannot tell', '{"choice": null}', '{"alt": null}'],
    ['what was not among the candidates', '{"choice": 7}', '{"alt": ""}'],
    ['an address of its own', '{"choice": "https://evil.example"}', '{"alt": "a\\nb"}'],
    ['markup', '{"choice": -1}', '{"alt": "x](https://evil.example)"}'],
    ['HTML', '{"choice": 0.5}', '{"alt": "<script>alert(1)</script>"}'],
    ['far too much', '{"choice": [0]}', `{"alt": "${'long '.repeat(100)}"}`],
    ['no JSON', 'The second one.', 'A picture.'],
    ['nothing', '', ''],
  ])('that answers %s changes nothing', async (_what, choice, alt) => {
    await using model = await endpoint(answers(choice, alt));
    expect(await advised(model)).toEqual([undefined, undefined]);
  });

  test.each<[string, RequestListener]>([
    ['refuses', (_request, response) => void response.writeHead(500).end('{}')],
    ['breaks off', (_request, response) => void response.destroy()],
    ['sends an invalid response', (_request, response) => void response.end('<html>')],
    [
      'leads elsewhere',
      (_request, response) => void response.writeHead(302, { location: '/x' }).end(),
    ],
    ['sends without end', (_request, response) => void response.end(`"${'x'.repeat(1_000_000)}"`)],
  ])('that %s changes nothing, and is not asked again', async (_what, listener) => {
    await using model = await endpoint(() => listener);
    expect(await advised(model)).toEqual([undefined, undefined]);
    expect(model.requests).toHaveLength(2);
  });

  test('that times out changes nothing', async () => {
    await using model = await endpoint(() => () => undefined);
    expect(await advised(model, 50)).toEqual([undefined, undefined]);
  });

  test('is asked at most a limited number of times', async () => {
    await using model = await endpoint(() => '{"alt": null}');
    const text = '![](/media/IMG_1234.jpg)\n'.repeat(60);
    const faults = await faultsIn({ ...files, 'posts/page.md': text }, 'posts/page.md');
    const client = new ModelClient({ model: 'm', baseUrl: model.baseUrl, apiKey: undefined });
    await new ModelAdvisor(client, never).advise(text, faults);
    expect(model.requests).toHaveLength(40);
    expect(model.requests[0]!.headers.authorization).toBeUndefined();
  });
});
