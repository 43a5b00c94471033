import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GalleyServer } from './galley-server.ts';

const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

/** Accepts connections for a server that does not listen. */
const door = createServer({ pauseOnConnect: true, allowHalfOpen: true });
let server: GalleyServer;
let client: Socket;

beforeEach(async () => {
  server = new GalleyServer();
  door.on('connection', (socket) => server.take(socket));
  await once(door.listen(0, '127.0.0.1'), 'listening');
  client = connect({ port: (door.address() as AddressInfo).port, host: '127.0.0.1' });
});

afterEach(async () => {
  client.destroy();
  door.removeAllListeners('connection');
  await once(door.close(), 'close');
});

async function received(): Promise<string> {
  return Buffer.concat((await client.toArray()) as Buffer[]).toString();
}

test('a connection that was accepted elsewhere is answered, and until there is anything to serve with 503', async () => {
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

test('whoever changes something while the server starts waits for it, and is told that it starts when it ends', async () => {
  const post = request.replace('GET', 'POST');
  const came = once(server.http, 'request');
  client.write(post);
  await came;
  // Asked later on another connection, and answered first: the other one waits.
  const { port } = door.address() as AddressInfo;
  const headers = { connection: 'close' };
  expect((await fetch(`http://127.0.0.1:${port}/`, { headers })).status).toBe(503);
  server.serve((_request, response) => void response.end('served'));
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 .*served/s);

  const ending = new GalleyServer();
  door.removeAllListeners('connection');
  door.on('connection', (socket) => ending.take(socket));
  const asked = once(ending.http, 'request');
  const other = fetch(`http://127.0.0.1:${port}/`, { method: 'POST' });
  await asked;
  await ending.close(30_000);
  expect((await other).status).toBe(503);
});

test('an answer of a server that is about to close is the last one on its connection', async () => {
  server.serve((_request, response) => void response.end('served'));
  server.leave();
  client.write(request);
  expect(await received()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*served/s);
});

test('closing waits for the answers on such connections, for as long as it may', async () => {
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

test('Node knows of such connections: it ends those whose requests do not come to their end', async () => {
  client.write(request);
  await once(client, 'data');
  server.http.closeAllConnections();
  expect(await received()).toBe('');
});
