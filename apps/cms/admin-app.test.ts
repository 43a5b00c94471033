import express from 'express';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { adminApp } from './admin-app.ts';
import { writeFiles } from './fixtures.ts';

const script = 'export const words = "a script of the admin";\n';
const link = '<link rel="modulepreload" crossorigin href="./assets/editor-c3.js" data-page="edit">';
const page = `<!doctype html><html><head><script type="module" src="./assets/main-a1.js"></script>\n${link}\n</head></html>`;
let folder: TemporaryDirectory;
let server: Server;
let origin: string;

beforeAll(async () => {
  folder = await temporaryDirectory();
  await writeFiles(folder.path, {
    'index.html': page,
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.sources': 'a hash',
    'assets/main-a1.js': script,
    'assets/main-a1.js.br': brotliCompressSync(script),
    'assets/main-a1.js.gz': gzipSync(script),
    'assets/small-b2.css': 'a{}',
  });
  const app = express();
  app.set('etag', 'strong');
  app.use('/desk', adminApp('desk', folder.path));
  app.use((request, response) => void response.status(418).send(`passed on: ${request.url}`));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await folder[Symbol.asyncDispose]();
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(origin + path, { redirect: 'manual', ...init });
}

async function askPacked(path: string, encodings: string) {
  const request = httpRequest(origin + path, { headers: { 'accept-encoding': encodings } }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat((await response.toArray()) as Buffer[]);
  return { status: response.statusCode, headers: response.headers, bytes };
}

function nonceOf(text: string): string | undefined {
  return /<meta property="csp-nonce" nonce="([^"]+)">/.exec(text)?.[1];
}

describe('the page', () => {
  test.each([
    '/desk/',
    '/desk/setup',
    '/desk/documents/posts/ink.md',
    '/desk/?from=mail',
    '/desk/%zz',
  ])('is served at %s with a matching base', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toMatch(
      /<head><base href="\/desk\/"><meta .*<script type="module"/,
    );
  });

  test('ADD-EDIT-14: links the scripts of the editor below /edit/ only', async () => {
    expect(await (await ask('/desk/edit/posts/ink.md')).text()).toContain(link);
    for (const path of [
      '/desk/',
      '/desk/editor',
      '/desk/documents/edit/',
      '/desk/sign-in?next=/edit/',
    ])
      expect(await (await ask(path)).text()).not.toContain('editor-c3');
  });

  test('allows styles by a fresh nonce and is not cached', async () => {
    const [first, second] = [await ask('/desk/'), await ask('/desk/')];
    const nonces = [nonceOf(await first.text()), nonceOf(await second.text())];
    expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(first.headers.get('content-security-policy')).toContain(
      `style-src 'self' 'nonce-${nonces[0]}'`,
    );
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('etag')).toBeNull();
  });

  test('answers HEAD like GET without a body', async () => {
    const answer = await ask('/desk/', { method: 'HEAD' });
    const { length } = await (await ask('/desk/')).text();
    expect(answer.headers.get('content-length')).toBe(String(length));
    expect(await answer.text()).toBe('');
  });

  test('redirects from the address without a slash and keeps the query', async () => {
    const answer = await ask('/desk?from=mail');
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/desk/?from=mail']);
    expect((await ask('/desk')).headers.get('location')).toBe('/desk/');
    expect((await ask('/desk/index.html')).headers.get('location')).toBe('/desk/');
  });

  test('allows only GET and HEAD', async () => {
    const answer = await ask('/desk/', { method: 'POST' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('explains how to build it, and is served as soon as it is built', async () => {
    await rm(join(folder.path, 'index.html'));
    const answer = await ask('/desk/documents');
    await writeFile(join(folder.path, 'index.html'), page);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain('npm run build:admin');
    expect((await ask('/desk/documents')).status).toBe(200);
  });
});

describe('the headers', () => {
  test.each(['/desk/', '/desk/icon.svg', '/desk/assets/main-a1.js', '/desk/assets/nothing.js'])(
    '%s restricts sources to this server, and forbids framing and sniffing',
    async (path) => {
      const { headers } = await ask(path);
      const policy = headers.get('content-security-policy')!.replace(/ 'nonce-[^']+'/, '');
      expect(policy).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
          "font-src 'self'; media-src 'self'; connect-src 'self'; frame-src 'self'; " +
          "worker-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'self'; " +
          "frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    },
  );
});

describe('the files', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('serves a client that accepts "%s" the script as %s', async (encodings, coding, unpack) => {
    const { status, headers, bytes } = await askPacked('/desk/assets/main-a1.js', encodings);
    expect([status, headers['content-encoding']]).toEqual([200, coding]);
    expect(unpack(bytes).toString()).toBe(script);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers.vary).toBe('Accept-Encoding');
  });

  test('serves incompressible files unencoded', async () => {
    const { headers, bytes } = await askPacked('/desk/assets/small-b2.css', 'gzip, br');
    expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, 'a{}']);
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test('revalidates files beside the page', async () => {
    const { headers } = await ask('/desk/icon.svg');
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    '/desk/assets/nothing.js',
    '/desk/assets/main-a1.js.br',
    '/desk/assets/',
    '/desk/assets',
    '/desk/assets/..%2f.sources',
    '/desk/assets/deeper/main-a1.js',
    '/desk/nothing.js',
    '/desk/.sources',
    '/desk/..%2fpackage.json',
  ])('answers %s with an uncached 404 in plain text', async (path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain('is at /desk/');
  });
});

test.each(['/desk/api', '/desk/api/session', '/desk/plugin-api/aiwriter/settings'])(
  'leaves %s to the API',
  async (path) => {
    const answer = await ask(path, { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([418, `passed on: ${path}`]);
    expect(answer.headers.get('content-security-policy')).toBeNull();
  },
);
