import express from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainPages } from './admin-pages.ts';

let server: Server;
let origin: string;

beforeAll(async () => {
  const app = express();
  app.use('/desk', plainPages('desk'));
  app.use((request, response) => void response.status(418).send(`passed on: ${request.url}`));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(origin + path, { redirect: 'manual', ...init });
}

async function page(path: string): Promise<string> {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  return answer.text();
}

describe('the pages', () => {
  test('the start, the set-up and the choice of a password are the same page, whatever their query', async () => {
    const start = await ask('/desk/');
    expect(start.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await start.text();
    expect(text).toContain('<main');
    expect(await page('/desk/setup')).toBe(text);
    expect(await page('/desk/reset')).toBe(text);
    expect(await page('/desk/?from=mail')).toBe(text);
  });

  test('everything that the page asks for is relative to it and there', async () => {
    const asked = [...(await page('/desk/')).matchAll(/(?:src|href)="([^"#]*)"/g)].map(
      ([, address]) => address!,
    );
    expect(asked).toEqual(expect.arrayContaining(['./admin.css', './admin.js']));
    for (const address of asked.filter((found) => found !== '/')) {
      expect(address).toMatch(/^\.\/[a-z-]+\.(css|js|svg)$/);
      expect((await ask(`/desk/${address.slice(2)}`)).status).toBe(200);
    }
  });

  test('every module that a script imports is there, and is a script', async () => {
    const found = new Set(['./admin.js']);
    for (const address of found) {
      const answer = await ask(`/desk/${address.slice(2)}`);
      expect([address, answer.status]).toEqual([address, 200]);
      expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
      for (const [, imported] of (await answer.text()).matchAll(/from '([^']+)'/g)) {
        found.add(imported!);
      }
    }
    expect(found.size).toBeGreaterThan(5);
  });

  test('the address without its slash leads to the one with it, and keeps the query', async () => {
    const answer = await ask('/desk?from=mail');
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/desk/?from=mail']);
    expect((await ask('/desk')).headers.get('location')).toBe('/desk/');
  });

  test('a HEAD request is answered like a GET, without the page', async () => {
    const answer = await ask('/desk/', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100);
    expect(await answer.text()).toBe('');
  });
});

describe('the headers', () => {
  test.each(['/desk/', '/desk/setup', '/desk/reset', '/desk/admin.js', '/desk/nothing-here'])(
    '%s runs only its own scripts, and is neither framed nor sniffed',
    async (path) => {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
          "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
    },
  );

  test.each(['/desk/', '/desk/admin.css'])(
    '%s is asked for again each time, and not sent again when it is the same',
    async (path) => {
      const first = await ask(path);
      expect(first.headers.get('cache-control')).toBe('no-cache');
      const etag = first.headers.get('etag')!;
      // As a browser revalidates; fetch itself would ask past every cache.
      const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
      const second = await ask(path, { headers });
      expect([second.status, await second.text()]).toEqual([304, '']);
    },
  );
});

describe('everything else', () => {
  test.each([
    '/desk/nothing-here',
    '/desk/setup/',
    '/desk/reset/',
    '/desk/api.json',
    '/desk/..%2fadmin-pages.ts',
    '/desk/%2e%2e%2fpackage.json',
    '/desk/.hidden',
  ])('%s is 404 in plain words', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain('begins at /desk/');
  });

  test('a page is only for reading', async () => {
    expect((await ask('/desk/', { method: 'POST' })).status).toBe(404);
  });

  test.each(['/desk/api', '/desk/api/session'])('%s is left to the API', async (path) => {
    const answer = await ask(path);
    expect([answer.status, await answer.text()]).toEqual([418, `passed on: ${path}`]);
    expect(answer.headers.get('content-security-policy')).toBeNull();
  });
});
