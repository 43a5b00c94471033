import express from 'express';
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { requestLog } from './request-log.ts';

const logged: unknown[] = [];
const written = new EventTarget();
const server = createServer();

beforeAll(async () => {
  const app = express();
  const debug = (_message: string, { path }: Readonly<Record<string, unknown>> = {}): void => {
    logged.push(path);
    written.dispatchEvent(new Event('line'));
  };
  app.use(requestLog({ ...silentLogger, debug }, { secretBelow: ['/__preview/', '/keys/'] }));
  app.use((_request, response) => void response.end());
  server.on('request', app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => void server.close());

test.each([
  ['/posts/ink/?page=2', '/posts/ink/?page=2'],
  ['/posts/caf%C3%A9/', '/posts/caf%C3%A9/'],
  ['/__preview', '/__preview'],
  ['/__preview/s3cret', '/__preview/[redacted]'],
  ['/__preview/s3cret/more?x=s3cret', '/__preview/[redacted]'],
  ['/__PREVIEW/s3cret', '/__preview/[redacted]'],
  ['//__preview/s3cret', '/__preview/[redacted]'],
  ['/%5F%5fpreview/s3cret', '/__preview/[redacted]'],
  ['/__preview%2Fs3cret', '/__preview/[redacted]'],
  ['/%ff/__preview/s3cret', '/__preview/[redacted]'],
  ['/%zz/__preview/s3cret', '/__preview/[redacted]'],
  ['/?to=%2Fkeys%2Fs3cret', '/keys/[redacted]'],
])('%s is logged as %s', async (path, expected) => {
  const line = once(written, 'line');
  const { port } = server.address() as AddressInfo;
  ask({ port, path, agent: false }, (response) => response.resume()).end();
  await line;
  expect(logged.at(-1)).toBe(expected);
});
