import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, TestServer } from '../fixtures.ts';
import {
  Directory,
  expectScimError,
  patchSchema,
  startScimServer,
  userSchema,
  type User,
} from './fixtures.ts';

let server: TestServer;
let directory: Directory;

beforeAll(async () => {
  server = await startScimServer();
  directory = await Directory.at(server);
});

afterAll(() => server[Symbol.asyncDispose]());

const etagOf = ({ headers }: Answer) => headers.get('etag')!;

const patchOf = (...operations: object[]) => ({ schemas: [patchSchema], Operations: operations });

function change(path: string, version: string, value: object): Promise<Answer> {
  const body = patchOf({ op: 'replace', value });
  return directory.withHeaders({ 'if-match': version }).send('PATCH', path, body);
}

test('ADD-SCIM-7: answers have the version of the resource, as ETag and in meta', async () => {
  const created = await directory.send('POST', '/Users', {
    schemas: [userSchema],
    userName: 'versioned@example.org',
  });
  const user = created.json<User & { meta: { version: string } }>();
  expect(user.meta.version).toMatch(/^W\/"[0-9a-f]{32}"$/);
  expect(etagOf(created)).toBe(user.meta.version);
  const path = `/Users/${user.id}`;
  const read = await directory.send('GET', path);
  expect([etagOf(read), read.json<User>().meta['version']]).toEqual([
    user.meta.version,
    user.meta.version,
  ]);
  const found = await directory.find('userName eq "versioned@example.org"');
  expect(found.Resources[0]!.meta['version']).toBe(user.meta.version);
  // `fetch` would add `no-cache`, which asks for the whole resource.
  const headers = { 'if-none-match': user.meta.version, 'cache-control': 'max-age=0' };
  const unchanged = await directory.withHeaders(headers).send('GET', path);
  expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  expect(await directory.get('/ServiceProviderConfig')).toMatchObject({
    etag: { supported: true },
  });

  const same = await change(path, user.meta.version, { userName: 'versioned@example.org' });
  expect(etagOf(same)).toBe(user.meta.version);
  const changed = await change(path, user.meta.version, { displayName: 'Vera' });
  expect(etagOf(changed)).not.toBe(user.meta.version);
  expect((await directory.withHeaders(headers).send('GET', path)).status).toBe(200);
});

test('ADD-SCIM-7: a change with an outdated If-Match answers 412 and stores nothing', async () => {
  const user = await directory.create('stale@example.org');
  const path = `/Users/${user.id}`;
  const version = user.meta['version']!;
  await directory.patch(path, { op: 'replace', value: { displayName: 'First' } });
  expect(expectScimError(await change(path, version, { displayName: 'Second' }), 412)).toContain(
    'version is W/"',
  );
  const body = { schemas: [userSchema], userName: 'stale@example.org', displayName: 'Third' };
  const stale = { 'if-match': version };
  expectScimError(await directory.withHeaders(stale).send('PUT', path, body), 412);
  expectScimError(await directory.withHeaders(stale).send('DELETE', path), 412);
  const present = await directory.get<User>(path);
  expect(present).toMatchObject({ displayName: 'First', active: true });
  const tags = `W/"other", ${present.meta['version']!}`;
  expect((await change(path, tags, { displayName: 'Fourth' })).status).toBe(200);
  expect((await change(path, '*', { displayName: 'Fifth' })).status).toBe(200);
  expect((await change(path, '', { displayName: 'Sixth' })).status).toBe(412);
});

test('ADD-SCIM-7: of two concurrent changes of one version, one is refused', async () => {
  const user = await directory.create('raced@example.org');
  const names = ['A', 'B', 'C', 'D'];
  const answers = await Promise.all(
    names.map((displayName) => change(`/Users/${user.id}`, user.meta['version']!, { displayName })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
});

test('ADD-SCIM-7: the version of a group follows its members, also where they are not shown', async () => {
  const [one, two] = [
    await directory.create('m1@example.org'),
    await directory.create('m2@example.org'),
  ];
  const group = await directory.createGroup('Versioned', [one]);
  const path = `/Groups/${group.id}`;
  const short = `${path}?excludedAttributes=members`;
  const before = etagOf(await directory.send('GET', short));
  expect(etagOf(await directory.send('GET', path))).toBe(before);
  const added = await directory
    .withHeaders({ 'if-match': before })
    .send('PATCH', path, patchOf({ op: 'add', path: 'members', value: [{ value: two.id }] }));
  expect(added.status).toBe(200);
  const after = etagOf(await directory.send('GET', short));
  expect([after, etagOf(added)]).toEqual([etagOf(added), etagOf(added)]);
  expect(after).not.toBe(before);
  expectScimError(await change(path, before, { displayName: 'Other' }), 412);
  expectScimError(await directory.withHeaders({ 'if-match': before }).send('DELETE', path), 412);
  expect((await directory.send('DELETE', `/Users/${one.id}`)).status).toBe(204);
  expectScimError(await directory.withHeaders({ 'if-match': after }).send('DELETE', path), 412);
  expect((await directory.send('DELETE', path)).status).toBe(204);
});
