import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, password, TestServer, type Client } from '../fixtures.ts';
import { addPasskey, signInWith, type StoredPasskey } from './passkeys.fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await TestServer.start();
  ada = await server.signedIn();
});

afterAll(() => server[Symbol.asyncDispose]());

function person(username: string): Promise<Client> {
  return server.signedInAs({ username, role: 'author' });
}

async function listed(client: Client, search = ''): Promise<StoredPasskey[]> {
  return (await client.get(`${api}/passkeys${search}`)).json<StoredPasskey[]>();
}

function secondFactor(username: string) {
  return server.visitor().post(`${api}/login`, { username, password });
}

describe('removing a passkey (ADD-PKY-9)', () => {
  test('ends its use and other sessions; the last second factor takes the codes with it', async () => {
    const rob = await person('rob');
    const { passkey, stored } = await addPasskey(rob);
    const other = server.visitor();
    await signInWith(other, passkey);
    expect((await rob.post(`${api}/passkeys/remove`, { id: stored.id })).status).toBe(200);
    expectProblem(await other.get(`${api}/session`), 401, 'unauthenticated');
    expectProblem(await signInWith(server.visitor(), passkey), 401, 'passkey_invalid');
    expect((await secondFactor('rob')).json()).toMatchObject({ mfa_complete: true });
    expectProblem(await rob.post(`${api}/totp/recovery-codes`), 409, 'totp_not_enabled');
  });

  test('turning off the app keeps passkeys and codes', async () => {
    const sue = await person('sue');
    await sue.enableFactor();
    const { passkey } = await addPasskey(sue);
    expect((await sue.post(`${api}/totp/disable`)).status).toBe(200);
    expect((await sue.get(`${api}/session`)).json()).toMatchObject({ mfa_complete: true });
    expectProblem(await secondFactor('sue'), 401, 'totp_required');
    expect((await sue.post(`${api}/totp/recovery-codes`)).status).toBe(200);
    expect((await signInWith(server.visitor(), passkey)).status).toBe(200);
  });

  test('is refused for one’s last way in', async () => {
    const tom = await person('tom');
    const { stored } = await addPasskey(tom);
    const db = server.database.db;
    const passwords = db.deleteFrom('credentials').where('username', '=', 'tom');
    await passwords.where('kind', '=', 'password').execute();
    const answer = await tom.post(`${api}/passkeys/remove`, { id: stored.id });
    expectProblem(answer, 409, 'last_way_in');
    expect(await listed(tom)).toHaveLength(1);
  });

  test('counts a sign-in at a provider as another way in', async () => {
    const una = await person('una');
    const { stored } = await addPasskey(una);
    const { db } = server.database;
    const passwords = db.deleteFrom('credentials').where('username', '=', 'una');
    await passwords.where('kind', '=', 'password').execute();
    await db
      .insertInto('identities')
      .values({
        id: 'una-1',
        username: 'una',
        issuer: 'https://id.example.org',
        subject: 'una',
        email: '',
        linked_at: new Date(),
      })
      .execute();
    expect((await una.post(`${api}/passkeys/remove`, { id: stored.id })).status).toBe(200);
  });

  test('managers see and remove those of others, other people do not', async () => {
    const uma = await person('uma');
    const vic = await person('vic');
    const { stored, passkey } = await addPasskey(uma);
    expectProblem(await vic.get(`${api}/passkeys?username=uma`), 403, 'forbidden');
    const body = { id: stored.id, username: 'uma' };
    expectProblem(await vic.post(`${api}/passkeys/remove`, body), 403, 'forbidden');
    expectProblem(await vic.post(`${api}/passkeys/remove`, { id: stored.id }), 404, 'not_found');
    expect(await listed(ada, '?username=UMA')).toMatchObject([{ id: stored.id }]);
    expect((await ada.post(`${api}/passkeys/remove`, body)).status).toBe(200);
    expectProblem(await uma.get(`${api}/session`), 401, 'unauthenticated');
    expectProblem(await signInWith(server.visitor(), passkey), 401, 'passkey_invalid');
  });
});
