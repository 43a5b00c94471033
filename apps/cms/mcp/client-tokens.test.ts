import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectProblem, type Client, type TestServer } from '../fixtures.ts';
import { WorkRows } from '../runs/fixtures.ts';
import {
  addAgent,
  auditEntries,
  challengeOf,
  clientsPath,
  DesktopClient,
  refusal,
  startWithAgents,
  type Tokens,
} from './fixtures.ts';

let server: TestServer;
let ada: Client;
let desk: DesktopClient;

beforeAll(async () => {
  server = await startWithAgents();
  ada = await server.signedIn();
});
beforeEach(async () => {
  desk = await DesktopClient.register(server);
});
afterAll(() => server[Symbol.asyncDispose]());

describe('a code', () => {
  test('gives tokens for the endpoint, with the scopes of the agent’s role', async () => {
    const answer = await desk.redeem(await desk.code(ada, 'reviewer-1'), {
      resource: desk.resource,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const tokens = answer.json<Tokens>();
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(tokens.scope.split(' ')).toContain('reviews:write');
    expect(tokens.scope.split(' ')).not.toContain('proposals:write');
    const used = await desk.use(tokens.access_token);
    expect(used.text).toContain('the agent reviewer-1 in the Galley run run-1');
    const stored = await server.database.db
      .selectFrom('worker_tokens')
      .select('token_hash')
      .execute();
    expect(JSON.stringify(stored)).not.toContain(tokens.access_token);
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:33418/other' }],
    ['no redirect URI', { redirect_uri: '' }],
    ['an unknown code', { code: 'galley_code_x' }],
  ])('is refused with %s, and stays valid for its client', async (_what, changed) => {
    const code = await desk.code(ada);
    expect(refusal(await desk.redeem(code, changed))).toEqual([400, 'invalid_grant']);
    expect((await desk.redeem(code)).status).toBe(200);
  });

  test('is refused to a client that is not registered, which then registers again', async () => {
    const code = await desk.code(ada);
    const unknown = { client_id: 'no-such-client' };
    expect(refusal(await desk.redeem(code, unknown))).toEqual([400, 'invalid_client']);
    const { refresh_token: token } = (await desk.redeem(code)).json<Tokens>();
    expect(refusal(await desk.refresh(token, unknown))).toEqual([400, 'invalid_client']);
    expect((await desk.refresh(token)).status).toBe(200);
  });

  test('is refused to another client that has the verifier', async () => {
    const thief = await DesktopClient.register(server);
    const stolen = { code_verifier: desk.verifier };
    const answer = await thief.redeem(await desk.code(ada), stolen);
    expect(refusal(answer)).toEqual([400, 'invalid_grant']);
  });

  test('is refused when its challenge is sent as the verifier', async () => {
    const code = await desk.code(ada);
    const answer = await desk.redeem(code, { code_verifier: challengeOf(desk.verifier) });
    expect(refusal(answer)).toEqual([400, 'invalid_grant']);
  });

  test('is refused for another resource', async () => {
    const answer = await desk.redeem(await desk.code(ada), { resource: 'https://example.org/' });
    expect(refusal(answer)).toEqual([400, 'invalid_target']);
  });

  test('ends after a minute', async () => {
    const code = await desk.code(ada);
    const { db } = server.database;
    const [row] = await db
      .selectFrom('mcp_grants')
      .select(['granted_at', 'expires_at'])
      .where('client_id', '=', desk.id)
      .execute();
    expect(row!.expires_at.getTime() - row!.granted_at.getTime()).toBe(60_000);
    await db
      .updateTable('mcp_grants')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('client_id', '=', desk.id)
      .execute();
    expect(refusal(await desk.redeem(code))).toEqual([400, 'invalid_grant']);
  });

  test('that is used again ends the access of its client, and is audited', async () => {
    const code = await desk.code(ada);
    const tokens = (await desk.redeem(code)).json<Tokens>();
    expect((await desk.use(tokens.access_token)).status).toBe(200);
    expect(refusal(await desk.redeem(code))).toEqual([400, 'invalid_grant']);
    expect((await desk.use(tokens.access_token)).status).toBe(401);
    expect(refusal(await desk.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    const [entry] = await auditEntries(server, 'mcp_client.reuse');
    expect(entry).toMatchObject({ actor: 'galley', outcome: 'denied' });
    expect(entry!.details).toMatchObject({ reused: 'authorization_code', client_id: desk.id });
  });

  test('gives tokens once, however many requests redeem it at once', async () => {
    const code = await desk.code(ada);
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.redeem(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a refresh token', () => {
  test('gives new tokens, and the access token before it stays valid until its end', async () => {
    const first = await desk.connect(ada);
    const second = (await desk.refresh(first.refresh_token)).json<Tokens>();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await desk.use(second.access_token)).status).toBe(200);
    expect((await desk.refresh(second.refresh_token)).status).toBe(200);
  });

  test('that is used again ends the whole family, and is audited', async () => {
    const first = await desk.connect(ada);
    const second = (await desk.refresh(first.refresh_token)).json<Tokens>();
    expect(refusal(await desk.refresh(first.refresh_token))).toEqual([400, 'invalid_grant']);
    for (const { access_token: token } of [first, second])
      expect((await desk.use(token)).status).toBe(401);
    expect(refusal(await desk.refresh(second.refresh_token))).toEqual([400, 'invalid_grant']);
    const [entry] = await auditEntries(server, 'mcp_client.reuse');
    expect(entry!.details).toMatchObject({ reused: 'refresh_token', client_id: desk.id });
  });

  test('is refused to another client, for another resource and with an access token', async () => {
    const { refresh_token: token, access_token: access } = await desk.connect(ada);
    const thief = await DesktopClient.register(server);
    expect(refusal(await thief.refresh(token))).toEqual([400, 'invalid_grant']);
    const elsewhere = { resource: 'https://example.org/' };
    expect(refusal(await desk.refresh(token, elsewhere))).toEqual([400, 'invalid_target']);
    expect(refusal(await desk.refresh(access))).toEqual([400, 'invalid_grant']);
    expect((await desk.refresh(token)).status).toBe(200);
  });

  test('ends with the rights of the person who agreed', async () => {
    const kim = await server.signedInAs({ username: 'kim', role: 'editor' });
    const { refresh_token: token } = await desk.connect(kim);
    const { db } = server.database;
    await db.updateTable('users').set({ role: 'author' }).where('username', '=', 'kim').execute();
    expect(refusal(await desk.refresh(token))).toEqual([400, 'invalid_grant']);
  });

  test('gives no scopes that the agent’s role has lost', async () => {
    await addAgent(server, 'changing', 'architect');
    const { refresh_token: token, scope } = await desk.connect(ada, 'changing');
    expect(scope).toContain('reviews:write');
    await server.database.db
      .updateTable('agents')
      .set({ role: 'implementer' })
      .where('id', '=', 'changing')
      .execute();
    expect((await desk.refresh(token)).json<Tokens>().scope).not.toContain('reviews:write');
  });

  test('is not accepted as an access token', async () => {
    const { refresh_token: token } = await desk.connect(ada);
    expect((await desk.use(token)).status).toBe(401);
  });
});

describe('an access token', () => {
  test('of another address of the server is refused', async () => {
    const { access_token: token } = await desk.connect(ada);
    const { port } = new URL(server.url);
    const elsewhere = await fetch(`http://localhost:${port}/__admin/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(elsewhere.status).toBe(401);
  });

  test('that has expired is refused', async () => {
    const { access_token: token } = await desk.connect(ada);
    await server.database.db
      .updateTable('worker_tokens')
      .set({ expires_at: new Date(0) })
      .where('grant_id', 'is not', null)
      .execute();
    expect((await desk.use(token)).status).toBe(401);
  });

  test('is none for the API, and is not listed as a worker token', async () => {
    const { access_token: token } = await desk.connect(ada);
    const asked = await server.visitor().get(clientsPath, { authorization: `Bearer ${token}` });
    expectProblem(asked, 401, 'unauthenticated');
    const { items } = (await ada.get('/api/v1/workspaces/default/worker-tokens')).json<{
      items: unknown[];
    }>();
    expect(items).toEqual([]);
  });

  test('works in the newest run', async () => {
    const { access_token: token } = await desk.connect(ada);
    const { db } = server.database;
    await new WorkRows(db, 'default').addRun('run-2', { minute: 1 });
    const used = await desk.use(token);
    await db.deleteFrom('runs').where('id', '=', 'run-2').execute();
    expect(used.text).toContain('in the Galley run run-2');
  });
});

test('worker tokens are accepted at the endpoint, too', async () => {
  const wish = { run_id: 'run-1', agent_id: 'implementer-1' };
  const made = await ada.post('/api/v1/workspaces/default/worker-tokens', wish);
  expect((await desk.use(made.json<{ token: string }>().token)).status).toBe(200);
});

describe('connected clients', () => {
  const list = async () =>
    (await ada.get(clientsPath)).json<{ items: Record<string, unknown>[] }>().items;
  const own = async () =>
    (await list()).filter(({ redirect_host: host }) => host === '127.0.0.1:33418')[0]!;

  test('are listed once they have a token, and lose access at once when a person revokes it', async () => {
    const before = (await list()).length;
    const code = await desk.code(ada);
    expect(await list()).toHaveLength(before);
    const tokens = (await desk.redeem(code)).json<Tokens>();
    const client = await own();
    expect(client).toMatchObject({ name: 'Desk', agent_id: 'implementer-1', connected_by: 'ada' });
    const revoke = `${clientsPath}/${client['id'] as string}/revoke`;
    const first = await ada.post(revoke);
    expect(first.json()).toMatchObject({ revoked_by: 'ada' });
    expect((await ada.post(revoke)).text).toBe(first.text);
    expect((await desk.use(tokens.access_token)).status).toBe(401);
    expect(refusal(await desk.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    const [entry] = await auditEntries(server, 'mcp_client.revoke');
    expect(entry).toMatchObject({ actor: 'ada', target: client['id'] });
    const elsewhere = revoke.replace('default', 'elsewhere');
    expectProblem(await ada.post(elsewhere), 404, 'workspace_not_found');
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'end their own access with the %s (RFC 7009)',
    async (which) => {
      const tokens = await desk.connect(ada);
      const other = await DesktopClient.register(server);
      await other.ask('revoke', { token: tokens[which], client_id: other.id });
      expect((await desk.use(tokens.access_token)).status).toBe(200);
      const answer = await desk.ask('revoke', { token: tokens[which], client_id: desk.id });
      expect(answer.status).toBe(200);
      expect((await desk.use(tokens.access_token)).status).toBe(401);
      expect(refusal(await desk.refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
      expect((await desk.ask('revoke', { token: 'unknown' })).status).toBe(200);
    },
  );

  test('lose access when the person who agreed is disabled', async () => {
    const lee = await server.signedInAs({ username: 'lee', role: 'editor' });
    const { access_token: token, refresh_token: refresh } = await desk.connect(lee);
    const disabled = { username: 'lee', name: 'Lee', email: '', role: 'editor', enabled: false };
    expect((await ada.post('/__admin/api/users/save', disabled)).status).toBe(200);
    expect((await desk.use(token)).status).toBe(401);
    expect(refusal(await desk.refresh(refresh))).toEqual([400, 'invalid_grant']);
  });
});
