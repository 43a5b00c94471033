import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workerScopes } from '@galley/runcoord';
import { expectProblem, type Client, type TestServer } from '../fixtures.ts';
import {
  auditEntries,
  clientsPath,
  DesktopClient,
  initialize,
  redirectUri,
  refusal,
  register,
  startWithAgents,
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

describe('finding the sign-in', () => {
  test('starts at the 401 of the endpoint, which names the metadata (RFC 9728)', async () => {
    const visitor = server.visitor();
    const answer = await initialize(visitor);
    const url = `${server.url}/.well-known/oauth-protected-resource/__admin/mcp`;
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${url}"`);
    expectProblem(answer, 401, 'unauthenticated');
    const wrong = await initialize(visitor, { authorization: 'Bearer galley_worker_x' });
    expect(wrong.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${url}"`,
    );
    const found = await visitor.get(new URL(url).pathname);
    expect(found.json()).toMatchObject({
      resource: `${server.url}/__admin/mcp`,
      authorization_servers: [server.url],
      scopes_supported: workerScopes,
    });
    expect(found.headers.get('access-control-allow-origin')).toBe('*');
    const short = await visitor.get('/.well-known/oauth-protected-resource');
    expect(short.text).toBe(found.text);
  });

  test('leads to the endpoints of the server (RFC 8414), which support PKCE by S256 alone', async () => {
    const found = await server.visitor().get('/.well-known/oauth-authorization-server');
    const at = `${server.url}/__admin/oauth`;
    expect(found.json()).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${at}/authorize`,
      token_endpoint: `${at}/token`,
      registration_endpoint: `${at}/register`,
      revocation_endpoint: `${at}/revoke`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  test.each([
    '/.well-known/oauth-authorization-server/elsewhere',
    '/.well-known/oauth-protected-resource/mcp',
  ])('finds nothing at %s', async (path) => {
    expect((await server.visitor().get(path)).status).toBe(404);
  });

  test('continues on a page of the admin that cannot be framed, with the request as one parameter', async () => {
    const query = new URLSearchParams(desk.request({ state: '1e5' })).toString();
    const visitor = server.visitor();
    const sent = await visitor.get(`/__admin/oauth/authorize?${query}`);
    expect(sent.status).toBe(303);
    const target = sent.headers.get('location')!;
    const packed = new URL(target, server.url).searchParams.get('request')!;
    expect(target).toMatch(/^\/__admin\/connect\?request=q\.[\w-]+$/);
    expect(Buffer.from(packed.slice(2), 'base64url').toString()).toBe(query);
    const page = await visitor.get(target);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const long = await visitor.get(`/__admin/oauth/authorize?state=${'x'.repeat(7_000)}`);
    expect(refusal(long)).toEqual([400, 'invalid_request']);
  });
});

describe('registration (RFC 7591)', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8090/',
    'http://localhost:3000/oauth/callback?from=galley',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/callback',
  ])('accepts %s', async (uri) => {
    const answer = await register(server, { redirect_uris: [uri] });
    expect(answer.status).toBe(201);
    expect(answer.json()).toMatchObject({
      redirect_uris: [uri],
      token_endpoint_auth_method: 'none',
    });
  });

  test.each([
    'http://example.org/callback',
    'javascript:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'https://example.org/#fragment',
    'https://user@example.org/',
    'https://example.org/\nSet-Cookie: a=b',
    '/callback',
    `https://example.org/${'x'.repeat(500)}`,
  ])('refuses %j as a redirect URI', async (uri) => {
    const answer = await register(server, { redirect_uris: [redirectUri, uri] });
    expect(refusal(answer)).toEqual([400, 'invalid_redirect_uri']);
  });

  test.each([
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'https://example.org/' }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(11).fill(redirectUri) }, 'invalid_redirect_uri'],
    [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ response_types: ['token'] }, 'invalid_client_metadata'],
  ])('refuses %j', async (metadata, code) => {
    expect(refusal(await register(server, metadata))).toEqual([400, code]);
  });

  test('answers unreadable and large bodies in the format of OAuth', async () => {
    for (const body of ['{', JSON.stringify({ client_name: 'x'.repeat(20_000) })]) {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', body, headers };
      const answer = await server.visitor().send('/__admin/oauth/register', init);
      expect(refusal(answer)).toEqual([400, 'invalid_request']);
    }
  });

  test('shows people a name without characters that hide or reverse text', async () => {
    const client_name = `<img src=x onerror=alert(1)>\u202Eksed\u0000\n${'x'.repeat(200)}`;
    const hostile = await DesktopClient.register(server, { client_name });
    const shown = await ada.get(
      `${clientsPath}/request?${new URLSearchParams(hostile.request()).toString()}`,
    );
    const { client_name: name } = shown.json<{ client_name: string }>();
    expect(name).toMatch(/^<img src=x onerror=alert\(1\)> ksed x+$/);
    expect(name).toHaveLength(100);
    expect(shown.headers.get('content-type')).toMatch(/^application\/json/);
  });
});

describe('a flood of registrations', () => {
  test('is refused after the limit for sign-ins, without an effect on sign-ins', async () => {
    await using limited = await startWithAgents({ limits: { sign_in_requests_per_minute: 3 } });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await register(limited)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect((await limited.signedIn()).csrfToken).toBeDefined();
  });

  test('keeps a client that waits for its person for weeks, because clients register only once', async () => {
    const { db } = server.database;
    const registered = (days: number) =>
      db
        .updateTable('mcp_clients')
        .set({ registered_at: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', desk.id)
        .execute();
    await registered(89);
    await DesktopClient.register(server);
    expect((await desk.decide(ada, null)).status).toBe(200);
    await registered(91);
    await DesktopClient.register(server);
    const refused = await desk.decide(ada, null);
    expectProblem(refused, 400, 'invalid_authorization_request');
    expect(refused.text).toContain('remove its stored sign-in');
  });

  test('removes the oldest of more than a thousand unused clients, and none in use', async () => {
    const { access_token } = await desk.connect(ada);
    const at = new Date();
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      return { id: `flood-${index}`, name: 'x', redirect_uris: [redirectUri], registered_at: at };
    });
    const { db } = server.database;
    const old = await DesktopClient.register(server);
    await db
      .updateTable('mcp_clients')
      .set({ registered_at: new Date(Date.now() - 60_000) })
      .where('id', 'in', [old.id, desk.id])
      .execute();
    await db.insertInto('mcp_clients').values(rows).execute();
    const newest = await DesktopClient.register(server);
    const left = await db.selectFrom('mcp_clients').select('id').execute();
    const ids = left.map(({ id }) => id);
    expect(ids).toContain(newest.id);
    expect(ids).not.toContain(old.id);
    expect(ids.filter((id) => id.startsWith('flood-')).length).toBeLessThanOrEqual(1_000);
    expect((await desk.use(access_token)).status).toBe(200);
    await db.deleteFrom('mcp_clients').where('id', 'like', 'flood-%').execute();
    expectProblem(await old.decide(ada, 'implementer-1'), 400, 'invalid_authorization_request');
  });
});

describe('the consent of a person', () => {
  test('names the client, its host and the agents it can act as', async () => {
    const query = new URLSearchParams(desk.request({ scope: 'repo:read reviews:write email' }));
    const shown = await ada.get(`${clientsPath}/request?${query.toString()}`);
    expect(shown.json()).toEqual({
      client_name: 'Desk',
      redirect_host: '127.0.0.1:33418',
      agents: [
        { id: 'implementer-1', role: 'implementer', scopes: ['repo:read'] },
        { id: 'reviewer-1', role: 'reviewer', scopes: ['repo:read', 'reviews:write'] },
      ],
    });
  });

  test('sends the code, the state and the issuer to the client (RFC 9207), and is audited', async () => {
    const answer = await desk.decide(ada, 'implementer-1', { state: '1e5' });
    const target = new URL(answer.json<{ redirect_to: string }>().redirect_to);
    expect(target.origin + target.pathname).toBe(redirectUri);
    expect(Object.fromEntries(target.searchParams)).toEqual({
      code: expect.stringMatching(/^galley_code_[\w-]{43}$/) as string,
      state: '1e5',
      iss: server.url,
    });
    const [entry] = await auditEntries(server, 'mcp_client.connect');
    expect(entry).toMatchObject({ actor: 'ada', outcome: 'success' });
    expect(entry!.details).toMatchObject({
      client_name: 'Desk',
      redirect_host: '127.0.0.1:33418',
      agent_id: 'implementer-1',
    });
  });

  test('can be declined, without a grant or an audit entry', async () => {
    const before = (await auditEntries(server, 'mcp_client.connect')).length;
    const answer = await desk.decide(ada, null);
    const target = new URL(answer.json<{ redirect_to: string }>().redirect_to);
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'access_denied',
      state: 'of-the-client',
      iss: server.url,
    });
    expect((await auditEntries(server, 'mcp_client.connect')).length).toBe(before);
  });

  test.each([
    [{ code_challenge_method: 'plain' }],
    [{ code_challenge_method: '' }],
    [{ code_challenge: 'too-short' }],
    [{ response_type: 'token' }],
    [{ resource: '' }],
    [{ resource: 'https://example.org/__admin/mcp' }],
    [{ client_id: 'no-such-client' }],
    [{ redirect_uri: 'https://example.org/callback' }],
    [{ redirect_uri: `${redirectUri}/` }],
    [{ redirect_uri: `${redirectUri}?more` }],
    [{ redirect_uri: 'http://127.0.0.1:33418@example.org/callback' }],
    [{ redirect_uri: 'http://127.0.0.1.example.org:33418/callback' }],
    [{ redirect_uri: 'http://localhost:33418/callback' }],
    [{ redirect_uri: 'https://127.0.0.1:33418/callback' }],
    [{ redirect_uri: 'HTTP://127.0.0.1:33418/callback' }],
  ])('is impossible with %j, and the client is told nothing', async (changed) => {
    for (const agent of ['implementer-1', null]) {
      const answer = await desk.decide(ada, agent, changed);
      expectProblem(answer, 400, 'invalid_authorization_request');
      expect(answer.headers.get('location')).toBeNull();
    }
  });

  test('allows any port on this machine (RFC 8252)', async () => {
    const redirect_uri = 'http://127.0.0.1:1/callback';
    const code = await desk.code(ada, 'implementer-1', { redirect_uri });
    expect(refusal(await desk.redeem(code))).toEqual([400, 'invalid_grant']);
    expect((await desk.redeem(code, { redirect_uri })).status).toBe(200);
  });

  test.each([
    ['nobody', {}],
    ['implementer-1', { scope: 'reviews:write' }],
    ['implementer-1', { scope: 'runs.control *' }],
  ])('gives %s with %j nothing beyond its role', async (agent, changed) => {
    expectProblem(await desk.decide(ada, agent, changed), 404, 'agent_not_found');
  });

  test('needs a run', async () => {
    await using empty = await startWithAgents();
    await empty.database.db.deleteFrom('runs').execute();
    const lone = await DesktopClient.register(empty);
    expectProblem(await lone.decide(await empty.signedIn(), 'implementer-1'), 404, 'run_not_found');
  });

  test('is for people who may create worker tokens', async () => {
    const rex = await server.signedInAs({ username: 'rex', role: 'reviewer' });
    expectProblem(await desk.decide(rex, 'implementer-1'), 403, 'forbidden');
    expectProblem(await desk.decide(server.visitor(), 'implementer-1'), 401, 'unauthenticated');
  });

  test('needs the CSRF token, a page of this server and a recent password', async () => {
    const body = { ...desk.request(), agent_id: 'implementer-1' };
    const at = `${clientsPath}/connect`;
    expectProblem(await ada.post(at, body, { 'x-csrf-token': 'x' }), 403, 'csrf_failed');
    const foreign = { origin: 'https://example.org' };
    expectProblem(await ada.post(at, body, foreign), 403, 'csrf_failed');
    const eve = await server.signedInAs({ username: 'eve', role: 'editor' });
    await server.database.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('username', '=', 'eve')
      .execute();
    expectProblem(await eve.post(at, body), 403, 'reauthentication_required');
  });
});

test.each([
  [{ grant_type: 'password' }, 'unsupported_grant_type'],
  [{}, 'unsupported_grant_type'],
])('the token endpoint refuses %j', async (parameters, code) => {
  expect(refusal(await desk.ask('token', parameters))).toEqual([400, code]);
});

test('a repeated parameter is refused', async () => {
  const body = 'grant_type=refresh_token&client_id=a&client_id=b';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await server
    .visitor()
    .send('/__admin/oauth/token', { method: 'POST', body, headers });
  expect(refusal(answer)).toEqual([400, 'invalid_request']);
});

test('pages of other sites may ask, except with a session', async () => {
  const asked = await server
    .visitor()
    .send('/__admin/oauth/token', { method: 'OPTIONS', headers: { origin: 'https://x.example' } });
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
  expect((await server.visitor().get('/__admin/oauth/token')).status).toBe(405);
});

test('without TLS, only this machine can use OAuth', async () => {
  await using behind = await startWithAgents({
    server: { allowed_hosts: ['galley.example'], trusted_proxies: ['loopback'] },
  });
  const { port } = new URL(behind.url);
  const ask = (headers: Record<string, string>) =>
    behind.visitor().get('/.well-known/oauth-authorization-server', {
      'x-forwarded-host': 'galley.example',
      ...headers,
    });
  expect(refusal(await ask({}))).toEqual([400, 'invalid_request']);
  const safe = await ask({ 'x-forwarded-proto': 'https' });
  expect(safe.json()).toMatchObject({ issuer: 'https://galley.example' });
  expect(port).not.toBe('');
});
