import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchForPlugin, type PluginRequest } from './plugin-fetch.ts';

const never = new AbortController().signal;

async function hostOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function ask(url: string, more: Partial<PluginRequest> = {}, hosts = ['127.0.0.1']) {
  return fetchForPlugin({ url, method: 'GET', headers: {}, ...more }, hosts, never);
}

test('a request is sent as given, except for managed headers', async () => {
  const host = await hostOf((request, response) => {
    request.setEncoding('utf8').on('data', (body: string) => {
      const { host: own, 'x-key': key, 'user-agent': agent } = request.headers;
      response
        .writeHead(201, { 'x-a': 'b' })
        .end(JSON.stringify([request.method, body, own, key, agent]));
    });
  });
  const headers = { host: 'evil.example', 'X-Key': '1', 'Content-Length': '99' };
  const answer = await ask(`${host}/a`, { method: 'POST', headers, body: 'text' });
  expect(answer).toMatchObject({ status: 201, url: `${host}/a`, headers: { 'x-a': 'b' } });
  expect(JSON.parse(answer.body)).toEqual(['POST', 'text', new URL(host).host, '1', 'Galley']);
});

test('redirects are followed to granted hosts only, without credentials for the first host', async () => {
  const second = await hostOf((request, response) => {
    response.end(`${request.method} ${request.headers.authorization ?? 'no key'}`);
  });
  const first = await hostOf(({ url }, response) => {
    const to = {
      '/ok': second,
      '/out': 'http://example.org/',
      '/round': '/round',
      '/file': 'file:///etc/passwd',
    };
    response.writeHead(302, { location: to[url as '/ok'] }).end();
  });
  const secret = { method: 'POST', headers: { Authorization: 'key' }, body: 'x' };
  expect((await ask(`${first}/ok`, secret)).body).toBe('GET no key');
  await expect(ask(`${first}/out`)).rejects.toMatchObject({ code: 'fetch_refused' });
  await expect(ask(`${first}/file`)).rejects.toMatchObject({ code: 'fetch_refused' });
  await expect(ask(`${first}/round`)).rejects.toThrow('redirected more than 5 times');
});

test.each([
  ['http://localhost:1/', ['localhost.example']],
  ['http://127.0.0.1:1/', ['*']],
  ['http://[::1]:1/', ['*']],
  ['http://169.254.169.254/latest', ['*']],
  ['http://2130706433:1/', ['*']],
  ['http://0x7f.1:1/', ['*']],
  ['http://localhost:1/', ['*']],
  ['http://user:pass@example.org/', ['*']],
  ['http://example.org.evil.example/', ['example.org']],
  ['http://evilexample.org/', ['*.example.org']],
  ['ftp://example.org/', ['*']],
])('%s is refused with the hosts %j', async (url, hosts) => {
  await expect(ask(url, {}, hosts)).rejects.toMatchObject({ code: 'fetch_refused' });
});

test('an oversized or missing response is an explained failure', async () => {
  const large = await hostOf((_request, response) => response.end('x'.repeat(3_000_000)));
  await expect(ask(large)).rejects.toThrow('more than 2097152 bytes');
  const broken = await hostOf((request) => request.socket.destroy());
  await expect(ask(broken)).rejects.toMatchObject({ code: 'fetch_failed' });
});

test('stopping a plugin aborts its requests', async () => {
  const host = await hostOf(() => undefined);
  const stop = new AbortController();
  const asked = fetchForPlugin(
    { url: host, method: 'GET', headers: {} },
    ['127.0.0.1'],
    stop.signal,
  );
  stop.abort();
  await expect(asked).rejects.toMatchObject({ code: 'fetch_failed' });
});
