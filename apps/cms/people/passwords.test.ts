import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tamper } from '@galley/testing';
import { expectProblem, password, TestServer, type Answer } from '../fixtures.ts';
import { dumpDatabase, AdminClient, adminClientOf, signIn } from '../people.fixtures.ts';

const api = '/__admin/api';
const newPassword = 'seven grey herons';

interface Link {
  readonly username: string;
  readonly token: string;
  readonly path: string;
  readonly expires_at: string;
}

let server: TestServer;
let ada: AdminClient;
const tokens: string[] = [];

beforeAll(async () => {
  server = await TestServer.start();
  ada = new AdminClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

function enter(username: string, secret = password): ReturnType<typeof signIn> {
  return signIn(server, { username, password: secret });
}

function change(office: AdminClient, current: string, wanted: string): Promise<Answer> {
  const body = { current_password: current, new_password: wanted };
  return office.attempt('/password/change', body);
}

async function linkFor(username: string): Promise<Link> {
  const link = await ada.postJson<Link>('/users/reset-link', { username });
  tokens.push(link.token);
  return link;
}

function reset(token: string, wanted = newPassword, headers = {}): Promise<Answer> {
  const body = { token, new_password: wanted };
  return server.visitor().post(`${api}/password/reset`, body, headers);
}

function expectWeak(answer: Answer): void {
  const { errors, detail } = expectProblem(answer, 422, 'invalid_fields');
  expect(detail).toBe(`new_password: ${errors?.[0]?.message}.`);
}

async function inviteByHand(username: string): Promise<void> {
  await ada.postJson('/users/save', { username, name: '', email: '', role: 'author' });
}

async function workerTokenOf(username: string): Promise<() => Promise<boolean>> {
  const { db } = server.database;
  const id = `worker-token-${username}`;
  await tamper(
    db,
    `insert into worker_tokens (id, token_hash, run_id, agent_id, scopes, created_by, created_at, expires_at)
      values ('${id}', '${id}', 'run', 'agent', '{}', '${username}', now(), now() + interval '1 day')`,
  );
  return async () => {
    const tokens = db.selectFrom('worker_tokens').select(['revoked_by', 'revoked_at']);
    const { revoked_by: by, revoked_at: at } = await tokens
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(by === null).toBe(at === null);
    return at === null;
  };
}

async function apiTokenOf(office: AdminClient): Promise<() => Promise<boolean>> {
  const wish = { name: 'Script', scopes: ['*'] };
  const { token } = await office.postJson<{ token: string }>('/tokens/create', wish);
  const headers = { authorization: `Bearer ${token}` };
  return async () => (await server.visitor().get(`${api}/documents`, headers)).status === 200;
}

describe('changing the own password', () => {
  test('requires the current one, and limits guessing (GAP-SES-3)', async () => {
    const office = await adminClientOf(server, 'amy');
    for (const guess of ['a', 'b', 'c', 'd', 'not the password']) {
      const answer = await change(office, guess, newPassword);
      expectProblem(answer, 401, 'invalid_credentials');
    }
    const locked = await change(office, password, newPassword);
    expectProblem(locked, 429, 'rate_limited');
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect(await office.isSignedIn()).toBe(true);
    // Failed guesses here also lock the sign-in.
    expectProblem(await enter('amy'), 429, 'rate_limited');
  });

  test('refuses weak passwords and names the field (GAP-SES-5)', async () => {
    const office = await adminClientOf(server, 'bartholomew-of-ely');
    for (const weak of [
      'short',
      '',
      'bartholomew-of-ely',
      'Bartholomew-of-Ely1!',
      'password1234',
      'abcabcabcabcabc',
      'qwertyuiop12',
      password,
      'xy'.repeat(512),
    ]) {
      expectWeak(await change(office, password, weak));
    }
    expectProblem(await change(office, password, 'x'.repeat(1_025)), 400, 'invalid_request');
    expect((await enter('bartholomew-of-ely')).status).toBe(200);
  });

  test('ends other sessions, and continues this one under a new id (GAP-SES-1, GAP-SES-4)', async () => {
    const office = await adminClientOf(server, 'cyd');
    const other = (await enter('cyd')).office;
    const thief = server.visitor();
    thief.cookie = office.client.cookie;
    const { csrfToken } = office.client;
    expect((await change(office, password, newPassword)).json()).toMatchObject({ ok: true });
    expect(office.client.cookie).not.toBe(thief.cookie);
    expect(await office.getJson('/session')).toMatchObject({ csrf_token: csrfToken });
    expect(await other.isSignedIn()).toBe(false);
    expect(await new AdminClient(thief).isSignedIn()).toBe(false);
    expectProblem(await enter('cyd'), 401, 'invalid_credentials');
    expect((await enter('cyd', newPassword)).status).toBe(200);
  });

  test('accepts long passphrases in any script, normalized (GAP-SES-5)', async () => {
    const office = await adminClientOf(server, 'dot');
    const passphrase = 'Ñandú, λύκος und Фён 🦊 ' + 'a few more words '.repeat(20);
    expect((await change(office, password, passphrase.normalize('NFC'))).status).toBe(200);
    expect((await enter('dot', passphrase.normalize('NFD'))).status).toBe(200);
  });

  test('keeps the second factor', async () => {
    const office = await adminClientOf(server, 'eve');
    const { app } = await office.setUpFactor();
    await change(office, password, newPassword);
    expect(await office.getJson('/session')).toMatchObject({ mfa_complete: true });
    expectProblem(await enter('eve', newPassword), 401, 'totp_required');
    const credentials = { username: 'eve', password: newPassword, totp_code: app.code(1) };
    expect((await server.visitor().post(`${api}/login`, credentials)).status).toBe(200);
  });

  test('revokes pending reset links', async () => {
    const office = await adminClientOf(server, 'fay');
    const { token } = await linkFor('fay');
    await change(office, password, newPassword);
    expectProblem(await reset(token), 403, 'reset_link_invalid');
  });

  test.each([
    ['revokes tokens, also those for agents, by default', 'token-tia', {}, false],
    ['revokes tokens with revoke_tokens: true', 'token-tom', { revoke_tokens: true }, false],
    ['keeps tokens with revoke_tokens: false', 'token-tod', { revoke_tokens: false }, true],
  ])('%s', async (...[, username, wish, isKept]) => {
    const office = await adminClientOf(server, username);
    const [ofProgram, ofAgent] = [await apiTokenOf(office), await workerTokenOf(username)];
    const body = { current_password: password, new_password: newPassword, ...wish };
    const answer = await office.attempt('/password/change', body);
    const count = isKept ? 0 : 1;
    const counts = { tokens_revoked: count, worker_tokens_revoked: count };
    expect(answer.json()).toEqual({ ok: true, ...counts });
    expect([await ofProgram(), await ofAgent()]).toEqual([isKept, isKept]);
    const entries = await ada.getJson<object[]>(`/audit?action=password.change&actor=${username}`);
    expect(entries).toMatchObject([{ details: counts }]);
  });

  test('simultaneously succeeds once', async () => {
    const office = await adminClientOf(server, 'gil');
    const wishes = ['seven grey herons', 'eight grey herons'];
    const answers = await Promise.all(wishes.map((wish) => change(office, password, wish)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const chosen = wishes[answers.findIndex(({ status }) => status === 200)]!;
    expect((await enter('gil', chosen)).status).toBe(200);
  });
});

describe('a link that sets a password', () => {
  test('is created by an administrator, works once, and ends all sessions and tokens', async () => {
    const office = await adminClientOf(server, 'hal');
    const { token: apiToken } = await office.postJson<{ token: string }>('/tokens/create', {
      name: 'Script',
      scopes: ['*'],
    });
    const bearer = { authorization: `Bearer ${apiToken}` };
    expect((await server.visitor().get(`${api}/documents`, bearer)).status).toBe(200);

    const link = await linkFor(' HAL ');
    expect(link).toEqual({
      username: 'hal',
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      path: `/__admin/reset#${link.token}`,
      expires_at: expect.any(String) as string,
    });
    const lifetime = Date.parse(link.expires_at) - Date.now();
    expect(Math.abs(lifetime - 24 * 3_600_000)).toBeLessThan(60_000);
    expect((await server.visitor().get('/__admin/reset')).status).toBe(200);
    expect(await office.isSignedIn()).toBe(true);

    const answer = await reset(link.token);
    const counts = { tokens_revoked: 1, worker_tokens_revoked: 0 };
    expect(answer.json()).toEqual({ ok: true, username: 'hal', ...counts });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await office.isSignedIn()).toBe(false);
    const late = await server.visitor().get(`${api}/documents`, bearer);
    expectProblem(late, 401, 'unauthenticated');
    expectProblem(await enter('hal'), 401, 'invalid_credentials');
    expect((await enter('hal', newPassword)).status).toBe(200);
    expectProblem(await reset(link.token, 'nine grey herons'), 403, 'reset_link_invalid');
    expect((await enter('hal', newPassword)).status).toBe(200);
  });

  test('revokes the tokens of the user for agents', async () => {
    await adminClientOf(server, 'agent-wim');
    const isGood = await workerTokenOf('agent-wim');
    const answer = await reset((await linkFor('agent-wim')).token);
    expect(answer.json()).toMatchObject({ tokens_revoked: 0, worker_tokens_revoked: 1 });
    expect(await isGood()).toBe(false);
  });

  test.each([
    ['a password that an administrator sets', 'agent-pia', { password: newPassword }],
    ['disabling the user', 'agent-pim', { enabled: false }],
  ])('%s revokes them too', async (_what, username, change) => {
    await adminClientOf(server, username);
    const isGood = await workerTokenOf(username);
    const user = { username, name: username, email: '', role: 'author' };
    await ada.postJson('/users/save', user);
    expect(await isGood()).toBe(true);
    await ada.postJson('/users/save', { ...user, ...change });
    expect(await isGood()).toBe(false);
  });

  test('deleting the user revokes them too', async () => {
    await adminClientOf(server, 'agent-pat');
    const isGood = await workerTokenOf('agent-pat');
    await ada.postJson('/users/delete', { username: 'agent-pat' });
    expect(await isGood()).toBe(false);
  });

  test('lets an invited user without a password sign in', async () => {
    await inviteByHand('ida');
    expectProblem(await enter('ida', ''), 400, 'invalid_request');
    expectProblem(await enter('ida'), 401, 'invalid_credentials');
    await reset((await linkFor('ida')).token);
    expect((await enter('ida', newPassword)).json()).toMatchObject({ username: 'ida' });
  });

  test('remains valid after an unacceptable password (GAP-SES-5)', async () => {
    await inviteByHand('jon');
    const { token } = await linkFor('jon');
    expectWeak(await reset(token, 'short'));
    expectWeak(await reset(token, ''));
    expectWeak(await reset(token, 'password1234'));
    expect((await reset(token)).status).toBe(200);
  });

  test('is refused when it is wrong, without feedback on the password', async () => {
    await inviteByHand('kim');
    const { token } = await linkFor('kim');
    for (const wrong of [
      `${token}x`,
      token.toLowerCase(),
      token.slice(1),
      "' or 1=1 --",
      '\u0000',
    ]) {
      const answer = await reset(wrong, 'short');
      expectProblem(answer, 403, 'reset_link_invalid');
    }
    expectProblem(await reset(''), 400, 'invalid_request');
  });

  test('expires after 24 hours', async () => {
    await inviteByHand('leo');
    const { token } = await linkFor('leo');
    const { db } = server.database;
    await db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date() })
      .where('username', '=', 'leo')
      .execute();
    expectProblem(await reset(token), 403, 'reset_link_invalid');
  });

  test('is revoked by a newer one', async () => {
    await inviteByHand('max');
    const [first, second] = [await linkFor('max'), await linkFor('max')];
    expectProblem(await reset(first.token), 403, 'reset_link_invalid');
    expect((await reset(second.token)).status).toBe(200);
  });

  test('is revoked when its user is disabled or changes role', async () => {
    const user = { username: 'ned', name: '', email: '' };
    await ada.postJson('/users/save', { ...user, role: 'author' });
    const before = await linkFor('ned');
    await ada.postJson('/users/save', { ...user, role: 'admin' });
    expectProblem(await reset(before.token), 403, 'reset_link_invalid');
    const disabled = await linkFor('ned');
    await ada.postJson('/users/save', { ...user, role: 'admin', enabled: false });
    expectProblem(await reset(disabled.token), 403, 'reset_link_invalid');
    await ada.postJson('/users/save', { ...user, role: 'admin', enabled: true });
    expectProblem(await reset(disabled.token), 403, 'reset_link_invalid');
    expect((await reset((await linkFor('ned')).token)).status).toBe(200);
  });

  test('keeps the second factor (GAP-SES-4)', async () => {
    const office = await adminClientOf(server, 'ola');
    const { app } = await office.setUpFactor();
    await reset((await linkFor('ola')).token);
    expectProblem(await enter('ola', newPassword), 401, 'totp_required');
    const credentials = { username: 'ola', password: newPassword, totp_code: app.code(1) };
    expect((await server.visitor().post(`${api}/login`, credentials)).status).toBe(200);
  });

  test('used simultaneously works once, in any process', async () => {
    await using second = await TestServer.beside(server);
    await inviteByHand('rob');
    const { token } = await linkFor('rob');
    const wishes = ['one grey heron here', 'two grey herons here', 'six grey herons here'];
    const doors = [server, second, server];
    const answers = await Promise.all(
      doors.map((door, at) =>
        door.visitor().post(`${api}/password/reset`, { token, new_password: wishes[at] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    const chosen = wishes[answers.findIndex(({ status }) => status === 200)]!;
    expect((await enter('rob', chosen)).status).toBe(200);
  });

  test('can be created only by users with user management and at least the rights of the user (GAP-ERR-2)', async () => {
    const editor = await adminClientOf(server, 'sal', 'editor');
    const manager = new AdminClient(
      await server.signedInAs({ username: 'tom', role: 'staff', grants: ['users.manage'] }),
    );
    for (const username of ['ada', 'sal', 'nobody']) {
      const answer = await editor.attempt('/users/reset-link', { username });
      expectProblem(answer, 403, 'forbidden');
    }
    for (const username of ['ada', 'sal']) {
      const answer = await manager.attempt('/users/reset-link', { username });
      expectProblem(answer, 403, 'forbidden');
    }
    const nobody = { username: 'nobody' };
    expectProblem(await manager.attempt('/users/reset-link', nobody), 404, 'not_found');
    expect((await manager.attempt('/users/reset-link', { username: 'tom' })).status).toBe(200);
  });

  test('refuses pages of other sites (GAP-SES-2)', async () => {
    await inviteByHand('uma');
    const { token } = await linkFor('uma');
    const foreign = { origin: 'https://evil.example' };
    expectProblem(await reset(token, newPassword, foreign), 403, 'csrf_failed');
    expect((await reset(token, newPassword, { origin: server.url })).status).toBe(200);
  });
});

test('passwords and links never appear in the log, the audit log or the database', async () => {
  expect(tokens.length).toBeGreaterThan(10);
  const { text: audit } = await ada.ask('/audit', { limit: '1000' });
  expect(audit).toContain('password.change');
  const everything = [audit, server.log.join('\n'), await dumpDatabase(server)].join('\n');
  const passwords = [password, newPassword, 'not the password', 'grey heron', 'password1234'];
  for (const secret of [...tokens, ...passwords]) expect(everything).not.toContain(secret);
});
