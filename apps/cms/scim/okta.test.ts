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
  type List,
  type User,
} from './fixtures.ts';

/** Requests as Okta's provisioning sends them, after its public documentation. */
const newUser = {
  schemas: [userSchema],
  userName: 'katherine.johnson@example.org',
  name: { givenName: 'Katherine', familyName: 'Johnson' },
  emails: [{ primary: true, value: 'katherine.johnson@example.org', type: 'work' }],
  displayName: 'Katherine Johnson',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq3q8sdf7FFs',
  active: true,
};

let server: TestServer;
let okta: Directory;
let katherine: User;

beforeAll(async () => {
  server = await startScimServer();
  okta = await Directory.at(server);
});

afterAll(() => server[Symbol.asyncDispose]());

describe('Okta (ADD-SCIM-2, ADD-SCIM-3)', () => {
  test('tests the credentials, and imports users and groups in pages', async () => {
    const users = await okta.get<List<User>>('/Users?startIndex=1&count=2');
    expect(users).toMatchObject({ totalResults: 1, startIndex: 1, itemsPerPage: 1 });
    expect(users.Resources[0]).toMatchObject({ userName: 'ada', active: true });
    const groups = await okta.get<List<Group>>('/Groups?startIndex=1&count=100');
    expect(groups).toMatchObject({ totalResults: 0, Resources: [] });
  });

  test('creates a user, whose password it sends is not stored', async () => {
    const filter = encodeURIComponent(`userName eq "${newUser.userName}"`);
    const known = await okta.get<List<User>>(`/Users?filter=${filter}&startIndex=1&count=100`);
    expect(known.totalResults).toBe(0);
    katherine = await okta.post<User>('/Users', newUser);
    const { groups, password, locale, ...attributes } = newUser;
    expect(katherine).toMatchObject(attributes);
    expect(JSON.stringify(katherine)).not.toContain(password);
    const signIn = await server
      .visitor()
      .post('/__admin/api/login', { username: 'katherine.johnson', password });
    expect(signIn.status).toBe(401);
  });

  test('answers a repeated creation with 409 and creates nothing', async () => {
    const again = await okta.send('POST', '/Users', newUser);
    expect(expectScimError(again, 409, 'uniqueness')).toContain('katherine.johnson');
    expect(await okta.find('userName co "katherine"')).toMatchObject({ totalResults: 1 });
  });

  test('replaces the whole profile, and a repetition changes nothing', async () => {
    const { password, ...profile } = newUser;
    const wanted = {
      ...profile,
      id: katherine.id,
      displayName: 'K. Johnson',
      name: { givenName: 'K.' },
    };
    const changed = await okta.put<User>(`/Users/${katherine.id}`, wanted);
    expect(changed).toMatchObject({ displayName: 'K. Johnson', active: true });
    expect(changed.name['familyName']).toBeUndefined();
    const again = await okta.put<User>(`/Users/${katherine.id}`, wanted);
    expect({ ...again, meta: {} }).toEqual({ ...changed, meta: {} });
  });

  test('pushes a group with members, renames it, and removes a member by its value', async () => {
    const members = [{ value: katherine.id, display: newUser.userName }];
    const group = await okta.post<Group>('/Groups', {
      schemas: [groupSchema],
      displayName: 'Newsroom',
      members,
    });
    expect(group.members).toMatchObject([{ value: katherine.id, display: 'K. Johnson' }]);
    expect(await storedUser(server, 'katherine.johnson')).toMatchObject({ role: 'editor' });
    const at = `/Groups/${group.id}`;
    const rename = { op: 'replace', value: { id: group.id, displayName: 'Reviewers' } };
    expect(await okta.patch<Group>(at, rename)).toMatchObject({ displayName: 'Reviewers' });
    expect(await storedUser(server, 'katherine.johnson')).toMatchObject({ role: 'reviewer' });
    const remove = { op: 'remove', path: `members[value eq "${katherine.id}"]` };
    expect((await okta.patch<Group>(at, remove)).members).toEqual([]);
    expect(await storedUser(server, 'katherine.johnson')).toMatchObject({ role: 'author' });
    const add = { op: 'add', path: 'members', value: members };
    expect((await okta.patch<Group>(at, add)).members).toHaveLength(1);
    const replaced = { op: 'replace', path: 'members', value: [] };
    expect((await okta.patch<Group>(at, replaced)).members).toEqual([]);
    await okta.put(at, { schemas: [groupSchema], displayName: 'Newsroom', members });
    expect(await storedUser(server, 'katherine.johnson')).toMatchObject({ role: 'editor' });
    expect((await okta.send('DELETE', at)).status).toBe(204);
    expect(await storedUser(server, 'katherine.johnson')).toMatchObject({ role: 'author' });
    expectScimError(await okta.send('GET', at), 404);
  });

  test('disables the user by an operation without a path', async () => {
    const disabled = await okta.patch<User>(`/Users/${katherine.id}`, {
      op: 'replace',
      value: { active: false },
    });
    expect(disabled.active).toBe(false);
    expect(await storedUser(server, 'katherine.johnson')).toMatchObject({ enabled: false });
  });
});
