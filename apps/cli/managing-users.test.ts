import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newSecret, sha256 } from '@galley/kernel';
import type { TestDatabase } from '@galley/testing';
import { adminVariables, Client, openTestDatabase, Site, type Variables } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

const password = 'a sentence that nobody else has';
const api = '/__admin/api';

let database: TestDatabase;
let served: Site;
let variables: Variables;
let address: string;

beforeAll(async () => {
  database = await openTestDatabase();
  served = await Site.create({ 'galley.yaml': '' });
  variables = { DATABASE_URL: database.url };
  address = await served.serve({ ...variables, ...adminVariables }).ready();
  for (const name of ['bo', 'cy', 'di']) await create(name);
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await database.close();
});

async function users(...args: string[]) {
  const ended = await galleyHere(['users', ...args, '--project', served.directory], { variables });
  return { ...ended, stdout: ended.stdout.trimEnd() };
}

async function create(username: string): Promise<void> {
  const args = ['users', 'create', username, '--role', 'editor', '--password-stdin'];
  const made = await galleyHere([...args, '--project', served.directory], {
    variables,
    input: password,
  });
  expect(made).toMatchObject({ ending: 0 });
}

async function json<T>(...args: string[]): Promise<T> {
  const { ending, stdout, stderr } = await users(...args, '--json');
  expect([ending, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as T;
}

function signedIn(username: string): Promise<Client> {
  return Client.signedIn(address, { username, password });
}

async function addToken(username: string): Promise<{ id: string; use: () => Promise<number> }> {
  const [id, token] = [newId(), `galley_${newSecret()}`];
  await database.db
    .insertInto('api_tokens')
    .values({
      id,
      username,
      token_hash: sha256(token),
      name: 'Deployment',
      scopes: ['*'],
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const headers = { authorization: `Bearer ${token}` };
  return { id, use: async () => (await fetch(`${address}${api}/documents`, { headers })).status };
}

async function resetBy(link: string): Promise<number> {
  const { status } = await fetch(`${address}${api}/password/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.split('#')[1], new_password: `${password}!` }),
  });
  return status;
}

interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly details: Record<string, unknown>;
}

async function audit(target: string): Promise<Entry[]> {
  const rows = await database.db
    .selectFrom('audit_entries')
    .select(['actor', 'action', 'target', 'details'])
    .where('target', '=', target)
    .where('actor', '=', 'galley')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, details: row.details }));
}

describe('galley users list and show (ADD-USR-1)', () => {
  test('print accounts as lines and as JSON', async () => {
    const { ending, stdout } = await users('list', '--role', 'admin');
    expect(ending).toBe(0);
    expect(stdout).toMatch(/^ada {2}admin {2}enabled {2}\S+ {2}ada$/);
    const found = await json<{ username: string; enabled: boolean }[]>('list', '--enabled');
    expect(found.map(({ username }) => username)).toEqual(['ada', 'bo', 'cy', 'di']);
    expect((await users('list', '--no-enabled')).stdout).toBe('No accounts.');
    const client = await signedIn('cy');
    expect((await client.get(`${api}/session`)).status).toBe(200);
    expect(await json('show', ' CY')).toMatchObject({
      username: 'cy',
      role: 'editor',
      has_password: true,
      sessions: 1,
      tokens: 0,
    });
    expect((await users('show', 'cy')).stdout).toContain('has_second_factor  false');
  });

  test('name an unknown account', async () => {
    const unknown = { ending: 1, stdout: '', stderr: 'galley: There is no user "nobody".' };
    for (const args of [['show'], ['disable'], ['reset'], ['sessions'], ['tokens']])
      expect(await users(...args, 'nobody')).toMatchObject(unknown);
    expect(await users('role', 'nobody', 'editor')).toMatchObject(unknown);
  });
});

describe('galley users disable, enable and role (ADD-USR-2)', () => {
  test('end sessions and tokens of the running server at once, and say nothing to scripts', async () => {
    const client = await signedIn('bo');
    const token = await addToken('bo');
    expect(await token.use()).toBe(200);
    expect(await users('disable', 'bo')).toMatchObject({ ending: 0, stdout: '', stderr: '' });
    expect((await client.get(`${api}/session`)).status).toBe(401);
    expect(await token.use()).toBe(401);
    expect(await json('enable', 'bo')).toMatchObject({ username: 'bo', enabled: true });
    expect(await token.use()).toBe(401);
    const again = await signedIn('bo');
    expect(await json('role', 'bo', 'reviewer')).toMatchObject({ role: 'reviewer' });
    expect((await again.get(`${api}/session`)).status).toBe(401);
    expect((await audit('bo')).slice(1)).toMatchObject([
      { action: 'user.save', details: { changed: ['enabled'], by: 'command line' } },
      { action: 'user.save', details: { changed: ['enabled'], by: 'command line' } },
      {
        action: 'user.save',
        details: { changes: { role: { old: 'editor', new: 'reviewer' } }, by: 'command line' },
      },
    ]);
  });

  test('keep the last active administrator', async () => {
    for (const args of [
      ['disable', 'ada'],
      ['role', 'ada', 'editor'],
    ]) {
      const { ending, stdout, stderr } = await users(...args);
      expect([ending, stdout]).toEqual([1, '']);
      expect(stderr).toContain('This is the only enabled user with the role admin.');
    }
    expect(await json('show', 'ada')).toMatchObject({ role: 'admin', enabled: true });
  });

  test('name an unknown role', async () => {
    const { ending, stderr } = await users('role', 'bo', 'king');
    expect([ending, stderr]).toEqual([
      1,
      'galley: role: there is no "king"; there are admin, author, editor, reviewer.',
    ]);
  });
});

describe('galley users invite and reset (ADD-USR-3)', () => {
  interface Link {
    readonly link: string;
    readonly expires_at: string;
  }

  test('print a link that works once, and remove a lost second factor', async () => {
    const { ending, stdout } = await users('invite', 'eve', '--role', 'reviewer');
    expect(ending).toBe(0);
    expect(stdout).toMatch(/^http:\/\/[^#]+\/__admin\/reset#[\w-]{43}$/);
    const second = await json<Link>('invite', 'eve');
    const days = (Date.parse(second.expires_at) - Date.now()) / 86_400_000;
    expect([Math.round(days), await resetBy(stdout)]).toEqual([7, 200]);
    expect(await resetBy(second.link)).toBe(403);
    const known = await users('invite', 'eve');
    expect(known).toMatchObject({ ending: 1, stdout: '' });
    expect(known.stderr).toContain('already has a password');

    const at = new Date();
    const factor = { id: newId(), username: 'eve', kind: 'totp', data: '{}' };
    const row = { ...factor, created_at: at, updated_at: at };
    await database.db.insertInto('credentials').values(row).execute();
    const reset = await json<Link & { factors_removed: boolean }>('reset', 'eve', '--factors');
    expect(reset).toMatchObject({ username: 'eve', factors_removed: true, sent_to: null });
    expect(await json('show', 'eve')).toMatchObject({ has_second_factor: false });
    const later = await users('reset', 'eve');
    expect(await resetBy(reset.link)).toBe(403);
    expect(await resetBy(later.stdout)).toBe(200);
    const entries = await audit('eve');
    expect(entries.map(({ action }) => action)).toEqual([
      'user.save',
      'password.reset_link',
      'password.reset_link',
      'totp.disable',
      'password.reset_link',
      'password.reset_link',
    ]);
    for (const { link } of [reset, second])
      expect(JSON.stringify(entries)).not.toContain(link.split('#')[1]!);
  });

  test('refuse to send without a mail server, and change nothing', async () => {
    for (const args of [
      ['invite', 'fay'],
      ['reset', 'bo', '--factors'],
    ]) {
      const { ending, stderr } = await users(...args, '--send');
      expect(ending).toBe(1);
      expect(stderr).toContain('Galley cannot send mail');
    }
    expect((await users('show', 'fay')).ending).toBe(1);
  });

  test('leave the sending to the server', async () => {
    await served.write('mail.yaml', 'mail: { from: a@example.org, smtp: { host: 127.0.0.1 } }\n');
    const args = ['invite', 'gus', '--email', 'gus@example.org', '--send'];
    const overlay = ['--config-overlay', 'mail.yaml'];
    expect(await json(...args, ...overlay)).toEqual({
      username: 'gus',
      link: null,
      expires_at: null,
      sent_to: 'gus@example.org',
    });
    const { ending, stderr } = await users('reset', 'bo', '--send', ...overlay);
    expect([ending, stderr]).toEqual([1, 'galley: username: has no e-mail address.']);
  });
});

describe('galley users sessions and tokens (ADD-USR-4)', () => {
  test('list and end sessions', async () => {
    const client = await signedIn('di');
    const [session] = await json<Record<string, unknown>[]>('sessions', 'di');
    expect(session).toMatchObject({ username: 'di', remote_addr: '127.0.0.1' });
    expect(Object.keys(session!)).not.toContain('token_hash');
    expect((await users('sessions', 'di')).stdout).toContain('127.0.0.1');
    expect(await json('sessions', 'di', '--end')).toEqual({ username: 'di', ended: 1 });
    expect((await client.get(`${api}/session`)).status).toBe(401);
    expect((await users('sessions', 'di')).stdout).toBe('No sessions.');
    expect(await audit('di')).toMatchObject([{}, { action: 'session.revoke' }]);
  });

  test('list and revoke tokens', async () => {
    const [first, second, third] = [
      await addToken('di'),
      await addToken('di'),
      await addToken('di'),
    ];
    const listed = await json<{ id: string }[]>('tokens', 'di');
    expect(listed.map(({ id }) => id).toSorted()).toEqual(
      [first.id, second.id, third.id].toSorted(),
    );
    expect(await json('tokens', 'di', '--revoke', second.id)).toEqual({
      username: 'di',
      revoked: 1,
    });
    expect([await first.use(), await second.use()]).toEqual([200, 401]);
    const twice = await users('tokens', 'di', '--revoke', second.id);
    expect(twice).toMatchObject({ ending: 1 });
    expect(twice.stderr).toContain('has no token with the ID');
    expect(await users('tokens', 'di', '--revoke-all')).toMatchObject({ ending: 0, stdout: '' });
    expect([await first.use(), await third.use()]).toEqual([401, 401]);
    expect(await audit(second.id)).toMatchObject([
      { action: 'token.revoke', details: { username: 'di' } },
    ]);
  });
});

test('works without a running server, with the database of the project (ADD-USR-1)', async () => {
  await using site = await Site.create();
  const run = (...args: string[]) => galleyHere([...args, '--project', site.directory]);
  expect((await run('init')).ending).toBe(0);
  const made = await run('users', 'invite', 'ada', '--role', 'admin');
  expect(made).toMatchObject({ ending: 0 });
  expect(made.stdout).toContain('/__admin/reset#');
  expect((await run('users', 'disable', 'ada')).ending).toBe(1);
  expect(site.postmaster).toBeUndefined();
});
