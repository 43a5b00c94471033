import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addToken, beginSession } from '../operations/fixtures.ts';
import { TestServer } from '../fixtures.ts';
import {
  Directory,
  expectScimError,
  groupSchema,
  patchSchema,
  startScimServer,
  storedUser,
  userSchema,
  type Group,
  type List,
  type User,
} from './fixtures.ts';

let server: TestServer;
let directory: Directory;

beforeAll(async () => {
  server = await startScimServer();
  directory = await Directory.at(server);
});

afterAll(() => server[Symbol.asyncDispose]());

const disable = { op: 'replace', path: 'active', value: false };

test('service accounts are not there (ADD-SVC-1)', async () => {
  const { db } = server.database;
  const username = 'service:sync';
  const state = { username, name: '', email: '', role: 'author', created_at: new Date() };
  await db.insertInto('users').values(state).execute();
  const { scim_id: id } = await db
    .selectFrom('users')
    .select('scim_id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  expectScimError(await directory.send('GET', `/Users/${id}`), 404);
  expectScimError(await directory.send('DELETE', `/Users/${id}`), 404);
  const { Resources } = await directory.get<List<User>>('/Users');
  expect(Resources.map((user) => user.id)).not.toContain(id);
});

describe('discovery (ADD-SCIM-1)', () => {
  test('says what is supported', async () => {
    expect(await directory.get('/ServiceProviderConfig')).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = await directory.get<List<{ id: string }>>('/ResourceTypes');
    expect(types.Resources.map(({ id }) => id)).toEqual(['User', 'Group']);
    const schemas = await directory.get<List<{ id: string }>>('/Schemas');
    expect(schemas.Resources.map(({ id }) => id)).toEqual([userSchema, groupSchema]);
    expect(await directory.get('/ResourceTypes/User')).toEqual(types.Resources[0]);
    expect(await directory.get(`/Schemas/${groupSchema}`)).toEqual(schemas.Resources[1]);
  });

  test('unknown addresses and methods have errors of SCIM', async () => {
    expectScimError(await directory.send('GET', '/Nonsense'), 404);
    expectScimError(await directory.send('PUT', '/Users', {}), 405);
    expectScimError(await directory.send('GET', '/Users/%00'), 400, 'invalidSyntax');
    expectScimError(await directory.send('GET', '/Groups/nonsense'), 404);
  });

  test('there is nothing unless it is enabled', async () => {
    await using other = await TestServer.start();
    const { headers } = await addToken(other, 'ada', { scopes: ['users.provision'] });
    const answer = await other.visitor().get('/scim/v2/Users', headers);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).not.toContain('scim');
  });
});

describe('lists (ADD-SCIM-3)', () => {
  const count = 1_050;

  test('more than a thousand accounts in pages, each once', async () => {
    await using many = await startScimServer();
    const { db } = many.database;
    const rows = Array.from({ length: count }, (_, index) => ({
      username: `user-${String(index).padStart(4, '0')}`,
      name: `User ${index}`,
      email: `user-${index}@example.org`,
      role: 'author',
      created_at: new Date(),
    }));
    await db.insertInto('users').values(rows).execute();
    const reader = await Directory.at(many);
    const seen: string[] = [];
    for (let startIndex = 1; seen.length < count + 1;) {
      const page = await reader.get<List<User>>(`/Users?startIndex=${startIndex}&count=1000`);
      expect(page).toMatchObject({ totalResults: count + 1, startIndex });
      expect(page.itemsPerPage).toBe(Math.min(200, count + 1 - seen.length));
      seen.push(...page.Resources.map(({ userName }) => userName));
      startIndex += page.itemsPerPage;
    }
    expect(seen).toEqual(['ada', ...rows.map(({ username }) => username)]);
    const beyond = await reader.get<List<User>>('/Users?startIndex=5000');
    expect(beyond).toMatchObject({ totalResults: count + 1, itemsPerPage: 0, Resources: [] });
    const none = await reader.get<List<User>>('/Users?count=0');
    expect(none).toMatchObject({ totalResults: count + 1, Resources: [] });
    const one = await reader.find('emails.value eq "USER-77@example.org" and active eq true');
    expect(one.Resources.map(({ userName }) => userName)).toEqual(['user-0077']);
  });

  test.each([
    ['displayName sw "Mary"', ['mary@f.example']],
    ['emails.value ew "@f.example"', ['mary@f.example', 'nick@f.example']],
    ['emails.value ew "@f.example" and not (userName co "MARY")', ['nick@f.example']],
    ['userName ne "mary@f.example" and emails[value co "f.exam"]', ['nick@f.example']],
    ['externalId pr and emails.value ew "@f.example"', ['mary@f.example']],
    ['externalId eq "M-1"', ['mary@f.example']],
    ['externalId eq "m-1"', []],
    ['emails.value ew "@f.example" and active eq false', ['nick@f.example']],
    ['emails.value eq "\' or 1=1 --"', []],
    ['emails.value co "%"', []],
  ])('with the filter %s', async (filter, names) => {
    const { totalResults } = await directory.find('userName eq "mary@f.example"');
    if (totalResults === 0) {
      const emails = (value: string) => [{ value, type: 'work' }];
      const mary = { externalId: 'M-1', displayName: 'Mary J', emails: emails('mary@f.example') };
      await directory.create('mary@f.example', mary);
      await directory.create('nick@f.example', { active: false, emails: emails('nick@f.example') });
    }
    const found = await directory.find(filter);
    expect(found.Resources.map(({ userName }) => userName)).toEqual(names);
  });

  test('with chosen attributes', async () => {
    const user = await directory.create('zoe@example.org', { name: { givenName: 'Zoe' } });
    const at = `/Users/${user.id}`;
    expect(await directory.get(`${at}?attributes=userName,name.givenName`)).toEqual({
      schemas: [userSchema],
      id: user.id,
      userName: 'zoe@example.org',
      name: { givenName: 'Zoe' },
    });
    const less = await directory.get<User>(
      `${at}?excludedAttributes=meta,groups,id,name.formatted`,
    );
    const { meta, groups, name, ...others } = user;
    expect(less).toEqual({ ...others, name: { givenName: 'Zoe' } });
  });

  test.each([
    ['/Users?filter=userName', 'invalidFilter'],
    ['/Users?filter=password+eq+%22x%22', 'invalidFilter'],
    ['/Users?filter=active+co+%22x%22', 'invalidFilter'],
    ['/Users?filter=displayName+eq+true', 'invalidFilter'],
    [`/Users?filter=${'('.repeat(3_000)}`, 'invalidFilter'],
    [`/Users?filter=${encodeURIComponent('userName eq "\\u0000"')}`, 'invalidFilter'],
    ['/Users?filter=userName+eq+%22%00%22', 'invalidSyntax'],
    ['/Users?filter=id+pr&filter=id+pr', 'invalidSyntax'],
    ['/Users?startIndex=x', 'invalidValue'],
    ['/Users?count=1e9', 'invalidValue'],
    ['/Groups?filter=userName+eq+%22x%22', 'invalidFilter'],
  ])('refuses %s', async (path, scimType) => {
    expectScimError(await directory.send('GET', path), 400, scimType);
  });
});

describe('bodies that are not valid (ADD-SCIM-3)', () => {
  const patch = (...Operations: unknown[]) => ({ schemas: [patchSchema], Operations });

  test.each<[string, unknown, string]>([
    ['not JSON', '{', 'invalidSyntax'],
    ['a list', [], 'invalidSyntax'],
    ['no operations', {}, 'invalidSyntax'],
    ['operations that are no list', { Operations: {} }, 'invalidSyntax'],
    ['an operation that is none', patch(1), 'invalidSyntax'],
    ['an unknown operator', patch({ op: 'move', path: 'active', value: true }), 'invalidSyntax'],
    ['removal without a path', patch({ op: 'remove' }), 'invalidPath'],
    ['a path that is none', patch({ op: 'add', path: 'a[[', value: 1 }), 'invalidPath'],
    ['a value that is no object', patch({ op: 'add', value: 'x' }), 'invalidValue'],
    ['active that is a number', patch({ op: 'add', path: 'active', value: 1 }), 'invalidValue'],
    ['no active', patch({ op: 'remove', path: 'active' }), 'invalidValue'],
    ['no userName', patch({ op: 'remove', path: 'userName' }), 'invalidValue'],
    [
      'a name of a wrong type',
      patch({ op: 'add', path: 'displayName', value: {} }),
      'invalidValue',
    ],
    ['NUL in a name', patch({ op: 'add', path: 'displayName', value: 'a\0' }), 'invalidValue'],
    ['NUL in userName', patch({ op: 'add', path: 'userName', value: 'a\0b' }), 'invalidValue'],
    ['half a character', patch({ op: 'add', path: 'externalId', value: '\ud800' }), 'invalidValue'],
    ['a long name', patch({ op: 'add', path: 'userName', value: 'x'.repeat(255) }), 'invalidValue'],
    ['no e-mail address', patch({ op: 'add', path: 'emails', value: 'nobody' }), 'invalidValue'],
    [
      'too many operations',
      patch(...Array<object>(1_001).fill({ op: 'add', path: 'x', value: 1 })),
      'invalidValue',
    ],
  ])('%s', async (_what, body, scimType) => {
    const user = await directory.create(`bad-${Math.random()}@example.org`);
    expectScimError(await directory.send('PATCH', `/Users/${user.id}`, body), 400, scimType);
    expect(await directory.get(`/Users/${user.id}`)).toEqual(user);
    expectScimError(await directory.send('DELETE', `/Users/${user.id}x`), 404);
    expect((await directory.send('DELETE', `/Users/${user.id}`)).status).toBe(204);
  });

  test('too large, too deep, and of another type', async () => {
    const large = { schemas: [userSchema], userName: 'x', nickName: 'x'.repeat(70_000) };
    expectScimError(await directory.send('POST', '/Users', large), 413);
    const typed = directory.withType('text/plain');
    expectScimError(await typed.send('POST', '/Users', '{}'), 400);
    const deep = `{"userName":"x","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect((await directory.send('POST', '/Users', deep)).status).toBeLessThan(500);
    const proto = '{"__proto__":{"active":false},"constructor":1,"userName":"proto@example.org"}';
    expect((await directory.send('POST', '/Users', proto)).json()).toMatchObject({ active: true });
  });

  test('groups with unknown members, taken and missing names', async () => {
    const members = [{ value: 'nobody' }];
    const unknown = { schemas: [groupSchema], displayName: 'Unknown', members };
    expectScimError(await directory.send('POST', '/Groups', unknown), 400, 'invalidValue');
    expectScimError(await directory.send('POST', '/Groups', {}), 400, 'invalidValue');
    const [first] = [await directory.createGroup('First'), await directory.createGroup('Second')];
    const taken = { schemas: [groupSchema], displayName: 'SECOND' };
    expectScimError(await directory.send('POST', '/Groups', taken), 409, 'uniqueness');
    expectScimError(await directory.send('PUT', `/Groups/${first.id}`, taken), 409, 'uniqueness');
    const { totalResults } = await directory.get<List<Group>>(
      '/Groups?filter=displayName+sw+%22U%22',
    );
    expect(totalResults).toBe(0);
  });
});

describe('user names (ADD-SCIM-2)', () => {
  test.each([
    ['Zoë.Müller@example.org', 'zoe.muller'],
    ['zoe.muller@other.example', 'zoe.muller-2'],
    ['李雷@example.org', 'user'],
    ['王芳@example.org', 'user-2'],
    ['.hidden@example.org', 'hidden'],
    ['galley@example.org', 'galley-2'],
  ])('%s becomes %s', async (userName, username) => {
    await directory.create(userName);
    expect(await storedUser(server, username)).toMatchObject({ role: 'author' });
  });

  test('the account of another person with the address is not taken over', async () => {
    await server.addUser({ username: 'paul', role: 'author' });
    const { db } = server.database;
    const set = db.updateTable('users').set({ email: 'boss@example.org' });
    await set.where('username', '=', 'paul').execute();
    const emails = [{ value: 'Boss@example.org', type: 'work', primary: true }];
    const body = { schemas: [userSchema], userName: 'boss@example.org', emails };
    const refused = await directory.send('POST', '/Users', body);
    expect(expectScimError(refused, 409, 'uniqueness')).toContain('The account paul');
    const [paul] = (await directory.find('userName eq "paul"')).Resources;
    const link = { op: 'replace', path: 'userName', value: 'boss@example.org' };
    expect(await directory.patch(`/Users/${paul!.id}`, link)).toMatchObject({ id: paul!.id });
    expectScimError(await directory.send('POST', '/Users', body), 409, 'uniqueness');
  });
});

describe('roles (ADD-SCIM-4, ADD-SCIM-6)', () => {
  test('the first of the groups in the settings counts, and leaving the last gives the default', async () => {
    const user = await directory.create('roles@example.org');
    const role = async () => (await storedUser(server, 'roles')).role;
    const reviewers = await directory.createGroup('reviewers', [user]);
    expect(await role()).toBe('reviewer');
    const newsroom = await directory.createGroup('Newsroom', [user]);
    expect(await role()).toBe('editor');
    await directory.createGroup('Choir', [user]);
    expect(await role()).toBe('editor');
    await directory.send('DELETE', `/Groups/${newsroom.id}`);
    expect(await role()).toBe('reviewer');
    await directory.patch(`/Groups/${reviewers.id}`, { op: 'remove', path: 'members' });
    expect(await role()).toBe('author');
  });

  test('administrators can be disabled, and nothing else, unless a group has their role', async () => {
    await server.addUser({ username: 'root', role: 'admin' });
    const [root] = (await directory.find('userName eq "root"')).Resources;
    const at = `/Users/${root!.id}`;
    const body = (...Operations: object[]) => ({ schemas: [patchSchema], Operations });
    const email = { op: 'replace', path: 'emails', value: [{ value: 'evil@example.org' }] };
    expectScimError(await directory.send('PATCH', at, body(email)), 403);
    const group = await directory.createGroup('Newsroom', [root!]);
    expect(await storedUser(server, 'root')).toMatchObject({ role: 'admin' });
    await directory.send('DELETE', `/Groups/${group.id}`);
    expect(await directory.patch(at, disable)).toMatchObject({ active: false });
    const enable = { op: 'replace', path: 'active', value: true };
    expectScimError(await directory.send('PATCH', at, body(enable)), 403);
    expect((await directory.send('DELETE', at)).status).toBe(204);
    const again = { schemas: [userSchema], userName: 'root' };
    expectScimError(await directory.send('POST', '/Users', again), 403);
    expect(await storedUser(server, 'root')).toMatchObject({ enabled: false, role: 'admin' });
  });

  test('the last administrator stays, also if a group has the role', async () => {
    await using own = await startScimServer({ groups: { Chiefs: 'admin' } });
    const chief = await Directory.at(own);
    const [ada] = (await chief.find('userName eq "ada"')).Resources;
    const body = { schemas: [patchSchema], Operations: [disable] };
    expectScimError(await chief.send('PATCH', `/Users/${ada!.id}`, body), 409);
    expectScimError(await chief.send('DELETE', `/Users/${ada!.id}`), 409);
    const group = await chief.createGroup('Chiefs', [ada!]);
    expectScimError(await chief.send('DELETE', `/Groups/${group.id}`), 409);
    expect(await storedUser(own, 'ada')).toMatchObject({ enabled: true, role: 'admin' });
    const bo = await chief.create('bo@example.org');
    await chief.patch(`/Groups/${group.id}`, {
      op: 'add',
      path: 'members',
      value: [{ value: bo.id }],
    });
    expect(await storedUser(own, 'bo')).toMatchObject({ role: 'admin' });
    const remove = { op: 'remove', path: `members[value eq "${ada!.id}"]` };
    await chief.patch(`/Groups/${group.id}`, remove);
    expect(await storedUser(own, 'ada')).toMatchObject({ role: 'author' });
  });

  test('a role that does not exist is named', async () => {
    await using own = await startScimServer({ default_role: 'king' });
    const body = { schemas: [userSchema], userName: 'louis' };
    const refused = await (await Directory.at(own)).send('POST', '/Users', body);
    expect(expectScimError(refused, 400, 'invalidValue')).toContain('there is no "king"');
  });
});

describe('disabling (ADD-SCIM-5)', () => {
  test.each([
    ['PATCH', { schemas: [patchSchema], Operations: [disable] }],
    ['DELETE', undefined],
  ])('by %s ends sessions and tokens at once, also for a later enabling', async (method, body) => {
    const user = await directory.create(`leaver-${method}@example.org`);
    const username = `leaver-${method.toLowerCase()}`;
    const session = await beginSession(server, username);
    const { headers } = await addToken(server, username, { scopes: ['*'] });
    const list = '/__admin/api/documents';
    expect((await session.get(list)).status).toBe(200);
    expect((await server.visitor().get(list, headers)).status).toBe(200);
    await directory.send(method, `/Users/${user.id}`, body);
    expect((await session.get(list)).status).toBe(401);
    expect((await server.visitor().get(list, headers)).status).toBe(401);
    await server.database.db
      .updateTable('users')
      .set({ enabled: true })
      .where('username', '=', username)
      .execute();
    expect((await session.get(list)).status).toBe(401);
    expect((await server.visitor().get(list, headers)).status).toBe(401);
  });
});
