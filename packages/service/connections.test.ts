import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { trackWork } from '@galley/http';
import { Connections } from './connections.ts';

const size = 20_000_000;
const request = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

async function serving(listener: RequestListener) {
  const http = createServer();
  const connections = new Connections(http);
  http.on('request', listener);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { http, connections, port: (http.address() as AddressInfo).port };
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  return socket;
}

async function receive(socket: Socket): Promise<number> {
  let bytes = 0;
  for await (const chunk of socket) bytes += (chunk as Buffer).length;
  return bytes;
}

test('a response that a slow client reads is sent completely', async () => {
  const ended = Promise.withResolvers<void>();
  const { connections, port } = await serving((_request, response) => {
    response.end(Buffer.alloc(size));
    ended.resolve();
  });
  const slow = await open(port);
  slow.pause();
  slow.write(request);
  await ended.promise;
  const closed = connections.close(30_000);
  const bytes = await receive(slow);
  expect(bytes).toBeGreaterThan(size);
  await closed;
});

test('idle connections close at once, and requests on busy ones finish first', async () => {
  const { promise: go, resolve } = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const { connections, port } = await serving((_request, response) => {
    asked.resolve();
    void go.then(() => response.end('done'));
  });
  const [idle, busy] = [await open(port), await open(port)];
  busy.write(request);
  await asked.promise;
  const closed = connections.close(30_000);
  expect(await receive(idle)).toBe(0);
  resolve();
  expect(await receive(busy)).toBeGreaterThan('done'.length);
  await closed;
  await expect(open(port)).rejects.toThrow('ECONNREFUSED');
});

test('unread responses are cut off after the timeout', async () => {
  const ended = Promise.withResolvers<void>();
  const { connections, port } = await serving((_request, response) => {
    response.end(Buffer.alloc(size));
    ended.resolve();
  });
  const stuck = await open(port);
  stuck.pause();
  stuck.on('error', () => undefined);
  stuck.write(request);
  await ended.promise;
  await connections.close(50);
  stuck.destroy();
});

test('a new connection gets one response, even if the server closes before its request', async () => {
  const { connections, port } = await serving((_request, response) => void response.end('done'));
  const [late, silent] = [await open(port), await open(port)];
  // An answer on a later connection proves that the earlier ones have been accepted.
  const other = await open(port);
  other.end(request);
  await receive(other);
  const closed = connections.close(30_000);
  late.write(request);
  expect(await receive(late)).toBeGreaterThan('done'.length);
  expect(await receive(silent)).toBe(0);
  await closed;
});

describe('a request whose client has left', () => {
  async function leave(work: Promise<unknown>) {
    const [asked, left] = [Promise.withResolvers<ServerResponse>(), Promise.withResolvers<void>()];
    const { http, connections, port } = await serving((_request, response) => {
      void trackWork(response, work);
      response.once('close', left.resolve);
      asked.resolve(response);
    });
    const client = await open(port);
    client.write(request);
    const response = await asked.promise;
    client.destroy();
    await left.promise;
    return { http, connections, response };
  }

  test('is finished before the server counts as closed', async () => {
    const work = Promise.withResolvers<void>();
    const { http, connections } = await leave(work.promise);
    let isClosed = false;
    const closed = connections.close(30_000).then(() => (isClosed = true));
    await once(http, 'close');
    expect(isClosed).toBe(false);
    work.resolve();
    await closed;
  });

  test('is finished with what its handlers have started', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { http, connections, response } = await leave(first.promise);
    const next = first.promise.then(() => trackWork(response, second.promise));
    let isClosed = false;
    const closed = connections.close(30_000).then(() => (isClosed = true));
    await once(http, 'close');
    first.resolve();
    await setImmediate();
    expect(isClosed).toBe(false);
    second.resolve();
    await Promise.all([closed, next]);
  });

  test('may fail', async () => {
    const { connections } = await leave(Promise.reject(new Error('refused')).catch(() => {}));
    await connections.close(30_000);
  });

  test('delays the server only a little longer than the drain time', async () => {
    const { connections } = await leave(new Promise(() => {}));
    await connections.close(50);
  });
});
