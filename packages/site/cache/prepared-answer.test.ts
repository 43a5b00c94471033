import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PreparedAnswer } from './prepared-answer.ts';

const timesSent = 25;
const small = `<p>${'Ärger, 漢字, 🙂. '.repeat(100)}</p>`;
const large = `<p>${'Ärger, 漢字, 🙂. '.repeat(1_000)}</p>`;
const answers = new Map([small, large].map((body) => [`/${body.length}`, prepare(body)]));
const server = createServer((request, response) =>
  answers.get(request.url!)!.send(request, response, 'a-request'),
);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
});

test.each(['identity', 'gzip', 'br'])(
  'an answer has the same bytes however often it is sent: %s',
  async (encoding) => {
    const { port } = server.address() as AddressInfo;
    for (const body of [small, large]) {
      const address = `http://127.0.0.1:${port}/${body.length}`;
      const lengths = new Set<string | null>();
      for (let time = 0; time < timesSent; time += 1) {
        const answer = await fetch(address, { headers: { 'accept-encoding': encoding } });
        expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
        expect(await answer.text()).toBe(body);
        lengths.add(answer.headers.get('content-length'));
      }
      expect(lengths.size).toBe(1);
    }
  },
);

test('an answer is compressed after it was sent often as it is', async () => {
  const { port } = server.address() as AddressInfo;
  const body = small.toUpperCase();
  answers.set('/late', prepare(body));
  const read = async (encoding: string): Promise<string> =>
    (
      await fetch(`http://127.0.0.1:${port}/late`, { headers: { 'accept-encoding': encoding } })
    ).text();
  for (let time = 0; time < timesSent; time += 1) await read('identity');
  expect(await read('br')).toBe(body);
});

function prepare(body: string): PreparedAnswer {
  return new PreparedAnswer({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', etag: '"x"' },
    body,
  });
}
