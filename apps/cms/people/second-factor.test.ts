import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin, expectProblem, password, TestServer, type Answer } from '../fixtures.ts';
import {
  dumpDatabase,
  resetUsedStep,
  AdminClient,
  adminClientOf,
  signIn,
  withinOneStep,
  type Factor,
} from '../people.fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: AdminClient;

const secrets: string[] = [];
const codes: string[] = [];

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/config/site.yaml': 'title: "The Press: Daily"\n' },
  });
  ada = new AdminClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

async function withFactor(
  username: string,
  role?: string,
): Promise<Factor & { office: AdminClient }> {
  const office = await adminClientOf(server, username, role);
  return { office, ...remembered(await office.setUpFactor()) };
}

function remembered(factor: Factor): Factor {
  secrets.push(factor.app.secret, ...factor.recoveryCodes);
  codes.push(factor.code);
  return factor;
}

function enter(username: string, code?: string): ReturnType<typeof signIn> {
  if (code !== undefined) codes.push(code);
  return signIn(server, { username, totp_code: code });
}

function expectNoEntry(answer: Answer, code: string): void {
  expectProblem(answer, 401, code);
  expect(answer.headers.getSetCookie()).toEqual([]);
}

describe('setting up a second factor', () => {
  test('shows a secret for authenticator apps, and changes nothing yet (CMS-AUTH-6, CMS-AUTH-11)', async () => {
    const office = await adminClientOf(server, 'amy');
    const shown = await office.postJson<Record<string, string>>('/totp/setup');
    expect(shown).toEqual({
      username: 'amy',
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as string,
      provisioning_uri: expect.stringMatching(/^otpauth:\/\/totp\//) as string,
      qr_svg: expect.stringMatching(/^<svg[^]*<\/svg>\s*$/) as string,
    });
    const uri = new URL(shown['provisioning_uri']!);
    expect(decodeURIComponent(uri.pathname)).toMatch(/The Press Daily:amy$/);
    expect(uri.searchParams.get('secret')).toBe(shown['secret']);
    expect(uri.searchParams.get('issuer')).toBe('The Press Daily');
    secrets.push(shown['secret']!);
    expect((await enter('amy')).status).toBe(200);
  });

  test('completes with a code, and returns ten recovery codes (CMS-AUTH-7, GAP-SES-4)', async () => {
    const { recoveryCodes } = await withFactor('bob');
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-z]{5}(-[0-9a-z]{5}){2}$/);
    const users = await ada.getJson<{ username: string }[]>('/users');
    expect(users.find(({ username }) => username === 'bob')).toMatchObject({
      has_second_factor: true,
    });
  });

  test('is refused with a wrong code, and ends after ten of them (CMS-AUTH-7)', async () => {
    const office = await adminClientOf(server, 'cyd');
    const enable = (code: string) => office.attempt('/totp/enable', { code });
    expectProblem(await enable('123456'), 401, 'totp_invalid');
    const app = await office.beginFactor();
    for (const code of ['12345', 'no code', '0x1234', '１２３４５６', `${app.code()}0`]) {
      expectProblem(await enable(code), 401, 'totp_invalid');
    }
    const misses = [10, 11, 12, 13, 14].map((steps) => app.code(-steps));
    for (const code of misses) expectProblem(await enable(code), 401, 'totp_invalid');
    expectProblem(await enable(app.code()), 401, 'totp_invalid');
    expect((await enter('cyd')).status).toBe(200);
    remembered(await office.setUpFactor());
    expectNoEntry(await enter('cyd'), 'totp_required');
  });

  test('accepts codes of the previous and the next step only (GAP-SES-4)', async () => {
    for (const ahead of [-1, 1]) {
      const office = await adminClientOf(server, `dot-${ahead + 1}`);
      const answer = await withinOneStep(async () => {
        const app = await office.beginFactor();
        for (const far of [-2, 3]) {
          const refused = await office.attempt('/totp/enable', { code: app.code(far) });
          expectProblem(refused, 401, 'totp_invalid');
        }
        return office.attempt('/totp/enable', { code: app.code(ahead) });
      });
      expect(answer.status).toBe(200);
    }
  });

  test('again keeps the old one until the new one is confirmed (GAP-SES-4)', async () => {
    const { office, app: old, recoveryCodes } = await withFactor('eli');
    const app = await office.beginFactor();
    secrets.push(app.secret);
    expectNoEntry(await enter('eli'), 'totp_required');
    expectNoEntry(await enter('eli', app.code()), 'totp_invalid');
    expect((await enter('eli', old.code(1))).status).toBe(200);
    expectProblem(await office.attempt('/totp/enable', { code: old.code(1) }), 401, 'totp_invalid');

    const { recovery_codes: anew } = await office.postJson<{ recovery_codes: string[] }>(
      '/totp/enable',
      { code: app.code() },
    );
    secrets.push(...anew);
    await resetUsedStep(server, 'eli');
    expectNoEntry(await enter('eli', old.code()), 'totp_invalid');
    expectNoEntry(await enter('eli', recoveryCodes[0]), 'totp_invalid');
    expect((await enter('eli', app.code())).status).toBe(200);
    expect((await enter('eli', anew[0])).status).toBe(200);
  });

  test('ends other sessions, and continues this one under a new id (GAP-SES-1, GAP-SES-4)', async () => {
    const office = await adminClientOf(server, 'fay');
    const other = (await enter('fay')).office;
    const thief = server.visitor();
    thief.cookie = office.client.cookie;
    const { csrfToken } = office.client;
    remembered(await office.setUpFactor());
    expect(office.client.cookie).not.toBe(thief.cookie);
    expect(await office.getJson('/session')).toMatchObject({
      csrf_token: csrfToken,
      mfa_complete: true,
    });
    expect(await other.isSignedIn()).toBe(false);
    expect(await new AdminClient(thief).isSignedIn()).toBe(false);
  });

  test('needs a password confirmation of the last ten minutes', async () => {
    const { office, app } = await withFactor('gus');
    const late = { confirmed_at: new Date(Date.now() - 10 * 60_000 - 1_000) };
    const { db } = server.database;
    await db.updateTable('sessions').set(late).where('username', '=', 'gus').execute();
    for (const path of ['/totp/setup', '/totp/enable', '/totp/disable', '/totp/recovery-codes']) {
      const body = path === '/totp/enable' ? { code: app.code(1) } : {};
      expectProblem(await office.attempt(path, body), 403, 'reauthentication_required');
    }
    const confirm = (text: string) => office.attempt('/session/confirm', { password: text });
    expectProblem(await confirm(admin.password), 401, 'invalid_credentials');
    expectProblem(await office.attempt('/totp/disable'), 403, 'reauthentication_required');
    await office.postJson('/session/confirm', { password });
    await office.postJson('/totp/disable');
  });
});

describe('signing in with a second factor', () => {
  test('takes the password and a code, each code once (CMS-AUTH-1, CMS-AUTH-10, GAP-SES-4)', async () => {
    const { app, code: first } = await withFactor('hal');
    expectNoEntry(await enter('hal'), 'totp_required');
    expectNoEntry(await enter('hal', ' '), 'totp_required');
    expectNoEntry(await enter('hal', app.code(-20)), 'totp_invalid');
    // This code confirmed the set-up and is used up.
    expectNoEntry(await enter('hal', first), 'totp_invalid');
    const code = app.code(1);
    const { office, ...answer } = await enter('hal', `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(answer.json()).toMatchObject({ username: 'hal', mfa_complete: true });
    expectNoEntry(await enter('hal', code), 'totp_invalid');
    expect(await office.isSignedIn()).toBe(true);
  });

  test('does not reveal the factor without the password (GAP-SES-3)', async () => {
    const { app } = await withFactor('ida');
    const guess = { username: 'ida', password: 'a wrong passphrase' };
    for (const factor of [{}, { totp_code: app.code(1) }]) {
      const answer = await server.visitor().post(`${api}/login`, { ...guess, ...factor });
      expectNoEntry(answer, 'invalid_credentials');
    }
    expect((await enter('ida', app.code(1))).status).toBe(200);
  });

  test('accepts codes of the previous, current and next step in this order (GAP-SES-4)', async () => {
    const { app } = await withFactor('joe');
    await resetUsedStep(server, 'joe');
    expectNoEntry(await enter('joe', app.code(-2)), 'totp_invalid');
    expectNoEntry(await enter('joe', app.code(3)), 'totp_invalid');
    const before = await withinOneStep(() => enter('joe', app.code(-1)));
    expect(before.status).toBe(200);
    expect((await enter('joe', app.code())).status).toBe(200);
    expect((await enter('joe', app.code(1))).status).toBe(200);
    expectNoEntry(await enter('joe', app.code()), 'totp_invalid');
  });

  test('accepts each recovery code once, in any format (GAP-SES-4)', async () => {
    const { recoveryCodes } = await withFactor('leo');
    const typed = ` ${recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')} `;
    expect((await enter('leo', typed)).json()).toMatchObject({ mfa_complete: true });
    expectNoEntry(await enter('leo', recoveryCodes[0]), 'totp_invalid');
    expect((await enter('leo', recoveryCodes[9])).status).toBe(200);
    const { recoveryCodes: others } = await withFactor('max');
    expectNoEntry(await enter('leo', others[0]), 'totp_invalid');
  });
});

describe('recovery codes', () => {
  test('replace the old ones when regenerated', async () => {
    const { office, recoveryCodes } = await withFactor('ola');
    const { recovery_codes: anew } = await office.postJson<{ recovery_codes: string[] }>(
      '/totp/recovery-codes',
    );
    secrets.push(...anew);
    expect(new Set([...recoveryCodes, ...anew]).size).toBe(20);
    expectNoEntry(await enter('ola', recoveryCodes[0]), 'totp_invalid');
    expect((await enter('ola', anew[0])).status).toBe(200);
  });

  test('need a second factor', async () => {
    const office = await adminClientOf(server, 'pia');
    await office.beginFactor();
    expectProblem(await office.attempt('/totp/recovery-codes'), 409, 'totp_not_enabled');
  });
});

describe('turning a second factor off', () => {
  test('makes the password sufficient, and ends other sessions (CMS-AUTH-8, GAP-SES-4)', async () => {
    const { office, app } = await withFactor('rob');
    const other = (await enter('rob', app.code(1))).office;
    const { cookie } = office.client;
    await office.postJson('/totp/disable');
    expect(office.client.cookie).not.toBe(cookie);
    expect(await office.getJson('/session')).toMatchObject({ mfa_complete: true });
    expect(await other.isSignedIn()).toBe(false);
    expect((await enter('rob')).status).toBe(200);
    expectProblem(await office.attempt('/totp/recovery-codes'), 409, 'totp_not_enabled');
  });

  test('that is not set up has no effect', async () => {
    const office = await adminClientOf(server, 'sal');
    const other = (await enter('sal')).office;
    await office.postJson('/totp/disable');
    expect(await other.isSignedIn()).toBe(true);
  });
});

describe('the second factor of another user', () => {
  test('is set up and turned off by user managers, which ends all sessions of the user (CMS-AUTH-11)', async () => {
    const tom = await adminClientOf(server, 'tom');
    const { cookie } = ada.client;
    const { app, recoveryCodes } = remembered(await ada.setUpFactor(' TOM '));
    expect(ada.client.cookie).toBe(cookie);
    expect(await tom.isSignedIn()).toBe(false);
    expectNoEntry(await enter('tom'), 'totp_required');
    const again = (await enter('tom', app.code(1))).office;
    await ada.postJson('/totp/disable', { username: 'tom' });
    expect(await again.isSignedIn()).toBe(false);
    expect((await enter('tom')).status).toBe(200);
    expect(recoveryCodes).toHaveLength(10);
    expect(await ada.getJson('/session')).toMatchObject({ username: 'ada', mfa_complete: true });
    expectProblem(await ada.attempt('/totp/recovery-codes'), 409, 'totp_not_enabled');
  });

  test('needs `users.manage` and at least the rights of the user: 403 otherwise (CMS-AUTH-11, GAP-ERR-2)', async () => {
    const { app } = await withFactor('uma');
    const editor = await adminClientOf(server, 'vic', 'editor');
    const manager = new AdminClient(
      await server.signedInAs({ username: 'wes', role: 'staff', grants: ['users.manage'] }),
    );
    const body = { username: 'uma', code: app.code(1) };
    for (const username of ['uma', 'ada', 'nobody']) {
      for (const path of ['/totp/setup', '/totp/disable']) {
        expectProblem(await editor.attempt(path, { username }), 403, 'forbidden');
      }
    }
    expectProblem(await editor.attempt('/totp/enable', body), 403, 'forbidden');
    for (const username of ['uma', 'ada']) {
      expectProblem(await manager.attempt('/totp/disable', { username }), 403, 'forbidden');
    }
    expectProblem(await manager.attempt('/totp/setup', { username: 'nobody' }), 404, 'not_found');
    expectProblem(await ada.attempt('/totp/disable', { username: 'nobody' }), 404, 'not_found');
    expectNoEntry(await enter('uma'), 'totp_required');
  });
});

test('a session without verification of the second factor has no rights, and cannot set up another (GAP-SES-4)', async () => {
  const { office } = await withFactor('xia');
  const { db } = server.database;
  const unverified = { factor_verified: false };
  await db.updateTable('sessions').set(unverified).where('username', '=', 'xia').execute();
  expect(await office.getJson('/session')).toMatchObject({ mfa_complete: false });
  const answers = [await office.ask('/documents'), await office.attempt('/totp/setup')];
  for (const answer of answers) expectProblem(answer, 403, 'forbidden');
});

test('secrets and codes are shown once, and appear in no other response, audit log, log or database (GAP-SES-4)', async () => {
  expect(secrets.length).toBeGreaterThan(100);
  const answers = [
    await ada.ask('/users'),
    await ada.ask('/audit', { limit: '1000' }),
    await ada.ask('/audit/export', { format: 'ndjson' }),
    await ada.ask('/sessions'),
  ].map(({ text }) => text);
  const log = server.log.join('\n');
  const everything = [...answers, log, await dumpDatabase(server)].join('\n').toLowerCase();
  for (const secret of secrets.map((one) => one.toLowerCase())) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(secret.replaceAll('-', ''));
  }
  // As whole words, since six digits may occur in longer numbers by chance.
  const told = [answers[1], log].join('\n');
  for (const code of codes.filter((one) => /^\d{6}$/.test(one))) {
    expect(told).not.toMatch(new RegExp(`\\b${code}\\b`));
  }
  expect(told).toContain('totp.enable');
});
