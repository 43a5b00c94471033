import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../fixtures.ts';
import {
  Directory,
  expectScimError,
  groupSchema,
  startScimServer,
  storedUser,
  userSchema,
  type Group,
  type User,
} from './fixtures.ts';

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Requests as the provisioning service of Microsoft Entra sends them, after its public documentation. */
const newUser = {
  schemas: [userSchema, enterprise],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: 'Grace.Hopper@example.org',
  active: true,
  displayName: 'Grace Hopper',
  emails: [{ primary: true, type: 'work', value: 'grace.hopper@example.org' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Hopper, Grace', familyName: 'Hopper', givenName: 'Grace' },
  roles: [],
  [enterprise]: { department: 'News', employeeNumber: '7' },
};

let server: TestServer;
let entra: Directory;
let grace: User;

beforeAll(async () => {
  server = await startScimServer();
  entra = await Directory.at(server);
});

afterAll(() => server[Symbol.asyncDispose]());

const disable = { op: 'Replace', path: 'active', value: 'False' };

describe('Entra (ADD-SCIM-2, ADD-SCIM-3)', () => {
  test('tests the connection with a user that does not exist', async () => {
    const filter = 'userName eq "5e5fd5d2-a3d0-4ff3-a3f6-1f4aabd2c5f0"';
    expect(await entra.find(filter)).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
  });

  test('looks for the user, creates it, and finds it', async () => {
    expect((await entra.find(`userName eq "${newUser.userName}"`)).totalResults).toBe(0);
    grace = await entra.post<User>('/Users', newUser);
    expect(grace).toMatchObject({
      schemas: [userSchema],
      userName: 'Grace.Hopper@example.org',
      externalId: newUser.externalId,
      displayName: 'Grace Hopper',
      name: newUser.name,
      emails: [{ value: 'grace.hopper@example.org', type: 'work', primary: true }],
      active: true,
      groups: [],
    });
    expect(grace.meta['location']).toBe(`${server.url}/scim/v2/Users/${grace.id}`);
    for (const filter of [
      'userName eq "grace.hopper@EXAMPLE.org"',
      `externalId eq "${newUser.externalId}"`,
      'emails[type eq "work"].value eq "grace.hopper@example.org"',
    ])
      expect((await entra.find(filter)).Resources).toEqual([grace]);
    const { username, role, enabled } = await storedUser(server, 'grace.hopper');
    expect([username, role, enabled]).toEqual(['grace.hopper', 'author', true]);
    const { db } = server.database;
    const secrets = db.selectFrom('credentials').selectAll().where('username', '=', username);
    expect(await secrets.execute()).toEqual([]);
  });

  test('changes attributes, each with a path', async () => {
    const changed = await entra.patch<User>(
      `/Users/${grace.id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'g.hopper@example.org' },
      { op: 'Replace', path: 'name.familyName', value: 'Murray Hopper' },
      { op: 'Add', path: 'displayName', value: 'Grace M. Hopper' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Politics' },
      { op: 'Replace', path: 'emails[type eq "other"].value', value: 'home@example.org' },
    );
    expect(changed).toMatchObject({
      displayName: 'Grace M. Hopper',
      name: { familyName: 'Murray Hopper', givenName: 'Grace' },
      emails: [{ value: 'g.hopper@example.org', type: 'work' }],
    });
    expect(await entra.get(`/Users/${grace.id}`)).toEqual(changed);
  });

  test('creates a group without members, reads it without them, and adds and removes one', async () => {
    const group = await entra.post<Group>('/Groups', {
      schemas: [
        groupSchema,
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Newsroom',
      meta: { resourceType: 'Group' },
    });
    const at = `/Groups/${group.id}`;
    const lists = '/Groups?excludedAttributes=members&filter=displayName+eq+%22newsroom%22';
    const { Resources } = await entra.get<{ Resources: Group[] }>(lists);
    expect(Resources.map(({ id, members }) => [id, members])).toEqual([[group.id, undefined]]);
    const members = [{ $ref: null, value: grace.id }];
    await entra.patch(at, { op: 'Add', path: 'members', value: members });
    expect(await storedUser(server, 'grace.hopper')).toMatchObject({ role: 'editor' });
    const byMember = `/Groups?filter=${encodeURIComponent(`id eq "${group.id}" and members eq "${grace.id}"`)}`;
    expect(await entra.get(byMember)).toMatchObject({ totalResults: 1 });
    const { groups } = await entra.get<User>(`/Users/${grace.id}`);
    expect(groups).toMatchObject([{ value: group.id, display: 'Newsroom' }]);
    await entra.patch(at, { op: 'Remove', path: 'members', value: members });
    expect(await storedUser(server, 'grace.hopper')).toMatchObject({ role: 'author' });
  });

  test('disables, still finds, enables, and finally deletes the user', async () => {
    expect(await entra.patch(`/Users/${grace.id}`, disable)).toMatchObject({ active: false });
    const found = await entra.find('userName eq "Grace.Hopper@example.org"');
    expect(found.Resources.map(({ active }) => active)).toEqual([false]);
    const enable = { op: 'Replace', path: 'active', value: 'True' };
    expect(await entra.patch(`/Users/${grace.id}`, enable)).toMatchObject({ active: true });
    const gone = await entra.send('DELETE', `/Users/${grace.id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expectScimError(await entra.send('GET', `/Users/${grace.id}`), 404);
    expectScimError(await entra.send('DELETE', `/Users/${grace.id}`), 404);
    expect(await storedUser(server, 'grace.hopper')).toMatchObject({ enabled: false });
  });

  test('gets the same account, with the same id, when it creates the user again', async () => {
    const again = await entra.post<User>('/Users', newUser);
    expect(again).toMatchObject({ id: grace.id, active: true, displayName: 'Grace Hopper' });
    expect(await storedUser(server, 'grace.hopper')).toMatchObject({ enabled: true });
  });

  test('sends operations without a path as flat attributes', async () => {
    const changed = await entra.patch<User>(`/Users/${grace.id}`, {
      op: 'replace',
      value: {
        displayName: 'G. Hopper',
        'name.givenName': 'G.',
        'emails[type eq "work"].value': 'g@example.org',
        [`${enterprise}:department`]: 'Sports',
      },
    });
    expect(changed).toMatchObject({
      displayName: 'G. Hopper',
      name: { givenName: 'G.' },
      emails: [{ value: 'g@example.org' }],
    });
  });
});
