import { afterAll, beforeAll, expect, test } from 'vitest';
import { admin, expectProblem, password, TestServer, totpCode, type Client } from '../fixtures.ts';
import { addPasskey, signInWith } from './passkeys.fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start({ config: { security: { require_passkey: ['editor'] } } });
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

test('people of other roles need none (ADD-PKY-8)', async () => {
  expect((await ada.get(`${api}/session`)).json()).toMatchObject({
    mfa_complete: true,
    passkey_due: false,
  });
});

test('people of the role can only add one, whatever other factor they have (ADD-PKY-8)', async () => {
  const wes = await server.signedInAs({ username: 'wes', role: 'editor' });
  const due = { mfa_complete: false, passkey_due: true };
  expect((await wes.get(`${api}/session`)).json()).toMatchObject(due);
  expectProblem(await wes.get(`${api}/documents`), 403, 'forbidden');
  const { secret } = await wes.enableFactor();
  expect((await wes.get(`${api}/session`)).json()).toMatchObject(due);
  const again = server.visitor();
  await again.signIn({ username: 'wes', password, totp_code: totpCode(secret, 1) });
  expect((await again.get(`${api}/session`)).json()).toMatchObject(due);
  const { passkey, stored } = await addPasskey(again);
  expect((await again.get(`${api}/session`)).json()).toMatchObject({
    mfa_complete: true,
    passkey_due: false,
  });
  expect((await again.get(`${api}/documents`)).status).toBe(200);
  expect((await signInWith(server.visitor(), passkey)).status).toBe(200);
  const asked = await server.visitor().post(`${api}/login`, { username: 'wes', password });
  expect(asked.json()).toMatchObject({ second_factors: ['passkey', 'recovery_code'] });
  // A code is what phishing pages ask for.
  const codes = { username: 'wes', password, totp_code: totpCode(secret, 2) };
  expectProblem(await server.visitor().post(`${api}/login`, codes), 401, 'totp_invalid');
  expect((await again.post(`${api}/passkeys/remove`, { id: stored.id })).status).toBe(200);
  expect((await again.get(`${api}/session`)).json()).toMatchObject(due);
});

test('tokens of people without it do nothing (ADD-PKY-8)', async () => {
  const yan = await server.signedInAs({ username: 'yan', role: 'editor' });
  const { stored } = await addPasskey(yan);
  const made = await yan.post(`${api}/tokens/create`, { name: 'Press', scopes: ['*'] });
  const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` };
  expect((await server.visitor().get(`${api}/documents`, headers)).status).toBe(200);
  await ada.post(`${api}/passkeys/remove`, { id: stored.id, username: 'yan' });
  expectProblem(await server.visitor().get(`${api}/documents`, headers), 403, 'forbidden');
});

test('a site without https or host name has no passkeys (ADD-PKY-4)', async () => {
  const files = { 'content/config/site.yaml': 'url: http://news.example.org\n' };
  await using plain = await TestServer.start({ files });
  const client = plain.visitor();
  await client.signIn(admin);
  expect((await client.get(`${api}/sign-in`)).json()).toMatchObject({ passkey_origin: null });
  expectProblem(await client.post(`${api}/passkeys/begin`), 409, 'passkeys_unavailable');
  expectProblem(await client.post(`${api}/passkeys/sign-in-options`), 409, 'passkeys_unavailable');
});

test('passkeys belong to the configured address, whatever host a request names (ADD-PKY-4)', async () => {
  const files = { 'content/config/site.yaml': 'url: https://news.example.org\n' };
  await using named = await TestServer.start({ files });
  const client = named.visitor();
  await client.signIn(admin);
  const { passkey } = await addPasskey(client);
  expect(passkey.options).toMatchObject({
    origin: 'https://news.example.org',
    rpId: 'news.example.org',
  });
  expect((await signInWith(named.visitor(), passkey)).status).toBe(200);
  passkey.options = { ...passkey.options, origin: named.url };
  expectProblem(await signInWith(named.visitor(), passkey), 401, 'passkey_invalid');
});
