import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@galley/kernel';
import { toolNames } from '@galley/mcp';
import { TestProject, type Started } from '../fixtures.ts';
import { BridgedAgent } from './bridge.fixtures.ts';
import { serveForConformance } from './conformance.fixtures.ts';
import { addRun, workerToken } from './fixtures.ts';

let project: TestProject;
let coordinator: Started;
let token: string;
const ended = new AsyncDisposableStack();

beforeAll(async () => {
  project = ended.use(await TestProject.open('{ enforcement: enforced }'));
  coordinator = ended.use(await project.start());
  await addRun(project, 'run-1', 'starting');
  ({ token } = await workerToken(project));
});

afterAll(() => ended.disposeAsync());

const bridge = (address = coordinator.address) => new BridgedAgent(`${address}/mcp`, token);

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

/** Required on every request of revision 2026-07-28. */
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function text({ result }: Awaited<ReturnType<BridgedAgent['ask']>>): Record<string, unknown> {
  const [part] = result!['content'] as { readonly text: string }[];
  return JSON.parse(part!.text) as Record<string, unknown>;
}

describe('GAP-RC-MCP-1: the bridge', () => {
  test('forwards requests of the earlier protocol era and their responses', async () => {
    await using agent = bridge();
    const { result } = await agent.ask('initialize', initialize);
    expect(result).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'galley' },
    });
    agent.write({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const { result: listed } = await agent.ask('tools/list');
    expect((listed!['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(toolNames);
    const change = { title: 'Ink', idempotency_key: newId() };
    expect(text(await agent.call('task_create', change))).toMatchObject({ title: 'Ink' });
    expect(agent.faults).toEqual([]);
  });

  test('forwards requests of the later protocol era, also mixed with the earlier', async () => {
    await using agent = bridge();
    const { result } = await agent.ask('server/discover', { _meta: modern });
    expect(result).toMatchObject({ supportedVersions: ['2026-07-28'] });
    const params = { name: 'table_get_state', arguments: {}, _meta: modern };
    expect(text(await agent.ask('tools/call', params))).toMatchObject({ run: { id: 'run-1' } });
    expect(text(await agent.call('table_get_state'))).toMatchObject({ run: { id: 'run-1' } });
    const { error } = await agent.ask('completion/complete', { _meta: modern });
    expect(error).toMatchObject({ code: -32601 });
    expect(agent.faults).toEqual([]);
  });

  test('separates concurrent requests with any ids', async () => {
    await using agent = bridge();
    const { last_event_id: after } = text(await agent.call('table_get_state'));
    const waiting = agent.send('tools/call', { name: 'table_watch', arguments: { after } });
    const calls = Array.from({ length: 20 }, (_, at) => `${at % 2 === 0 ? '' : 'n'}${at}`);
    for (const id of calls) {
      const params = { name: 'resource_status', arguments: { resource: id } };
      agent.write({ jsonrpc: '2.0', id, method: 'tools/call', params });
    }
    const answers = await Promise.all(calls.map((id) => agent.answer(id)));
    expect(answers.every((answer) => answer.result)).toBe(true);
    expect(agent.messages.some(({ id }) => id === waiting)).toBe(false);
    await agent.call('memory_record', { topic: 'Ink', body: 'Black', idempotency_key: newId() });
    expect(text(await agent.answer(waiting))).toMatchObject({
      events: [{ type: 'memory.recorded' }],
    });
  });

  test.each([
    ['earlier', {}],
    ['later', { _meta: modern }],
  ])('aborts requests that an agent of the %s era cancels', async (_era, more) => {
    await using agent = bridge();
    const { last_event_id: after } = text(await agent.call('table_get_state'));
    const watch = { name: 'table_watch', arguments: { after }, ...more };
    const requestId = agent.send('tools/call', watch);
    agent.write({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId, ...more },
    });
    await agent.call('memory_record', { topic: 'Ink', body: 'Black', idempotency_key: newId() });
    const { result } = await agent.ask('tools/call', { ...watch, arguments: { after } });
    expect(text({ result })).toMatchObject({ events: [{ type: 'memory.recorded' }] });
    expect(agent.messages.some(({ id }) => id === requestId)).toBe(false);
    expect(agent.faults).toEqual([]);
  });

  test('forwards progress notifications, and server requests with their answers', async () => {
    await using served = await serveForConformance(project);
    await using agent = bridge(served.address);
    const progress = { name: 'test_tool_with_progress', _meta: { progressToken: 'p' } };
    await agent.ask('tools/call', progress);
    const told = agent.messages.map(({ method, params }) => [method, params?.['progress']]);
    expect(told).toEqual([
      ['notifications/progress', 0],
      ['notifications/progress', 50],
      ['notifications/progress', 100],
      [undefined, undefined],
    ]);
    const asked = agent.send('tools/call', { name: 'test_sampling', arguments: { prompt: 'Hm?' } });
    const question = await agent.message(({ method }) => method === 'sampling/createMessage');
    const content = { type: 'text', text: 'Well.' };
    const result = { model: 'm', role: 'assistant', content };
    agent.write({ jsonrpc: '2.0', id: question.id, result });
    expect(JSON.stringify(await agent.answer(asked))).toContain('Well.');
  });
});

describe('the bridge reports errors', () => {
  test('when the coordinator is unreachable, and recovers when it is back', async () => {
    const away = await project.start();
    await using agent = bridge(away.address);
    expect((await agent.ask('ping')).result).toEqual({});
    const { port } = new URL(away.address);
    const watching = agent.send('tools/call', { name: 'table_watch', arguments: { after: 0 } });
    await agent.answer(watching);
    await away.stop();
    for (let time = 0; time < 2; time += 1) {
      const { error } = await agent.call('table_get_state');
      expect(error).toMatchObject({ code: -32603, data: { code: 'unavailable' } });
      expect(error!.message).toContain(`No coordinator responds at http://127.0.0.1:${port}/mcp`);
    }
    expect(agent.faults).toHaveLength(1);
    const overrides = { coordinator: { address: `127.0.0.1:${port}` } };
    await using back = await project.start({ overrides });
    expect(back.address).toBe(away.address);
    expect(text(await agent.call('table_get_state'))).toMatchObject({ run: { id: 'run-1' } });
  });

  test('when the token is rejected, with the coordinator’s message for other errors', async () => {
    await using agent = new BridgedAgent(`${coordinator.address}/mcp`, 'galley_worker_x');
    const { error } = await agent.ask('initialize', initialize);
    expect(error).toMatchObject({ data: { code: 'unauthenticated', status: 401 } });
    expect(error!.message).toContain('rejected the token');
    await using elsewhere = new BridgedAgent(`${coordinator.address}/other`, token);
    const { error: wrong } = await elsewhere.ask('ping');
    expect(wrong).toMatchObject({ data: { code: 'not_found', status: 404 } });
    expect(wrong!.message).toContain(`A coordinator serves it at ${coordinator.address}/mcp`);
  });

  test.each([
    { what: 'a page', type: 'text/html', body: '<p>Hello', says: 'is not a Galley coordinator' },
    { what: 'another program', status: 502, type: 'text/plain', body: '', says: '(HTTP 502)' },
    { what: 'no JSON', type: 'application/json', body: '{"jsonrpc"', says: 'is not valid MCP' },
    { what: 'not whole', type: 'text/event-stream', body: ': wait\n\n', says: 'was cut off' },
    { what: 'starting', status: 503, type: 'text/plain', body: 'Wait.', says: 'is starting' },
  ])('when the response is $what', async ({ status = 200, type, body, says }) => {
    await using other = await serve((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
    await using agent = bridge(other.address);
    const { error } = await agent.ask('ping');
    expect(error!.message).toContain(says);
    expect(agent.faults).toEqual([error!.message]);
  });

  test('for a line that is not a message, and continues', async () => {
    await using agent = bridge();
    agent.write('{"jsonrpc": "2.0", "surprise": true}');
    expect((await agent.ask('ping')).result).toEqual({});
    expect(agent.faults).toEqual([
      expect.stringContaining('Standard input is not a valid MCP message'),
    ]);
  });
});

describe('the bridge ends', () => {
  test('with its input, when what was asked is answered', async () => {
    const agent = bridge();
    const id = agent.send('ping');
    agent.endInput();
    await agent.ended;
    expect(await agent.answer(id)).toMatchObject({ result: {} });
  });

  test('at once when it is stopped, with requests in flight', async () => {
    const agent = bridge();
    const { last_event_id: after } = text(await agent.call('table_get_state'));
    agent.send('tools/call', { name: 'table_watch', arguments: { after } });
    agent.endInput();
    agent.stop();
    await agent.ended;
  });
});

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
