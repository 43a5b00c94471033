import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleProject, operations, workerScopes as wireScopes } from '@galley/contract';
import { workerScopes } from '@galley/runcoord';
import { expectProblem, type Client, type TestServer } from './fixtures.ts';
import { examples } from './operation-examples.ts';
import { beginSession, call, startExampleServer } from './operations/fixtures.ts';
import { WorkRows } from './runs/fixtures.ts';

let server: TestServer;
let rut: Client;

beforeAll(async () => {
  server = await startExampleServer();
  await server.addUser({ username: 'rut', role: 'admin' });
  rut = await beginSession(server, 'rut');
  await new WorkRows(server.database.db, exampleProject.workspace).addAgent('worker-9');
});

afterAll(() => server[Symbol.asyncDispose]());

const at = `/api/v1/workspaces/${exampleProject.workspace}/worker-tokens`;
const wish = { run_id: exampleProject.run, agent_id: 'worker-9', scopes: [...workerScopes] };

interface Made {
  readonly id: string;
  readonly token: string;
  readonly expires_at: string;
}

const make = async (more: object = {}) => (await rut.post(at, { ...wish, ...more })).json<Made>();

test('the contract and the domain define the same scopes', () => {
  expect(wireScopes).toEqual(workerScopes);
});

describe('GAP-RC-API-9: tokens of workers', () => {
  test('are created for an agent in a run with a lifetime, and shown once', async () => {
    const { id, token, expires_at } = await make({ ttl_seconds: 60 });
    expect(token).toMatch(/^galley_worker_[\w-]{43}$/);
    expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(60_000);
    const list = await rut.get(at);
    expect(list.text).not.toContain(token);
    expect(list.json<{ items: Made[] }>().items[0]).toMatchObject({
      id,
      run_id: exampleProject.run,
    });
    expect(Date.parse((await make()).expires_at) - Date.now()).toBeGreaterThan(7 * 3_600_000);
  });

  test('stay revoked, and name the user who revoked them', async () => {
    const { id } = await make();
    const first = await rut.post(`${at}/${id}/revoke`, {});
    expect(first.json()).toMatchObject({ id, revoked_by: 'rut' });
    expect((await rut.post(`${at}/${id}/revoke`)).text).toBe(first.text);
    const elsewhere = `/api/v1/workspaces/default/worker-tokens/${id}/revoke`;
    expectProblem(await rut.post(elsewhere), 404, 'worker_token_not_found');
  });

  test.each([
    [{ run_id: 'no-such-run' }, 404, 'run_not_found'],
    [{ agent_id: 'nobody' }, 404, 'agent_not_found'],
    [{ scopes: [] }, 400, 'invalid_request'],
    [{ scopes: ['runs.control'] }, 400, 'invalid_request'],
    [{ ttl_seconds: 59 }, 400, 'invalid_request'],
    [{ ttl_seconds: 604_801 }, 400, 'invalid_request'],
    [{ username: 'ada' }, 400, 'invalid_request'],
  ])('%j is refused', async (more, status, code) => {
    expectProblem(await rut.post(at, { ...wish, ...more }), status, code);
  });
});

describe('RC-AUTH-2, GAP-RC-API-4: a worker token is refused by human operations, even with other credentials:', () => {
  // These APIs ask for no identity and ignore tokens.
  const open = operations.filter(({ base }) => ['platform', 'root'].includes(base));
  // A webhook asks for the token of its recipe instead.
  const ids = [...open.map(({ id }) => id), 'recipes.trigger'];
  const human = operations.filter(({ id }) => !ids.includes(id));

  test.each(human.map((operation) => ({ id: operation.id, operation })))(
    '$id',
    async ({ id, operation }) => {
      const { token } = await make();
      const { body, query } = examples[id]!;
      const headers = {
        authorization: `Bearer ${token}`,
        'idempotency-key': 'k',
        'x-user': 'ada',
        'x-forwarded-user': 'ada',
        'x-galley-actor': 'ada',
        'x-forwarded-for': '127.0.0.1',
      };
      // Sent with the cookie and the CSRF token of an administrator.
      const answer = await call(rut, operation, { headers, body, query });
      expectProblem(answer, 401, 'unauthenticated');
    },
  );

  test('all human operations', () => {
    expect(human.length).toBeGreaterThan(100);
  });
});
