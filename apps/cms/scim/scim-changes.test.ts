import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../fixtures.ts';
import { Directory, startScimServer, storedUser, userSchema, type Group } from './fixtures.ts';

let server: TestServer;
let directory: Directory;

beforeAll(async () => {
  server = await startScimServer();
  directory = await Directory.at(server);
});

afterAll(() => server[Symbol.asyncDispose]());

const disable = { op: 'replace', path: 'active', value: false };

describe('at the same time (ADD-SCIM-5)', () => {
  test('changes of different attributes are all kept', async () => {
    const user = await directory.create('busy@example.org');
    const changes = [
      { op: 'replace', path: 'displayName', value: 'Busy' },
      { op: 'replace', path: 'externalId', value: 'b-1' },
      { op: 'replace', path: 'name.givenName', value: 'B' },
      { op: 'replace', path: 'emails', value: [{ value: 'busy@example.org' }] },
      disable,
    ];
    await Promise.all(changes.map((change) => directory.patch(`/Users/${user.id}`, change)));
    expect(await directory.get(`/Users/${user.id}`)).toMatchObject({
      displayName: 'Busy',
      externalId: 'b-1',
      name: { givenName: 'B' },
      emails: [{ value: 'busy@example.org' }],
      active: false,
    });
  });

  test('members of a group are all kept, and one of many creations succeeds', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `crowd-${index}@example.org`);
    const users = await Promise.all(names.map((name) => directory.create(name)));
    const group = await directory.createGroup('Newsroom');
    const adding = users.map(({ id }) => ({ op: 'add', path: 'members', value: [{ value: id }] }));
    await Promise.all(adding.map((one) => directory.patch(`/Groups/${group.id}`, one)));
    const { members } = await directory.get<Group>(`/Groups/${group.id}`);
    expect(members?.map(({ value }) => value).toSorted()).toEqual(
      users.map(({ id }) => id).toSorted(),
    );
    const roles = await Promise.all(users.map((_, index) => storedUser(server, `crowd-${index}`)));
    expect(new Set(roles.map(({ role }) => role))).toEqual(new Set(['editor']));
    const body = { schemas: [userSchema], userName: 'twice@example.org' };
    const made = await Promise.all(users.map(() => directory.send('POST', '/Users', body)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ]);
    expect(await directory.find('userName sw "twice"')).toMatchObject({ totalResults: 1 });
  });
});

describe('the audit log (ADD-SCIM-5)', () => {
  test('names the owner of the token, changes, roles by groups, and refusals', async () => {
    const user = await directory.create('audited@example.org');
    const group = await directory.createGroup('Audited');
    await directory.patch(`/Groups/${group.id}`, {
      op: 'replace',
      value: { displayName: 'Reviewers 2', members: [{ value: user.id }] },
    });
    await directory.patch(`/Users/${user.id}`, disable);
    const [ada] = (await directory.find('userName eq "ada"')).Resources;
    await directory.send('DELETE', `/Users/${ada!.id}`);
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select(['action', 'actor', 'target', 'outcome', 'details'])
      .where('target', 'in', ['audited', 'Audited', 'Reviewers 2'])
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'user.save', actor: 'ada', details: { created: true, by: 'scim' } },
      { action: 'group.save', target: 'Audited', details: { added: 0, removed: 0 } },
      { action: 'group.save', target: 'Reviewers 2', details: { added: 1, removed: 0 } },
      { action: 'user.save', details: { changed: ['enabled'], changes: { enabled: {} } } },
    ]);
    const denied = await server.database.db
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('outcome', '=', 'denied')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(denied).toMatchObject({ action: 'user.save', details: { code: 'last_admin' } });
  });
});

test('new people get an invitation by mail if the settings say so, once (ADD-SCIM-2)', async () => {
  const mail = { smtp: { host: '127.0.0.1', port: 1, security: 'none' }, from: 'a@example.org' };
  await using own = await startScimServer({ invite: true }, { mail });
  const inviting = await Directory.at(own);
  const emails = [{ value: 'new@example.org', type: 'work' }];
  await inviting.create('new@example.org', { emails });
  await inviting.create('without@example.org');
  const { db } = own.database;
  const invited = db
    .selectFrom('domain_events')
    .select('subject')
    .where('type', '=', 'user.link_requested');
  expect(await invited.execute()).toEqual([{ subject: 'new' }]);
});
