import { expect, test } from 'vitest';
import { OddServer } from './fixtures.ts';
import { fetchWithCookies } from './node.ts';

test('the jar stores, replaces and deletes cookies as the server requests', async () => {
  await using server = await OddServer.start((response, { url }) => {
    const cookies: Record<string, string[]> = {
      '/in': ['session=a%3Db; Path=/; HttpOnly', 'theme=dark'],
      '/again': ['session=c=d; Max-Age=60'],
      '/gone': ['session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      '/out': ['theme=x; Max-Age=0'],
    };
    response.setHeader('set-cookie', cookies[url] ?? []);
    response.end();
  });
  const fetch = fetchWithCookies();
  for (const path of ['/in', '/again', '/gone', '/out', '/']) await fetch(server.url + path);
  expect(server.heard.map(({ headers }) => headers.cookie)).toEqual([
    undefined,
    'session=a%3Db; theme=dark',
    'session=c=d; theme=dark',
    'theme=dark',
    undefined,
  ]);
});

test('the jar sends cookies only to the server that set them', async () => {
  const reply = (response: {
    setHeader: (name: string, value: string) => void;
    end: () => void;
  }): void => {
    response.setHeader('set-cookie', 'session=secret');
    response.end();
  };
  await using server = await OddServer.start(reply);
  await using other = await OddServer.start(reply);
  const fetch = fetchWithCookies();
  await fetch(server.url);
  await fetch(other.url);
  expect(other.heard[0]!.headers).not.toHaveProperty('cookie');
});
