import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { ConnectionLimit } from './connection-limit.ts';
import { GalleyServer } from './galley-server.ts';
import { oncePerSecond } from './probe.ts';

const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

let server: GalleyServer;
let client: Socket;

beforeEach(() => open(new GalleyServer()));

async function open(opened: GalleyServer): Promise<void> {
  server = opened;
  await once(server.http.listen(0, '127.0.0.1'), 'listening');
  client = connect({ port: portOf(server), host: '127.0.0.1' });
}

function portOf({ http }: GalleyServer): number {
  return (http.address() as AddressInfo).port;
}

afterEach(async () => {
  client.destroy();
  await server.close(0);
});

async function received(): Promise<string> {
  return Buffer.concat((await client.toArray()) as Buffer[]).toString();
}

test('a request returns 503 until the server is ready', async () => {
  client.write(request);
  const [first] = (await once(client, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
  server.serve((_request, response) => void response.end('served'));
  client.write(request);
  const [second] = (await once(client, 'data')) as [Buffer];
  expect(second.toString()).toMatch(/^HTTP\/1\.1 200 .*served/s);
  await server.close(30_000);
  expect(await received()).toBe('');
});

test('a write request waits while the server starts', async () => {
  const post = request.replace('GET', 'POST');
  const came = once(server.http, 'request');
  client.write(post);
  await came;
  // A later request on another connection is answered first, while the other one waits.
  const url = `http://127.0.0.1:${portOf(server)}/`;
  const headers = { connection: 'close' };
  expect((await fetch(url, { headers })).status).toBe(503);
  server.serve((_request, response) => void response.end('served'));
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 .*served/s);
});

test('a waiting write request is refused as starting if startup fails', async () => {
  const asked = once(server.http, 'request');
  const other = fetch(`http://127.0.0.1:${portOf(server)}/`, { method: 'POST' });
  await asked;
  await server.close(30_000);
  expect((await other).status).toBe(503);
});

test('a response of a closing server is the last one on its connection', async () => {
  server.serve((_request, response) => void response.end('served'));
  server.leave();
  client.write(request);
  expect(await received()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*served/s);
});

test('closing waits for active responses up to a timeout', async () => {
  const asked = Promise.withResolvers<() => void>();
  server.serve((_request, response) => asked.resolve(() => response.end('done')));
  client.write(request);
  const answer = await asked.promise;
  const closed = server.close(30_000);
  expect(await Promise.race([closed.then(() => 'closed'), Promise.resolve('open')])).toBe('open');
  answer();
  expect(await received()).toMatch(/done/);
  await closed;
});

describe('a body that arrives too slowly', () => {
  const begun = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nhalf';

  beforeEach(async () => {
    client.destroy();
    await server.close(0);
    await open(new GalleyServer({ bodyArrivalMs: 100 }));
  });

  test('returns 408 and ends the connection', async () => {
    server.serve((asked) => void asked.resume());
    client.write(begun);
    expect(await received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('ends the connection even after an early response', async () => {
    server.serve((_request, response) => void response.end('no'));
    client.write(begun);
    expect(await received()).toMatch(/^HTTP\/1\.1 200 .*no$/s);
  });

  test('does not affect complete requests with slow responses', async () => {
    const slow = connect({ port: portOf(server), host: '127.0.0.1' });
    server.serve((asked, response) => {
      if (asked.url === '/slow') asked.resume();
      else asked.resume().on('end', () => slow.once('close', () => response.end('done')));
    });
    client.write(`${begun} a body`.slice(0, -1));
    slow.on('error', () => undefined).resume();
    slow.write(begun.replace('/', '/slow'));
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 .*done/s);
  });
});

test('during startup, probes get JSON, and other requests a problem document', async () => {
  const starting = (): Promise<{ status: number; body: object }> =>
    Promise.resolve({ status: 503, body: { status: 'starting' } });
  client.destroy();
  await server.close(0);
  await open(new GalleyServer({ starting: { '/__health': starting } }));
  const url = `http://127.0.0.1:${portOf(server)}`;
  const [health, page] = [await fetch(`${url}/__health?x=1`), await fetch(`${url}/`)];
  expect([health.status, await health.json()]).toEqual([503, { status: 'starting' }]);
  expect(page.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  for (const { headers } of [health, page])
    expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(await page.json()).toMatchObject({
    code: 'unavailable',
    status: 503,
    request_id: page.headers.get('x-request-id'),
  });
  await server.close(0);
});

test('probes are evaluated once a second for all clients', async () => {
  let looks = 0;
  const probe = oncePerSecond(() => Promise.resolve({ status: 200, body: { look: (looks += 1) } }));
  const answers = await Promise.all([probe(), probe(), probe()]);
  expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ look: 1 }));
  await vi.waitFor(async () => expect((await probe()).body).toEqual({ look: 2 }), 10_000);
});

describe('connections from one address', () => {
  async function openOf(address: string, count: number, trustedProxies: string[] = []) {
    const log: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void log.push(message) };
    const limit = new ConnectionLimit({ perAddress: 2, trustedProxies, logger });
    const taken: Socket[] = [];
    const listening = createServer((socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: address });
      limit.take(socket);
      taken.push(socket.on('error', () => undefined));
    });
    await once(listening.listen(0, '127.0.0.1'), 'listening');
    const { port } = listening.address() as AddressInfo;
    const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1' }));
    for (const socket of sockets) socket.on('error', () => undefined);
    await vi.waitUntil(() => taken.length === count, { timeout: 20_000, interval: 5 });
    const refused = taken.filter(({ destroyed }) => destroyed).length;
    for (const socket of [...sockets, ...taken]) socket.destroy();
    await once(listening.close(), 'close');
    return { refused, log };
  }

  test.each(['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1'])(
    'beyond the limit are closed: %s',
    async (address) => {
      expect(await openOf(address, 5)).toEqual({
        refused: 3,
        log: ['connections refused, too many from one address'],
      });
    },
  );

  test.each(['127.0.0.1', '::1', '10.1.2.3', '::ffff:10.1.2.3', '192.0.2.9'])(
    'from this machine and trusted proxies are unlimited: %s',
    async (address) => {
      const proxies = ['loopback', '10.0.0.0/8', '192.0.2.9'];
      expect((await openOf(address, 5, proxies)).refused).toBe(0);
    },
  );
});
