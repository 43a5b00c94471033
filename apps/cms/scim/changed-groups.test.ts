import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { Directory, startScimServer, storedUser } from './fixtures.ts';

let server: TestServer;
let directory: Directory;

beforeEach(async () => {
  server = await startScimServer();
  directory = await Directory.at(server);
});

afterEach(() => server[Symbol.asyncDispose]());

/** Another server of the project starts with these groups, and stops when it has applied them. */
async function startedWith(groups: Record<string, string>, check: () => Promise<void>) {
  const scim = { enabled: true, default_role: 'viewer', groups };
  const other = await TestServer.beside(server, { config: { scim } });
  try {
    await vi.waitFor(check, { timeout: 30_000 });
  } finally {
    await other[Symbol.asyncDispose]();
  }
}

const rolesOf = async (...names: string[]) =>
  (await Promise.all(names.map((name) => storedUser(server, name)))).map(({ role }) => role);

test('ADD-SCIM-6: changed groups in the settings apply at the next start', async () => {
  const ada = new AdminClient(await server.signedIn());
  await ada.postJson('/roles/save', { name: 'viewer', capabilities: ['documents.read'] });
  const [anna, bert, cleo, dora] = [
    await directory.create('anna@example.org'),
    await directory.create('bert@example.org'),
    await directory.create('cleo@example.org'),
    await directory.create('dora@example.org'),
  ];
  await directory.createGroup('Newsroom', [anna, bert, cleo]);
  await directory.createGroup('Reviewers', [cleo, dora]);
  const all = ['anna', 'bert', 'cleo', 'dora'];
  expect(await rolesOf(...all)).toEqual(['editor', 'editor', 'editor', 'reviewer']);
  await ada.savedUser('bert', { role: 'author' });

  // The order decides for cleo; bert has a role that a person gave.
  await startedWith({ Reviewers: 'reviewer', newsroom: 'author' }, async () => {
    expect(await rolesOf(...all)).toEqual(['author', 'author', 'reviewer', 'reviewer']);
  });
  expect(await ada.getJson('/audit?target=anna&actor=galley')).toMatchObject([
    { action: 'user.save', details: { role: 'author', by: 'scim' } },
  ]);

  await startedWith({}, async () => {
    expect(await rolesOf(...all)).toEqual(['viewer', 'viewer', 'viewer', 'viewer']);
  });
});

test('ADD-SCIM-6: the last administrator keeps the role, and others get theirs', async () => {
  const ada = new AdminClient(await server.signedIn());
  await ada.postJson('/roles/save', { name: 'viewer', capabilities: ['documents.read'] });
  const [eve, fred] = [
    await directory.create('eve@example.org'),
    await directory.create('fred@example.org'),
  ];
  await directory.createGroup('Chiefs', [eve]);
  await directory.createGroup('Desk', [fred]);
  await startedWith({ Chiefs: 'admin', Desk: 'editor' }, async () => {
    expect(await rolesOf('eve', 'fred')).toEqual(['admin', 'editor']);
  });
  await server.database.db
    .updateTable('users')
    .set({ enabled: false })
    .where('username', '=', 'ada')
    .execute();
  await startedWith({ Desk: 'author' }, async () => {
    expect(await rolesOf('eve', 'fred')).toEqual(['admin', 'author']);
  });
});
