import { expect, test } from 'vitest';
import { answers, clientOf, captureError, OddServer, saysHtml } from './fixtures.ts';
import { GalleyUnexpectedAnswer, version } from './index.ts';
import manifest from './package.json' with { type: 'json' };
import { compareVersions } from './version-check.ts';

test.each([
  ['1.4.2', '1.4.2', 'same'],
  ['1.4.3', '1.4.2', 'newer'],
  ['1.10.0', '1.9.0', 'newer'],
  ['1.4.2', '1.5.0', 'older'],
  ['2.0.0', '1.9.9', 'incompatible'],
  ['1.9.9', '2.0.0', 'incompatible'],
  ['0.2.0', '0.1.9', 'incompatible'],
  ['0.1.9', '0.1.0', 'newer'],
  ['1.4.2+modified', '1.4.2-rc.1', 'same'],
])('a server %s and a client %s: %s', (server, client, verdict) => {
  const found = compareVersions(server, client);
  expect(found).toMatchObject({ server, client, verdict });
  expect(found.message).toContain(server);
});

test('the client reports the version of its package', async () => {
  expect(version).toBe(manifest.version);
  await using server = await OddServer.start(answers({ status: 'healthy', version }));
  const found = await clientOf(server).galley.checkVersion();
  expect(found).toMatchObject({ client: version, server: version, verdict: 'same' });
});

test('the coordinator reports its version at another address', async () => {
  await using server = await OddServer.start(saysHtml(404), answers({ version: '99.0.0' }));
  const found = await clientOf(server).galley.checkVersion();
  expect(found.verdict).toBe('incompatible');
  expect(found.message).toContain('Install @galley/sdk@99.0.0');
  expect(server.heard.map(({ url }) => url)).toEqual(['/__health', '/healthz']);
});

test('other servers have no version', async () => {
  await using server = await OddServer.start(saysHtml(200));
  const error = await captureError(clientOf(server).galley.checkVersion());
  expect(error).toBeInstanceOf(GalleyUnexpectedAnswer);
});
