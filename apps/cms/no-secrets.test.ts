import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin, password, TestServer, totpCode, type Client } from './fixtures.ts';

const api = '/__admin/api';
const metricsToken = 'the token of the metrics, long enough';
const newPassword = 'seven grey herons at dawn';

let server: TestServer;
let ada: Client;
const secrets: Record<string, string> = { metricsToken, newPassword, password: admin.password };

beforeAll(async () => {
  server = await TestServer.start({
    example: true,
    environment: {
      GALLEY_ADMIN_USERNAME: admin.username,
      GALLEY_ADMIN_PASSWORD: admin.password,
      SERVICE_METRICS_TOKEN: metricsToken,
    },
  });
  ada = await server.signedIn();
  await gatherSecrets();
  for (const [what, secret] of Object.entries(secrets))
    expect(secret.length, what).toBeGreaterThan(9);
});

afterAll(() => server[Symbol.asyncDispose]());

async function gatherSecrets(): Promise<void> {
  const { recoveryCodes, secret } = await ada.enableFactor();
  Object.assign(secrets, { secret, recoveryCode: recoveryCodes[0] });
  const scopes = ['documents.read'];
  const token = (await ada.post(`${api}/tokens/create`, { name: 'mine', scopes })).json();
  secrets['token'] = String(token['token']);
  await server.addUser({ username: 'bo', role: 'author' });
  const link = (await ada.post(`${api}/users/reset-link`, { username: 'bo' })).json();
  secrets['resetToken'] = String(link['token']);
  const wrong = { username: admin.username, password: `${admin.password}x`, totp_code: '000000' };
  await server.visitor().post(`${api}/login`, wrong);
  await server.visitor().post(`${api}/login`, { ...wrong, password: admin.password });
  const code = totpCode(secret, 1);
  await server.visitor().post(`${api}/login`, { ...wrong, ...admin, totp_code: code });
  const changed = { current_password: admin.password, new_password: newPassword };
  await ada.post(`${api}/password/change`, changed);
  secrets['cookie'] = ada.cookie!.split('=')[1]!;
  secrets['csrf'] = ada.csrfToken!;
}

describe('secrets are never written', () => {
  test('to the log or the audit log, in any encoding', async () => {
    const entries = await server.database.db.selectFrom('audit_entries').selectAll().execute();
    expect(entries.length).toBeGreaterThan(5);
    expectNoSecrets(`${server.log.join('\n')}\n${JSON.stringify(entries)}`);
  });

  test('to any table: the database alone gives no access', async () => {
    const { db } = server.database;
    const tables = await db.introspection.getTables();
    expect(tables.length).toBeGreaterThan(30);
    const { csrf: _csrf, ...others } = secrets;
    for (const { name } of tables) {
      const rows = await db
        .selectFrom(name as 'users')
        .selectAll()
        .execute();
      expectNoSecrets(JSON.stringify(rows), others);
    }
  });

  test('to a backup with the database', async () => {
    const made = await ada.post(`${api}/backups/create`, { name: 'all', include_database: true });
    expect(made.status).toBe(200);
  });
});

test('secrets appear only in the response that issues them', async () => {
  const places = ['users', 'tokens', 'session', 'sessions', 'audit', 'status', 'capabilities'];
  const texts = await Promise.all(places.map(async (one) => (await ada.get(`${api}/${one}`)).text));
  const { csrf: _csrf, ...others } = secrets;
  expectNoSecrets(texts.join('\n'), others);
  const authorization = `Bearer ${metricsToken}`;
  const metrics = await server.visitor().get('/__metrics', { authorization });
  expect(metrics.status).toBe(200);
  expectNoSecrets(metrics.text);
});

test('and not in refusals of requests that send them in the wrong place', async () => {
  const { token = '' } = secrets;
  for (const path of [`${api}/documents?q=${token}&limit=x`, `/${token}`, `${api}/${token}`]) {
    const answer = await server.visitor().get(path, { authorization: `Bearer ${password}` });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain(password);
  }
});

function expectNoSecrets(text: string, which: Record<string, string> = secrets): void {
  for (const [what, secret] of Object.entries(which))
    for (const spelling of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
    ])
      expect(text.includes(spelling), what).toBe(false);
}
