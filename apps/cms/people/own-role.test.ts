import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, password, TestServer, type Answer, type Client } from '../fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start();
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function becomeEditor(client: Client, username: string, headers = {}): Promise<Answer> {
  const fields = { username, name: username, email: '', role: 'editor' };
  return client.post(`${api}/users/save`, fields, headers);
}

test('changing the own role renews the session id and continues the session (GAP-SES-1)', async () => {
  const eve = await server.signedInAs({ username: 'eve', role: 'admin' });
  const elsewhere = server.visitor();
  await elsewhere.signIn({ username: 'eve', password });
  const before = eve.cookie;
  expect((await becomeEditor(eve, 'eve')).status).toBe(200);
  expect(eve.cookie).not.toBe(before);
  const session = (await eve.get(`${api}/session`)).json();
  expect(session).toMatchObject({ role: 'editor', csrf_token: eve.csrfToken });
  expectProblem(await eve.get(`${api}/users`), 403, 'forbidden');
  eve.cookie = before;
  for (const ended of [eve, elsewhere]) {
    expectProblem(await ended.get(`${api}/session`), 401, 'unauthenticated');
  }
});

test('a token that changes the role of its user gets a response and an audit entry, and keeps the remaining rights', async () => {
  const tom = await server.signedInAs({ username: 'tom', role: 'admin' });
  const made = await tom.post(`${api}/tokens/create`, { name: 'P', scopes: ['*', 'users.manage'] });
  const authorization = `Bearer ${made.json<{ token: string }>().token}`;
  const changed = await becomeEditor(server.visitor(), 'tom', { authorization });
  expect([changed.status, changed.headers.get('set-cookie')]).toEqual([200, null]);
  expectProblem(await tom.get(`${api}/session`), 401, 'unauthenticated');
  const entries = await ada.get(`${api}/audit?action=user.save&target=tom`);
  expect(entries.json<object[]>()).toMatchObject([{ actor: 'tom', outcome: 'success' }]);
  const users = await server.visitor().get(`${api}/users`, { authorization });
  expectProblem(users, 403, 'forbidden');
});

test('signing in while the sessions of the user are being ended either creates a session or is refused', async () => {
  await server.addUser({ username: 'zoe', role: 'author' });
  for (let round = 0; round < 10; round += 1) {
    const signingIn = server.visitor().post(`${api}/login`, { username: 'zoe', password });
    let answered = false;
    void signingIn.finally(() => (answered = true));
    while (!answered) await ada.post(`${api}/sessions/revoke`, { username: 'zoe' });
    expect([200, 401]).toContain((await signingIn).status);
  }
});
