import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createProviderFetch } from './provider-fetch.ts';

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('ADD-SSO-1: the issuer may be on this machine', async () => {
  await using server = await serve((_request, response) => response.end('{"a":1}'));
  const answer = await createProviderFetch(server.url)(`${server.url}/x`);
  expect(await answer.json()).toEqual({ a: 1 });
});

test('ADD-SSO-1: other hosts must be public, and use https', async () => {
  await using server = await serve((_request, response) => response.end('{}'));
  const fetch = createProviderFetch('https://login.example.org');
  await expect(fetch(`https://127.0.0.1:${server.port}/`)).rejects.toThrow(
    'address of this machine',
  );
  await expect(fetch('https://169.254.169.254/latest/')).rejects.toThrow('address of this machine');
  await expect(fetch('https://localhost/')).rejects.toThrow('address of this machine');
  await expect(fetch(`http://login.example.org/`)).rejects.toThrow('neither https');
  const other = createProviderFetch(server.url);
  await expect(other('http://127.0.0.1:1/')).rejects.toThrow('neither https');
});

test('ADD-SSO-1: redirects are not followed', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/there') response.end('there');
    else response.writeHead(302, { location: '/there' }).end();
  });
  const answer = await createProviderFetch(server.url)(`${server.url}/`);
  expect(answer.status).toBe(302);
});

test('ADD-SSO-1: long answers and silence end the request', async () => {
  await using long = await serve((_request, response) => response.end('x'.repeat(1_100_000)));
  await expect(createProviderFetch(long.url)(`${long.url}/`)).rejects.toThrow('longer than 1 MiB');
  await using silent = await serve(() => undefined);
  await expect(createProviderFetch(silent.url, 50)(`${silent.url}/`)).rejects.toThrow('aborted');
  await using slow = await serve((_request, response) => void response.write('{'));
  await expect(createProviderFetch(slow.url, 50)(`${slow.url}/`)).rejects.toThrow();
});
