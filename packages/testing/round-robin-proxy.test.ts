import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { RoundRobinProxy } from './round-robin-proxy.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const named =
  (name: string): RequestListener =>
  async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.setHeader('x-for', String(request.headers['x-forwarded-for']));
    response.end(`${name} ${request.method} ${request.url} ${body}`.trim());
  };

async function nobody(): Promise<string> {
  const address = await serving(() => undefined);
  await once(servers.pop()!.close(), 'close');
  return address;
}

async function ask(proxy: RoundRobinProxy, init?: RequestInit): Promise<string> {
  const answer = await fetch(`${proxy.url}/here?q=1`, init);
  return answer.ok ? answer.text() : String(answer.status);
}

test('forwards requests to the servers in turn, with headers and body', async () => {
  const addresses = [await serving(named('one')), await serving(named('two'))];
  await using proxy = await RoundRobinProxy.before(addresses);
  const post = { method: 'POST', body: 'ink' };
  const answers = [await ask(proxy, post), await ask(proxy, post)];
  expect(answers.toSorted()).toEqual(['one POST /here?q=1 ink', 'two POST /here?q=1 ink']);
  expect((await fetch(proxy.url)).headers.get('x-for')).toBe('127.0.0.1');
});

test('sends any request that does not reach a server to the next one', async () => {
  await using proxy = await RoundRobinProxy.before([await nobody(), await serving(named('two'))]);
  const post = { method: 'POST', body: 'ink' };
  for (const init of [{}, {}, post, post]) expect(await ask(proxy, init)).toMatch(/^two/);
  proxy.use([await nobody()]);
  expect(await ask(proxy)).toBe('502');
});

test('retries an interrupted request on the next server only if it changes nothing', async () => {
  let came = 0;
  const breaking: RequestListener = ({ socket }) => {
    came += 1;
    socket.destroy();
  };
  const addresses = [await serving(breaking), await serving(breaking)];
  await using proxy = await RoundRobinProxy.before([...addresses, await serving(named('good'))]);
  for (let count = 0; count < 3; count += 1) expect(await ask(proxy)).toMatch(/^good GET/);
  came = 0;
  const answers = new Set<string>();
  for (let count = 0; count < 3; count += 1) {
    answers.add(await ask(proxy, { method: 'POST', body: 'ink' }));
  }
  expect([...answers].toSorted()).toEqual(['502', 'good POST /here?q=1 ink']);
  expect(came).toBe(2);
});

test('skips a server that answers 503 while another one accepts requests, and uses all when none does', async () => {
  const starting: RequestListener = (_request, response) => response.writeHead(503).end('wait');
  await using both = await RoundRobinProxy.before([
    await serving(starting),
    await serving(named('two')),
  ]);
  expect([await ask(both), await ask(both)]).toEqual(Array(2).fill('two GET /here?q=1'));
  await using one = await RoundRobinProxy.before([await serving(starting)]);
  expect(await ask(one)).toBe('503');
  const probe = { path: '/ready', milliseconds: 5 };
  const half = await serving((request, response) => {
    if (request.url === '/ready') response.writeHead(503).end();
    else response.end('not ready');
  });
  await using asking = await RoundRobinProxy.before([half, await serving(named('two'))], { probe });
  const post = { method: 'POST', body: 'ink' };
  for (let count = 0; count < 4; count += 1) expect(await ask(asking, post)).toMatch(/^two/);
});

test('streams answers and notices clients that disconnect', async () => {
  const left = Promise.withResolvers<void>();
  const address = await serving((_request, response) => {
    response.write('first');
    response.once('close', () => left.resolve());
  });
  await using proxy = await RoundRobinProxy.before([address]);
  const leaving = new AbortController();
  const answer = await fetch(proxy.url, { signal: leaving.signal });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  expect(Buffer.from(first.value ?? []).toString()).toBe('first');
  leaving.abort();
  await left.promise;
});
