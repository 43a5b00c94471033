import { once } from 'node:events';
import { get } from 'node:https';
import { expect, test } from 'vitest';
import { cert, key } from './certificate.fixtures.ts';
import { TestProject } from '../fixtures.ts';

test('GAP-RC-CFG-1, GAP-RC-LISTEN-1: with a certificate it speaks only TLS', async () => {
  await using project = await TestProject.open('{ tls: { cert_file: c.pem, key_file: k.pem } }');
  await project.write('c.pem', cert);
  await project.write('k.pem', key);
  await using started = await project.start();
  expect(started.address).toMatch(/^https:/);
  const status = await new Promise((resolve, reject) => {
    get(`${started.address}/healthz`, { ca: cert, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
  expect(status).toBe(200);
  await expect(fetch(started.address.replace('https', 'http'))).rejects.toThrow();
  // An open keep-alive connection does not delay the shutdown.
  const kept = get(`${started.address}/healthz`, {
    ca: cert,
    headers: { connection: 'keep-alive' },
  });
  const [response] = (await once(kept, 'response')) as [NodeJS.ReadableStream];
  response.resume();
  await once(response, 'end');
  const begun = performance.now();
  await started.stop();
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test.each([
  [
    'the file does not exist',
    'missing.pem',
    'coordinator.tls.cert_file: .*missing.pem: the file does not exist',
  ],
  ['is not PEM', 'galley.yaml', 'galley.yaml is not a PEM file'],
])('rejects a certificate: %s', async (_what, file, message) => {
  await using project = await TestProject.open(`{ tls: { cert_file: ${file}, key_file: k.pem } }`);
  await project.write('k.pem', key);
  await expect(project.start()).rejects.toThrow(new RegExp(message));
});
