import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SoftPasskey } from '@galley/testing';
import { expectProblem, password, TestServer, totpCode, type Client } from '../fixtures.ts';
import { AdminClient, newestEntry } from '../people.fixtures.ts';
import {
  addPasskey,
  askOptions,
  attemptAdding,
  newPasskey,
  signInWith,
  type StoredPasskey,
} from './passkeys.fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start();
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

// Refusals of one test must not lock the next one.
beforeEach(() => server.database.db.deleteFrom('sign_in_throttles').execute());

async function person(username: string): Promise<Client> {
  return server.signedInAs({ username, role: 'author' });
}

async function listed(client: Client, search = ''): Promise<StoredPasskey[]> {
  return (await client.get(`${api}/passkeys${search}`)).json<StoredPasskey[]>();
}

async function makeOld(username: string): Promise<void> {
  const aged = server.database.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - 11 * 60_000) });
  await aged.where('username', '=', username).execute();
}

function secondFactor(username: string, more: object = {}) {
  return server.visitor().post(`${api}/login`, { username, password, ...more });
}

describe('adding a passkey (ADD-PKY-1)', () => {
  test('asks for a discoverable one without attestation, for this site only', async () => {
    const options = await askOptions(await person('ann'), 'begin');
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      user: { name: 'ann' },
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    expect(Buffer.from((options['user'] as { id: string }).id, 'base64url').toString()).not.toMatch(
      /ann/,
    );
  });

  test('several passkeys have names, kinds and uses, and the first brings recovery codes', async () => {
    const bea = await person('bea');
    const { stored, passkey } = await addPasskey(bea, { name: ' Laptop ' });
    expect(stored).toMatchObject({ name: 'Laptop', synced: false, last_used_at: null });
    expect(stored.recovery_codes).toHaveLength(10);
    const second = await addPasskey(bea, { name: 'Manager', isSynced: true, counts: false });
    expect(second.stored).toMatchObject({ synced: true, recovery_codes: [] });
    const { excludeCredentials } = await askOptions(bea, 'begin');
    expect(excludeCredentials).toMatchObject([{ id: passkey.id }, { id: second.passkey.id }]);
    expect((await signInWith(server.visitor(), second.passkey)).status).toBe(200);
    expect((await signInWith(server.visitor(), second.passkey)).status).toBe(200);
    expect(await listed(bea)).toMatchObject([
      { name: 'Laptop', last_used_at: null },
      { name: 'Manager', last_used_at: expect.any(String) as string },
    ]);
    const renamed = await bea.post(`${api}/passkeys/rename`, { id: stored.id, name: 'Old laptop' });
    expect(renamed.json()).toMatchObject({ name: 'Old laptop' });
    expectProblem(
      await bea.post(`${api}/passkeys/rename`, { id: stored.id, name: 'two\nlines' }),
      422,
      'invalid_fields',
    );
  });

  test('ends other sessions and keeps this one, as any change of a factor', async () => {
    const cal = await person('cal');
    const other = server.visitor();
    await other.signIn({ username: 'cal', password });
    await addPasskey(cal);
    expectProblem(await other.get(`${api}/session`), 401, 'unauthenticated');
    expect((await cal.get(`${api}/session`)).json()).toMatchObject({
      mfa_complete: true,
      has_passkey: true,
      has_totp: false,
      has_second_factor: true,
    });
  });

  test('needs a recent confirmation, as removal does', async () => {
    const dan = await person('dan');
    const { stored } = await addPasskey(dan);
    await makeOld('dan');
    for (const path of ['begin', 'add', 'remove']) {
      const answer = await dan.post(`${api}/passkeys/${path}`, { id: stored.id });
      expectProblem(answer, 403, 'reauthentication_required');
    }
  });

  test.each([
    ['another origin', 'eve', { origin: 'https://evil.example' }],
    ['another relying party', 'eli', { rpId: 'evil.example' }],
  ])('is refused for %s (ADD-PKY-4)', async (_name, username, wrong) => {
    const eve = await person(username);
    const passkey = await newPasskey(eve, wrong);
    expectProblem(await attemptAdding(eve, passkey), 401, 'passkey_invalid');
    expect(await listed(eve)).toEqual([]);
  });

  test('takes a challenge once, only in the session that asked for it (ADD-PKY-5)', async () => {
    const fay = await person('fay');
    const gil = await person('gil');
    const passkey = await newPasskey(fay);
    const created = passkey.create(await askOptions(fay, 'begin'));
    const body = { name: 'Key', passkey: created };
    expectProblem(await gil.post(`${api}/passkeys/add`, body), 401, 'passkey_invalid');
    // The attempt of the other session has spent the challenge.
    expectProblem(await fay.post(`${api}/passkeys/add`, body), 401, 'passkey_invalid');
    expect((await attemptAdding(fay, passkey)).status).toBe(200);
    expectProblem(await attemptAdding(gil, passkey), 401, 'passkey_invalid');
  });
});

describe('signing in with a passkey alone (ADD-PKY-2)', () => {
  let hal: Client;
  let passkey: SoftPasskey;

  beforeAll(async () => {
    hal = await person('hal');
    ({ passkey } = await addPasskey(hal));
  });

  test('completes both factors, since the passkey verified the person (ADD-PKY-3)', async () => {
    const visitor = server.visitor();
    const answer = await signInWith(visitor, passkey);
    expect(answer.json()).toMatchObject({ username: 'hal', mfa_complete: true });
    expect((await visitor.get(`${api}/documents`)).status).toBe(200);
    expect(await newestEntry(new AdminClient(ada))).toMatchObject({
      action: 'login',
      actor: 'hal',
      details: { passkey: true, second_factor: true },
    });
  });

  test('options say nothing about accounts', async () => {
    const options = await askOptions(server.visitor(), 'sign-in-options');
    expect(options).not.toHaveProperty('allowCredentials');
    expect(JSON.stringify(options)).not.toContain(passkey.id);
  });

  test('a passkey that verified nobody is one factor: it is refused alone (ADD-PKY-3)', async () => {
    const ida = await person('ida');
    const { passkey: touched } = await addPasskey(ida, { verifiesUser: false });
    expectProblem(await signInWith(server.visitor(), touched), 401, 'passkey_unverified');
    const visitor = server.visitor();
    const asked = await visitor.post(`${api}/login`, { username: 'ida', password });
    const { passkey_options: options } = asked.json();
    const body = { username: 'ida', password, passkey: touched.get(options) };
    expect((await visitor.post(`${api}/login`, body)).json()).toMatchObject({ mfa_complete: true });
  });

  test('an answer works once (ADD-PKY-5)', async () => {
    const visitor = server.visitor();
    const answer = passkey.get(await askOptions(visitor, 'sign-in-options'));
    const body = { passkey: answer };
    expect((await visitor.post(`${api}/passkeys/sign-in`, body)).status).toBe(200);
    expectProblem(await visitor.post(`${api}/passkeys/sign-in`, body), 401, 'passkey_invalid');
  });

  test('of concurrent uses of an answer, one succeeds (ADD-PKY-5)', async () => {
    const visitor = server.visitor();
    const answer = passkey.get(await askOptions(visitor, 'sign-in-options'));
    const uses = Array.from({ length: 3 }, () =>
      visitor.post(`${api}/passkeys/sign-in`, { passkey: answer }),
    );
    const statuses = (await Promise.all(uses)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
  ])('is refused for %s (ADD-PKY-4)', async (_name, wrong) => {
    const right = passkey.options;
    passkey.options = { ...right, ...wrong };
    const answer = await signInWith(server.visitor(), passkey);
    passkey.options = right;
    expectProblem(answer, 401, 'passkey_invalid');
    expect((await signInWith(server.visitor(), passkey)).status).toBe(200);
  });

  test('is refused in another browser, and for a challenge that has expired (ADD-PKY-5)', async () => {
    const visitor = server.visitor();
    const stolen = passkey.get(await askOptions(visitor, 'sign-in-options'));
    const elsewhere = await server.visitor().post(`${api}/passkeys/sign-in`, { passkey: stolen });
    expectProblem(elsewhere, 401, 'passkey_invalid');
    const late = passkey.get(await askOptions(visitor, 'sign-in-options'));
    await server.database.db
      .updateTable('passkey_challenges')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expectProblem(
      await visitor.post(`${api}/passkeys/sign-in`, { passkey: late }),
      401,
      'passkey_invalid',
    );
  });

  test('a counter that has not risen is refused and recorded (ADD-PKY-6)', async () => {
    expect((await signInWith(server.visitor(), passkey)).status).toBe(200);
    passkey.counter -= 1;
    expectProblem(await signInWith(server.visitor(), passkey), 401, 'passkey_copied');
    expect(await newestEntry(new AdminClient(ada))).toMatchObject({
      action: 'login.failed',
      actor: 'hal',
      details: { code: 'passkey_copied' },
    });
    passkey.counter += 1;
    expect((await signInWith(server.visitor(), passkey)).status).toBe(200);
  });

  test('unknown passkeys, wrong signatures and disabled people have one answer (ADD-PKY-7)', async () => {
    const jon = await person('jon');
    const { passkey: disabled } = await addPasskey(jon);
    const db = server.database.db;
    await db.updateTable('users').set({ enabled: false }).where('username', '=', 'jon').execute();
    const visitor = server.visitor();
    const unknown = await newPasskey(visitor);
    const forged = Object.assign(await newPasskey(visitor), { id: passkey.id });
    const answers = [];
    for (const one of [unknown, forged, disabled]) answers.push(await signInWith(visitor, one));
    const bodies = answers.map((answer) => {
      const { request_id: _id, ...rest } = answer.json();
      return { status: answer.status, ...rest };
    });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  test('is refused for a person other than the one who is asked to sign in again', async () => {
    const visitor = server.visitor();
    const answer = passkey.get(await askOptions(visitor, 'sign-in-options'));
    const body = { passkey: answer, username: 'ada' };
    expectProblem(await visitor.post(`${api}/passkeys/sign-in`, body), 401, 'passkey_invalid');
  });

  test('a page of another site cannot start it', async () => {
    const headers = { origin: 'https://evil.example' };
    for (const path of ['sign-in-options', 'sign-in']) {
      const answer = await server.visitor().post(`${api}/passkeys/${path}`, {}, headers);
      expectProblem(answer, 403, 'csrf_failed');
    }
  });
});

test('failed attempts lock the person as wrong passwords do (ADD-PKY-7)', async () => {
  const kim = await person('kim');
  const { passkey } = await addPasskey(kim);
  const forged = Object.assign(await newPasskey(kim), { id: passkey.id });
  for (let attempt = 0; attempt < 5; attempt += 1)
    expectProblem(await signInWith(server.visitor(), forged), 401, 'passkey_invalid');
  expectProblem(await signInWith(server.visitor(), passkey), 429, 'rate_limited');
  expectProblem(await secondFactor('kim'), 429, 'rate_limited');
});

describe('as second factor (ADD-PKY-3)', () => {
  test('is asked for only after the right password, beside codes', async () => {
    const lou = await person('lou');
    const { secret } = await lou.enableFactor();
    const { passkey } = await addPasskey(lou);
    const wrong = await secondFactor('lou', { password: 'not the password' });
    expect(expectProblem(wrong, 401, 'invalid_credentials')).not.toHaveProperty('passkey_options');
    const visitor = server.visitor();
    const asked = await visitor.post(`${api}/login`, { username: 'lou', password });
    const problem = expectProblem(asked, 401, 'totp_required') as unknown as {
      second_factors: string[];
      passkey_options: object;
    };
    expect(problem).toMatchObject({
      second_factors: ['passkey', 'totp', 'recovery_code'],
      passkey_options: { allowCredentials: [{ id: passkey.id }] },
    });
    const answer = passkey.get(problem.passkey_options);
    const body = { username: 'lou', password, passkey: answer };
    expect((await visitor.post(`${api}/login`, body)).status).toBe(200);
    expectProblem(await visitor.post(`${api}/login`, body), 401, 'passkey_invalid');
    expect((await secondFactor('lou', { totp_code: totpCode(secret, 1) })).status).toBe(200);
  });

  test('takes no challenge for signing in, and no passkey of another person', async () => {
    const mia = await person('mia');
    const { passkey } = await addPasskey(mia);
    const visitor = server.visitor();
    const other = passkey.get(await askOptions(visitor, 'sign-in-options'));
    const body = { username: 'mia', password, passkey: other };
    expectProblem(await visitor.post(`${api}/login`, body), 401, 'passkey_invalid');
    const ned = await person('ned');
    await addPasskey(ned);
    const { passkey_options: options } = (
      await visitor.post(`${api}/login`, { username: 'ned', password })
    ).json();
    const theirs = { username: 'ned', password, passkey: passkey.get(options) };
    expectProblem(await visitor.post(`${api}/login`, theirs), 401, 'passkey_invalid');
  });

  test('recovery codes remain, also without an authenticator app', async () => {
    const ora = await person('ora');
    const { stored } = await addPasskey(ora);
    const { second_factors } = (await secondFactor('ora')).json();
    expect(second_factors).toEqual(['passkey', 'recovery_code']);
    const [code] = stored.recovery_codes;
    expect((await secondFactor('ora', { totp_code: code })).status).toBe(200);
    expectProblem(await secondFactor('ora', { totp_code: code }), 401, 'totp_invalid');
    const renewed = await ora.post(`${api}/totp/recovery-codes`);
    expect(renewed.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10);
  });
});

describe('confirming a session (ADD-PKY-1)', () => {
  test('works with a passkey of this session’s person', async () => {
    const pam = await person('pam');
    const { passkey } = await addPasskey(pam);
    await makeOld('pam');
    const confirm = (body: object) => pam.post(`${api}/session/confirm`, body);
    const answer = passkey.get(await askOptions(pam, 'confirm-options'));
    expectProblem(await confirm({ password, passkey: answer }), 400, 'invalid_request');
    expectProblem(await confirm({}), 400, 'invalid_request');
    expect((await confirm({ passkey: answer })).status).toBe(200);
    expect((await pam.post(`${api}/passkeys/begin`)).status).toBe(200);
    expectProblem(await confirm({ passkey: answer }), 401, 'passkey_invalid');
  });

  test('is refused for a passkey that verified nobody, and in another session', async () => {
    const quinn = await person('quinn');
    const { passkey } = await addPasskey(quinn);
    const { passkey: touched } = await addPasskey(quinn, { verifiesUser: false, name: 'Key' });
    const options = await askOptions(quinn, 'confirm-options');
    const confirmed = await quinn.post(`${api}/session/confirm`, { passkey: touched.get(options) });
    expectProblem(confirmed, 401, 'passkey_unverified');
    const other = server.visitor();
    await signInWith(other, passkey).then((signedIn) => {
      other.csrfToken = signedIn.json<{ csrf_token: string }>().csrf_token;
    });
    const stolen = passkey.get(await askOptions(quinn, 'confirm-options'));
    const elsewhere = await other.post(`${api}/session/confirm`, { passkey: stolen });
    expectProblem(elsewhere, 401, 'passkey_invalid');
  });
});
