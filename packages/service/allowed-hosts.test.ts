import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { AllowedHosts } from './allowed-hosts.ts';
import { GalleyServer } from './galley-server.ts';

const listening = 'galley.internal';
const allowed = [
  'CMS.example.org.',
  '*.preview.example',
  '10.0.0.5',
  '2001:DB8::5',
  'bücher.example',
];
let siteUrl = 'https://www.example.org:8443/blog/';
const logged: object[] = [];
const logger = {
  ...silentLogger,
  warn: (message: string, details = {}) => void logged.push({ message, ...details }),
};

const server = new GalleyServer();
const hosts = {
  plain: hostsOf(),
  proxied: hostsOf({ trustedProxies: ['loopback'] }),
  open: hostsOf({ allowed: ['*'] }),
  certified: hostsOf({ isCertified: (host: string) => host === 'tls.example' }),
};
let current: AllowedHosts;

function hostsOf(options: object = {}): AllowedHosts {
  const site = { siteUrl: () => siteUrl };
  return new AllowedHosts({ allowed, listening, trustedProxies: [], logger, ...site, ...options });
}

beforeAll(async () => {
  server.serve((request, response) => {
    const unknown = current.findUnknown(request);
    if (unknown === undefined) response.end('served');
    else current.refuse(unknown, request, response);
  });
  server.http.listen(0, '127.0.0.3');
  await once(server.http, 'listening');
});

afterAll(() => server.close(0));

async function ask(which: keyof typeof hosts, ...headers: string[]): Promise<[number, string]> {
  current = hosts[which];
  const { port } = server.http.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.3', port });
  socket.write(['GET / HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n'), 'latin1');
  const text = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
  return [Number(text.split(' ')[1]), text];
}

describe('a request is served (ADD-SEC-1)', () => {
  test.each([
    'www.example.org',
    'www.example.org:1',
    'WWW.Example.ORG.',
    'cms.example.org:443',
    'a.preview.example',
    'a.b.preview.example:80',
    '10.0.0.5:8080',
    '[2001:db8:0::5]:8080',
    'xn--bcher-kva.example',
    'galley.internal',
    'localhost:8080',
    'LOCALHOST.',
    'blog.localhost',
    '127.0.0.1',
    '127.9.9.9:1',
    '[::1]',
    '127.0.0.3:8080',
  ])('for the host %s', async (host) => {
    expect((await ask('plain', `Host: ${host}`))[0]).toBe(200);
  });

  test.each([
    'evil.example',
    'example.org',
    'evil-www.example.org',
    'www.example.org.evil.example',
    'localhost.evil.example',
    'evillocalhost',
    '.localhost',
    'preview.example',
    'evilpreview.example',
    '*.preview.example',
    '10.0.0.6',
    '192.0.2.1:8080',
    '[2001:db8::6]',
    'localhost@evil.example',
    'evil.example/localhost',
    'evil.example#localhost',
    'localhost:8080:8080',
    'a b',
    'tls.example',
    '',
  ])('or refused with 400 for the host "%s"', async (host) => {
    const [status, text] = await ask('plain', `Host: ${host}`);
    expect([status, /"code":"(\w+)"/.exec(text)?.[1]]).toEqual([400, 'unknown_host']);
    expect(text).toContain('server.allowed_hosts');
  });

  test('for every host with "*", and for names in the certificate', async () => {
    expect((await ask('open', 'Host: evil.example'))[0]).toBe(200);
    expect((await ask('certified', 'Host: tls.example:7117'))[0]).toBe(200);
    expect((await ask('certified', 'Host: evil.example'))[0]).toBe(400);
  });

  test('without a host only in HTTP/1.0, which browsers do not use', async () => {
    current = hosts.plain;
    const { port } = server.http.address() as AddressInfo;
    const socket = connect({ host: '127.0.0.3', port }).end('GET / HTTP/1.0\r\n\r\n');
    const text = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
    expect(text).toMatch(/^HTTP\/1\.1 200/);
    expect((await ask('plain'))[0]).toBe(400);
  });

  test('for the current address of the site', async () => {
    const before = siteUrl;
    expect((await ask('plain', 'Host: new.example'))[0]).toBe(400);
    siteUrl = 'https://new.example';
    expect((await ask('plain', 'Host: new.example'))[0]).toBe(200);
    expect((await ask('plain', 'Host: www.example.org'))[0]).toBe(400);
    siteUrl = before;
  });
});

describe('X-Forwarded-Host', () => {
  test.each([
    ['plain', 'www.example.org', 'evil.example', 200],
    ['proxied', 'www.example.org', 'evil.example', 400],
    ['proxied', 'galley.internal', 'www.example.org', 200],
    ['proxied', 'galley.internal', 'www.example.org, evil.example', 200],
    ['proxied', 'galley.internal', 'evil.example, www.example.org', 400],
    // A rebound page can send the forwarded header, but no other `Host`.
    ['proxied', 'evil.example', 'www.example.org', 400],
  ] as const)('%s: Host %s, forwarded %s is answered with %d', async (...given) => {
    const [which, host, forwarded, status] = given;
    expect((await ask(which, `Host: ${host}`, `X-Forwarded-Host: ${forwarded}`))[0]).toBe(status);
  });
});

test('the log names an unknown host and the setting, once a minute', async () => {
  hosts.plain = hostsOf();
  logged.length = 0;
  await ask('plain', 'Host: one.example');
  await ask('plain', 'Host: two.example');
  expect(logged).toEqual([
    expect.objectContaining({
      host: 'one.example',
      advice: expect.stringContaining('server.allowed_hosts') as string,
    }),
  ]);
});
