import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { isPublicAddress } from '@galley/kernel';
import { temporaryDirectory } from '@galley/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificate, httpsHost } from './archive-host.fixtures.ts';
import { downloadArchive, type DownloadReach } from './download-archive.ts';

const within: DownloadReach = { ca: certificate, allows: () => true };

async function fetched(address: string, reach: DownloadReach = within): Promise<string> {
  const folder = await temporaryDirectory();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const target = join(folder.path, 'a.zip');
  await downloadArchive(address, target, reach);
  return readFile(target, 'utf8');
}

const redirecting =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

test('an archive is fetched, without cookies and from who has a certificate that is trusted', async () => {
  const seen: object[] = [];
  const host = await httpsHost((request, response) => {
    seen.push(request.headers);
    response.end('bytes');
  });
  expect(await fetched(`${host}/a.zip?v=1`)).toBe('bytes');
  expect(seen).toEqual([expect.not.objectContaining({ cookie: expect.anything() as unknown })]);
  const untrusting = { allows: () => true };
  await expect(fetched(host, untrusting)).rejects.toMatchObject({
    code: 'upstream_failed',
    kind: 'upstream_failed',
  });
});

describe('redirects', () => {
  test('are followed, relative ones too', async () => {
    const host = await httpsHost((request, response) => {
      if (request.url === '/final') response.end('bytes');
      else response.writeHead(307, { location: '/final' }).end();
    });
    const first = await httpsHost(redirecting(`${host}/a`));
    expect(await fetched(first)).toBe('bytes');
  });

  test.each(['http://localhost/a.zip', 'file:///etc/passwd', 'https://a:b@localhost/', '//'])(
    'to %s are not',
    async (location) => {
      const host = await httpsHost(redirecting(location));
      await expect(fetched(host)).rejects.toMatchObject({ code: 'invalid_theme_source' });
    },
  );

  test('are followed five times', async () => {
    let asked = 0;
    const host = await httpsHost((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: '/again' }).end();
    });
    await expect(fetched(host)).rejects.toMatchObject({ code: 'upstream_failed' });
    expect(asked).toBe(6);
  });

  test('lead to no address that may not be asked', async () => {
    const host = await httpsHost(redirecting('https://127.0.0.2:1/a.zip'));
    const reach = { ...within, allows: (address: string) => address === '127.0.0.1' };
    await expect(fetched(host, reach)).rejects.toMatchObject({ code: 'invalid_theme_source' });
  });
});

describe('internal addresses are refused', () => {
  test('by name, whatever it is resolved to', async () => {
    let asked = 0;
    const host = await httpsHost((_request, response) => {
      asked += 1;
      response.end();
    });
    await expect(fetched(host, { ca: certificate })).rejects.toMatchObject({
      code: 'invalid_theme_source',
      message: expect.stringContaining('localhost is an address of this machine') as string,
    });
    expect(asked).toBe(0);
  });

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
  ])('by number: %s', async (address) => {
    await expect(fetched(address, {})).rejects.toMatchObject({ code: 'invalid_theme_source' });
  });

  test.each([
    'http://example.org/a.zip',
    'ftp://example.org/',
    'https://a:b@example.org/',
    'https:',
  ])('nor %s', async (address) => {
    await expect(fetched(address)).rejects.toMatchObject({ code: 'invalid_theme_source' });
  });
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
])('whether %s is of the public internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('a host that fails', () => {
  test.each<[string, RequestListener]>([
    ['answers with an error', (_request, response) => void response.writeHead(500).end()],
    ['answers with nothing there', (_request, response) => void response.writeHead(404).end()],
    ['breaks off', (request) => void request.socket.destroy()],
    [
      'breaks off in the middle',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => request.socket.destroy());
      },
    ],
  ])('%s', async (_how, answer) => {
    const failure = fetched(await httpsHost(answer));
    await expect(failure).rejects.toMatchObject({
      code: 'upstream_failed',
      kind: 'upstream_failed',
    });
  });

  test('is not there', async () => {
    await expect(fetched('https://127.0.0.1:1/')).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  test.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['never ends', (_request, response) => void response.writeHead(200).write('a')],
  ])('%s', async (_how, answer) => {
    const host = await httpsHost(answer);
    await expect(fetched(host, { ...within, timeoutMilliseconds: 50 })).rejects.toMatchObject({
      code: 'upstream_timeout',
      kind: 'upstream_timeout',
    });
  });
});

describe('an archive that is too large is refused', () => {
  const tooLarge = 64 * 1024 * 1024 + 1;

  test('by what is said of it', async () => {
    const host = await httpsHost((_request, response) => {
      response.writeHead(200, { 'content-length': String(tooLarge) }).write('a');
    });
    await expect(fetched(host)).rejects.toMatchObject({ code: 'invalid_archive' });
  });

  test('by what comes', async () => {
    const host = await httpsHost((_request, response) => {
      response.on('error', () => undefined);
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).end(Buffer.alloc(tooLarge));
    });
    await expect(fetched(host)).rejects.toMatchObject({ code: 'invalid_archive' });
  });
});
