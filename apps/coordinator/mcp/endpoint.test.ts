import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolCatalogue, toolNames } from '@galley/mcp';
import { bearer, TestProject, type Started } from '../fixtures.ts';
import { addRun, allScopes, TestAgent, workerToken, type Era } from './fixtures.ts';

let project: TestProject;
let coordinator: Started;

beforeAll(async () => {
  project = await TestProject.open('{ enforcement: enforced }');
  coordinator = await project.start();
  // Blocked runs are not ticked, so open work stays open.
  for (const id of ['run-1', 'run-2']) await addRun(project, id, 'starting');
});

afterAll(() => project[Symbol.asyncDispose]());

const connect = (token: string, era?: Era) => TestAgent.connect(coordinator.address, token, era);

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

function post(headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${coordinator.address}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (body += part));
      response.once('end', () => resolve({ status: response.statusCode!, body }));
    });
    sent.end(JSON.stringify(initialize));
  });
}

describe.each(['modern', 'legacy'] as const)('GAP-RC-MCP-1: a client of the %s era', (era) => {
  test('lists and calls the tools', async () => {
    await using agent = await connect((await workerToken(project)).token, era);
    expect(agent.client.getServerVersion()?.name).toBe('galley');
    expect(agent.client.getInstructions()).toContain(
      'the agent implementer-1 in the Galley run run-1',
    );
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolNames);
    const { value } = await agent.call('table_get_state');
    expect(value).toMatchObject({ run: { id: 'run-1', status: 'starting' }, tasks: {} });
    await expect(agent.client.callTool({ name: 'task.delete', arguments: {} })).rejects.toThrow(
      'Unknown tool "task.delete"',
    );
  });
});

describe('GAP-RC-MCP-4: a token', () => {
  test.each(allScopes)(
    'with %s alone is shown its tools, and refused the others',
    async (scope) => {
      await using agent = await connect((await workerToken(project, { scopes: [scope] })).token);
      const { tools } = await agent.client.listTools();
      const own = toolNames.filter((name) => toolCatalogue[name].scope === scope);
      expect(tools.map(({ name }) => name)).toEqual(own);
      for (const name of toolNames) {
        const { error } = await agent.call(name, { surprise: true });
        expect([name, error?.code]).toEqual([
          name,
          own.includes(name) ? 'invalid_input' : 'scope_missing',
        ]);
      }
    },
  );

  test('that is invalid, expired or revoked is rejected at once, like personal tokens', async () => {
    const person = await project.tokenOf('admin');
    const revoked = await workerToken(project);
    expect((await post({ authorization: `Bearer ${revoked.token}` })).status).toBe(200);
    await revoked.revoke();
    const expired = await workerToken(project);
    await project.db
      .updateTable('worker_tokens')
      .set({ expires_at: new Date(0) })
      .where('id', '=', expired.id)
      .execute();
    for (const token of [person, revoked.token, expired.token, 'galley_worker_x']) {
      const { status, body } = await post({ authorization: `Bearer ${token}` });
      expect([status, JSON.parse(body)]).toMatchObject([401, { code: 'unauthenticated' }]);
    }
    expect((await post({})).status).toBe(401);
  });

  test('of a disabled agent is rejected', async () => {
    const { token } = await workerToken(project, { agentId: 'tester-1' });
    const set = (enabled: boolean) =>
      project.db.updateTable('agents').set({ enabled }).where('id', '=', 'tester-1').execute();
    await set(false);
    expect((await post({ authorization: `Bearer ${token}` })).status).toBe(401);
    await set(true);
    expect((await post({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('is stored as a hash, and the audit log records its creator and purpose', async () => {
    const { token, id } = await workerToken(project, { scopes: ['tasks:read'] });
    const rows = await project.db.selectFrom('worker_tokens').selectAll().execute();
    const entries = await project.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('target', '=', id)
      .execute();
    expect(entries).toMatchObject([
      { action: 'worker_token.create', actor: 'ada', details: { scopes: ['tasks:read'] } },
    ]);
    expect(JSON.stringify([rows, entries])).not.toContain(token.slice('galley_worker_'.length));
  });

  test('gives no access to another run, and no argument names another agent', async () => {
    await using agent = await connect((await workerToken(project)).token);
    const { token } = await workerToken(project, { runId: 'run-2', agentId: 'reviewer-1' });
    await using other = await connect(token);
    const { value: task } = await agent.change('task_create', { title: 'Ink' });
    const forged = { task_id: task['id'], agent_id: 'implementer-1', run_id: 'run-1' };
    expect((await other.change('task_claim', forged)).error?.code).toBe('invalid_input');
    for (const [tool, input] of [
      ['task_claim', { task_id: task['id'] }],
      ['task_update_status', { task_id: task['id'], status: 'completed' }],
    ] as const)
      expect((await other.change(tool, input)).error?.code).toBe('task_not_found');
    expect((await other.call('task_get', { task_id: task['id'] })).error?.code).toBe(
      'task_not_found',
    );
    expect((await other.call('task_list')).value).toMatchObject({ tasks: [] });
    expect((await other.call('table_watch', { after: 0, timeout_seconds: 0 })).value).toEqual({
      events: [],
      last_event_id: 0,
    });
  });
});

describe('GAP-RC-MCP-2: Host and Origin', () => {
  test.each([
    ['no name of this server', { host: 'evil.example' }, 400, 'unknown_host'],
    ['one that only begins like it', { host: '127.0.0.1.evil.example' }, 400, 'unknown_host'],
    ['a foreign address', { host: '192.0.2.1:7117' }, 400, 'unknown_host'],
    ['an invalid host name', { host: 'a b' }, 400, 'unknown_host'],
    ['a page of another site', { origin: 'https://evil.example' }, 403, 'forbidden'],
    ['a page that has no origin', { origin: 'null' }, 403, 'forbidden'],
  ])('%s is rejected before the token is read', async (_what, headers, ...expected) => {
    const { status, body } = await post({ ...headers });
    expect([status, (JSON.parse(body) as { code: string }).code]).toEqual(expected);
  });

  test.each([
    ['localhost', { host: 'localhost:7117' }],
    ['an address of this machine', { host: '[::1]:1' }],
    ['a page of this machine', { origin: 'http://localhost:6274' }],
  ])('%s is accepted', async (_what, headers: object) => {
    const { token } = await workerToken(project);
    const { status } = await post({ ...headers, authorization: `Bearer ${token}` });
    expect(status).toBe(200);
  });
});

describe('GAP-RC-MCP-3: an idempotency key', () => {
  test('runs once with the same answer, also with another token of the same agent', async () => {
    await using agent = await connect((await workerToken(project)).token);
    await using again = await connect((await workerToken(project)).token);
    const call = { title: 'Once', idempotency_key: 'same' };
    const answers = await Promise.all(
      [agent, again, agent, again].map((one) => one.call('task_create', call)),
    );
    expect(new Set(answers.map(({ value }) => value['id'])).size).toBe(1);
    const { error } = await agent.call('task_create', { ...call, title: 'Another' });
    expect(error?.code).toBe('idempotency_key_reuse');
    const { value } = await agent.call('task_list', { limit: 200 });
    const titles = (value['tasks'] as { title: string }[]).map(({ title }) => title);
    expect(titles.filter((title) => title === 'Once')).toHaveLength(1);
  });

  test('may be left out: then each call runs, and a refusal is not stored', async () => {
    await using agent = await connect((await workerToken(project)).token);
    const create = () => agent.call('task_create', { title: 'Each time' });
    const [one, other] = [await create(), await create()];
    expect(one.error).toBeUndefined();
    expect(other.value['id']).not.toBe(one.value['id']);
    const claim = { task_id: one.value['id'] };
    expect((await agent.call('task_claim', claim)).value).toMatchObject({ status: 'in_progress' });
    expect((await agent.call('task_claim', claim)).error?.code).toBe('task_taken');
  });

  test('ADD-RUN-3: counts for the name with a dot, too', async () => {
    await using agent = await connect((await workerToken(project)).token);
    const call = { title: 'Dotted', idempotency_key: 'dotted' };
    const { value } = await agent.call('task.create', call);
    expect(value).toMatchObject({ title: 'Dotted' });
    expect(await agent.call('task_create', call)).toEqual({ value, error: undefined });
    const { path } = await project.db
      .selectFrom('idempotency_keys')
      .select('path')
      .where('key', '=', 'dotted')
      .executeTakeFirstOrThrow();
    // Shared with servers of earlier releases.
    expect(path).toBe('task.create');
  });

  test('belongs to one agent, and needs a token with the scope', async () => {
    await using agent = await connect((await workerToken(project)).token);
    const call = { title: 'Mine', idempotency_key: 'privileged' };
    const { value } = await agent.call('task_create', call);
    const reading = await workerToken(project, { scopes: ['tasks:read'] });
    await using reader = await connect(reading.token);
    expect((await reader.call('task_create', call)).error?.code).toBe('scope_missing');
    await using other = await connect((await workerToken(project, { agentId: 'chair-1' })).token);
    expect((await other.call('task_create', call)).value['id']).not.toBe(value['id']);
  });

  test('of a rejected call is rejected again, even if the call would succeed now', async () => {
    await using agent = await connect((await workerToken(project)).token);
    const { value: task } = await agent.change('task_create', { title: 'Ink' });
    const call = { task_id: task['id'], status: 'review', idempotency_key: 'too early' };
    const first = await agent.call('task_update_status', call);
    expect(first.error?.code).toBe('not_yours');
    await agent.change('task_claim', { task_id: task['id'] });
    // Ownership and authentication are checked again on a retry; a conflict is stored.
    expect((await agent.call('task_update_status', call)).value['status']).toBe('review');
    const taken = { task_id: task['id'], idempotency_key: 'taken' };
    const refused = await agent.call('task_claim', taken);
    expect(refused.error?.code).toBe('task_taken');
    expect(await agent.call('task_claim', taken)).toEqual(refused);
  });
});

describe('table_watch', () => {
  test('returns events as they occur, and misses none', async () => {
    await using agent = await connect((await workerToken(project)).token);
    const { value: state } = await agent.call('table_get_state');
    const after = state['last_event_id'];
    const waiting = agent.call('table_watch', { after });
    await agent.change('deliberation_open', { topic: 'Which ink?' });
    const { value } = await waiting;
    expect(value).toMatchObject({
      events: [{ type: 'deliberation.opened', payload: { agent_id: 'implementer-1' } }],
    });
    const none = await agent.call('table_watch', {
      after: value['last_event_id'],
      timeout_seconds: 0,
    });
    expect(none.value).toEqual({ events: [], last_event_id: value['last_event_id'] });
  });

  test('returns nothing after the token was revoked', async () => {
    const { token, revoke } = await workerToken(project);
    await using agent = await connect(token);
    await using other = await connect((await workerToken(project)).token);
    const { value: state } = await agent.call('table_get_state');
    const waiting = agent.call('table_watch', { after: state['last_event_id'] });
    const refused = waiting.then(({ error }) => error?.code, String);
    await revoke();
    const { error } = await other.change('deliberation_open', { topic: 'A secret' });
    expect(error).toBeUndefined();
    expect(await refused).toMatch(/worker_token_ended|unauthenticated/);
  });
});

test('a worker token gives access to no operation of the API', async () => {
  const { token } = await workerToken(project);
  for (const path of ['runs', 'tasks', 'worker-tokens', 'runs/status'])
    expect(
      (await coordinator.get(`/api/v1/workspaces/default/${path}`, bearer(token))).status,
    ).toBe(401);
});
