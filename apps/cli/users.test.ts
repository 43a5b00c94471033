import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '@galley/testing';
import {
  admin,
  adminVariables,
  Client,
  galley,
  openTestDatabase,
  Site,
  type Variables,
} from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

const password = 'a sentence that nobody else has';
const api = '/__admin/api';

interface Entry {
  readonly action: string;
  readonly target: string;
  readonly actor: string;
  readonly details: Record<string, unknown>;
}

function users(site: Site, args: string[], given: { input?: string; variables?: Variables } = {}) {
  return galleyHere(['users', ...args, '--project', site.directory], given);
}

let database: TestDatabase;
let served: Site;
let variables: Variables;
let address: string;

beforeAll(async () => {
  database = await openTestDatabase();
  served = await Site.create({ 'galley.yaml': '' });
  variables = { DATABASE_URL: database.url };
  address = await served.serve({ ...variables, ...adminVariables }).ready();
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await database.close();
});

function signIn(at: string, username: string, given = password): Promise<number> {
  return new Client(at).begin('/login', { username, password: given });
}

describe('galley users create', () => {
  test('creates an account while the server runs, and records it in the audit log (GAP-CLI-1)', async () => {
    const args = ['create', ' Bo', '--role', 'editor', '--password-stdin'];
    const made = await galley(['users', ...args, '--project', served.directory], {
      input: `${password}\n`,
      variables,
    });
    expect(made).toMatchObject({ ending: 0, stdout: '' });
    expect(await signIn(address, 'bo')).toBe(200);
    const client = await Client.signedIn(address);
    const entries = (await client.get<Entry[]>(`${api}/audit?action=user.save&target=bo`)).json();
    expect(entries).toMatchObject([
      { actor: 'galley', details: { created: true, role: 'editor', by: 'command line' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(password);
  });

  test('creates the first administrator without a running server, with its own database', async () => {
    await using site = await Site.create();
    expect((await galleyHere(['init', '--project', site.directory])).ending).toBe(0);
    const made = await users(site, ['create', 'ada', '--role', 'admin', '--password-stdin'], {
      input: admin.password,
    });
    expect(made).toMatchObject({ ending: 0 });
    expect(site.postmaster).toBeUndefined();
    const server = site.serve();
    expect(await signIn(await server.ready(), 'ada', admin.password)).toBe(200);
    expect(server.log.some(({ msg }) => msg.includes('first administrator'))).toBe(false);
  });

  test('prints a link that sets a password, once', async () => {
    const { ending, stdout } = await users(served, ['create', 'cy', '--link', '--json'], {
      variables,
    });
    expect(ending).toBe(0);
    const { username, link } = JSON.parse(stdout) as { username: string; link: string };
    expect(username).toBe('cy');
    expect(link).toMatch(/^http:\/\/[^#]+\/__admin\/reset#[\w-]{43}$/);
    expect(new URL(link).port).toBe(new URL(address).port);
    const reset = () =>
      fetch(`${address}${api}/password/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: link.split('#')[1], new_password: password }),
      });
    expect((await reset()).status).toBe(200);
    expect(await signIn(address, 'cy')).toBe(200);
    expect((await reset()).status).toBe(403);
  });

  test.each([
    { what: 'the user there is', args: ['ada'], message: 'User ada already exists.' },
    {
      what: 'a short password',
      input: 'short',
      message: 'password: must have at least 12 characters, not 5.',
    },
    {
      what: 'no password',
      input: '',
      message: 'The first line of standard input is empty. Pass the password there.',
    },
    {
      what: 'an unknown role, before it reads a password',
      input: '',
      args: ['zoe', '--role', 'king'],
      message: 'role: there is no "king"; there are admin, author, editor, reviewer.',
    },
    {
      what: 'no user name',
      args: ['b o'],
      message: 'username: must be a name of up to 64 of the characters',
    },
  ])('rejects $what and creates nothing', async ({ args = ['zoe'], input = password, message }) => {
    const names = () => database.db.selectFrom('users').select('username').execute();
    const before = await names();
    expect(before).toContainEqual({ username: 'ada' });
    const given = { input, variables };
    const refused = await users(served, ['create', ...args, '--password-stdin'], given);
    expect(refused).toMatchObject({ ending: 1, stdout: '' });
    expect(refused.stderr).toContain(`galley: ${message}`);
    expect(await names()).toEqual(before);
  });
});

describe('galley users reset-password', () => {
  test('sets a new password, ends the sessions, and can disable two-factor sign-in', async () => {
    const before = await Client.signedIn(address);
    const at = new Date();
    await database.db
      .insertInto('credentials')
      .values(
        ['totp', 'passkey'].map((kind) => ({
          id: kind,
          username: 'ada',
          kind,
          data: '{"name":"Phone","transports":[]}',
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
    expect(await signIn(address, 'ada', admin.password)).toBe(401);
    const args = ['reset-password', 'ada', '--password-stdin', '--remove-second-factor'];
    const reset = await users(served, args, { input: `${password}\nanother line`, variables });
    expect(reset).toMatchObject({ ending: 0 });
    expect((await before.get(`${api}/session`)).status).toBe(401);
    expect(await signIn(address, 'ada', admin.password)).toBe(401);
    expect(await signIn(address, 'ada')).toBe(200);
  });

  test('exits with 1 for an unknown account', async () => {
    const reset = await users(served, ['reset-password', 'nobody', '--link'], { variables });
    expect(reset).toMatchObject({
      ending: 1,
      stdout: '',
      stderr: 'galley: There is no user "nobody".',
    });
  });
});

test('requires a password option without a terminal', async () => {
  await using site = await Site.create({ 'galley.yaml': '' });
  const { ending, stderr } = await users(site, ['create', 'bo']);
  expect([ending, stderr]).toEqual([
    1,
    'galley: Cannot prompt for a password without a terminal. Use --password-stdin or --link.',
  ]);
});

test('leaves a folder without a project unchanged', async () => {
  await using site = await Site.create();
  const { ending, stderr } = await users(site, ['create', 'bo', '--link']);
  expect(ending).toBe(1);
  expect(stderr).toContain(
    'is not a Galley project (it has no galley.yaml). Specify one with --project.',
  );
  expect(await site.list()).toEqual([]);
});
