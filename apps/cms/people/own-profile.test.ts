import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, password, TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';

const api = '/__admin/api';
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

async function personWith(username: string, role = 'author'): Promise<AdminClient> {
  return new AdminClient(await server.signedInAs({ username, role }));
}

test('everyone can change their own name and e-mail address, and nothing else', async () => {
  const wim = await personWith('wim');
  const profile = { name: 'Wim Wind', email: 'wim@example.org' };
  const saved = await wim.postJson('/users/own', profile);
  expect(saved).toMatchObject({ username: 'wim', role: 'author', enabled: true, ...profile });
  expect(await wim.getJson('/session')).toMatchObject({ role: 'author', ...profile });
  for (const more of [{ role: 'admin' }, { username: 'ada' }, { password: 'seven grey herons' }])
    expectProblem(await wim.attempt('/users/own', { ...profile, ...more }), 400, 'invalid_request');
});

test('an invalid address is refused, and an empty name becomes the user name', async () => {
  const eve = await personWith('eve');
  const refused = await eve.attempt('/users/own', { name: 'Eve', email: 'no address' });
  expectProblem(refused, 422, 'invalid_fields');
  expect(await eve.postJson('/users/own', { name: ' ', email: '' })).toMatchObject({ name: 'eve' });
});

test('the change needs a password confirmation of the last ten minutes', async () => {
  const lara = await personWith('lara');
  const late = { confirmed_at: new Date(Date.now() - 11 * 60_000) };
  const { db } = server.database;
  await db.updateTable('sessions').set(late).where('username', '=', 'lara').execute();
  const answer = await lara.attempt('/users/own', { name: 'L', email: 'lara@example.org' });
  expectProblem(answer, 403, 'reauthentication_required');
});

test('a role that is taken away meanwhile stays taken away', async () => {
  const ada = new AdminClient(await server.signedIn());
  const tom = await personWith('tom', 'admin');
  for (let round = 0; round < 10; round += 1) {
    await ada.savedUser('tom', { role: 'admin' });
    await tom.client.signIn({ username: 'tom', password });
    await Promise.all([
      tom.client.post(`${api}/users/own`, { name: `Tom ${round}`, email: '' }),
      ada.savedUser('tom', { role: 'author' }),
    ]);
    expect(await ada.findUser('tom')).toMatchObject({ role: 'author' });
  }
});
