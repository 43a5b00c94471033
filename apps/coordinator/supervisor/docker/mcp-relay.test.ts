import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMcpRelay, type McpRelay } from './mcp-relay.ts';

let coordinator: Server;
let relay: McpRelay;
let goOn: () => void;

beforeEach(async () => {
  const waiting = Promise.withResolvers<void>();
  goOn = waiting.resolve;
  coordinator = createServer((request, response) => {
    const { host, authorization } = request.headers;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(JSON.stringify({ path: request.url, host, authorization }));
    void waiting.promise.then(() => request.pipe(response));
  }).listen(0, '127.0.0.1');
  await once(coordinator, 'listening');
  const { port } = coordinator.address() as { port: number };
  const target = new URL(`http://127.0.0.1:${port}/mcp`);
  relay = await openMcpRelay({ host: '127.0.0.1', port: 0, target, certificate: undefined });
});
afterEach(async () => {
  goOn();
  await relay.close();
  coordinator.closeAllConnections();
  coordinator.close();
});

test('forwards /mcp unchanged, with the host name of the coordinator', async () => {
  const headers = { authorization: 'Bearer x' };
  const answer = await fetch(relay.url, { method: 'POST', headers, body: 'asked' });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  // The server sends the rest only after this was read.
  const { host } = new URL(`http://127.0.0.1:${(coordinator.address() as { port: number }).port}`);
  expect(JSON.parse((await reader.read()).value!)).toEqual({
    path: '/mcp',
    host,
    authorization: 'Bearer x',
  });
  goOn();
  expect((await reader.read()).value).toBe('asked');
});

test.each(['/', '/api/v1/workspaces/default/runs/status', '/mcp/x', '/healthz'])(
  'serves nothing else of the coordinator: %s',
  async (path) => {
    expect((await fetch(new URL(path, relay.url))).status).toBe(404);
  },
);

test('reports an unreachable coordinator, and continues', async () => {
  coordinator.closeAllConnections();
  coordinator.close();
  await once(coordinator, 'close');
  expect((await fetch(relay.url, { method: 'POST', body: '{}' })).status).toBe(503);
  expect((await fetch(relay.url, { method: 'POST', body: '{}' })).status).toBe(503);
});
