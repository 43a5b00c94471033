import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectProblem, password, TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import {
  api,
  auditOf,
  begin,
  callBack,
  configOf,
  linkTo,
  passProvider,
  problemOf,
  ScriptedProvider,
  sessionOf,
} from './fixtures.ts';

let provider: ScriptedProvider;
let server: TestServer;
let ada: AdminClient;

interface Linked {
  readonly id: string;
  readonly provider: string;
  readonly subject: string;
  readonly email: string;
}

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  server = await TestServer.start({
    files: {
      'galley.yaml': configOf({
        company: provider.config(),
        trusted: provider.config({
          issuer: provider.issuer.replace('127.0.0.1', 'localhost'),
        }),
      }),
    },
  });
  ada = new AdminClient(await server.signedIn());
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

beforeEach(() => provider.reset());

let count = 0;
const newName = () => `person${(count += 1)}`;

async function linksOf(username: string): Promise<Linked[]> {
  return ada.getJson<Linked[]>('/identities', { username });
}

describe('ADD-SSO-3: a sign-in is linked', () => {
  test('by the signed-in person, and audited', async () => {
    const username = newName();
    const client = await server.signedInAs({ username, role: 'author' });
    provider.claims = { sub: username, email: 'bo@example.org' };
    const answer = await passProvider(provider, client, { path: '/identities/link' });
    expect(answer.headers.get('location')).toBe('/__admin/account');
    expect(await linksOf(username)).toMatchObject([
      { provider: 'company', subject: username, email: 'bo@example.org' },
    ]);
    expect((await auditOf(server, 'identity.link'))[0]).toMatchObject({
      actor: username,
      target: username,
      details: { provider: 'company', way: 'account page', email: 'bo@example.org' },
    });
    const visitor = server.visitor();
    await passProvider(provider, visitor);
    expect(await sessionOf(visitor)).toMatchObject({ username });
  });

  test('only with a recent confirmation', async () => {
    const username = newName();
    const client = await server.signedInAs({ username, role: 'author' });
    await server.database.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('username', '=', username)
      .execute();
    const link = () => client.post(`${api}/identities/link`, { provider: 'company' });
    expectProblem(await link(), 403, 'reauthentication_required');
    await client.post(`${api}/session/confirm`, { password });
    expect((await link()).status).toBe(200);
  });

  test('to one account only', async () => {
    const [first, second] = [newName(), newName()];
    await linkTo(provider, await server.signedInAs({ username: first, role: 'author' }), first);
    const client = await server.signedInAs({ username: second, role: 'author' });
    const answer = await passProvider(provider, client, { path: '/identities/link' });
    expect(problemOf(answer)).toBe('identity_in_use');
    expect(answer.headers.get('location')).toMatch('/__admin/account?');
    expect(await linksOf(second)).toEqual([]);
  });

  test('not for another person who signed in meanwhile', async () => {
    const [first, second] = [newName(), newName()];
    const client = await server.signedInAs({ username: first, role: 'author' });
    const { url, cookie } = await begin(client, { path: '/identities/link' });
    const other = await server.signedInAs({ username: second, role: 'author' });
    provider.claims = { sub: second };
    const answer = await callBack(other, provider.authorize(url), { cookie });
    expect(problemOf(answer)).toBe('sign_in_failed');
    expect([...(await linksOf(first)), ...(await linksOf(second))]).toEqual([]);
  });

  test('by an invitation, once', async () => {
    const username = newName();
    await ada.savedUser(username);
    const { token } = await ada.postJson<{ token: string }>('/users/reset-link', { username });
    provider.claims = { sub: username };
    const visitor = server.visitor();
    const late = await begin(visitor, { invitation: token });
    expect(problemOf(await passProvider(provider, visitor, { invitation: token }))).toBeNull();
    expect(await sessionOf(visitor)).toMatchObject({ username });
    provider.claims = { sub: `${username}-2` };
    const again = server.visitor();
    const answer = await callBack(again, provider.authorize(late.url), late);
    expect(problemOf(answer)).toBe('sign_in_refused');
    const body = { provider: 'company', invitation: token };
    expectProblem(await again.post(`${api}/sign-in/provider`, body), 403, 'reset_link_invalid');
  });

  test('not by a link to reset a password', async () => {
    const username = newName();
    await server.addUser({ username, role: 'author' });
    const { token } = await ada.postJson<{ token: string }>('/users/reset-link', { username });
    const body = { provider: 'company', invitation: token };
    const answer = await server.visitor().post(`${api}/sign-in/provider`, body);
    expectProblem(answer, 403, 'forbidden');
  });
});

describe('ADD-SSO-3: by e-mail address', () => {
  let site: TestServer;
  let admin: AdminClient;

  beforeAll(async () => {
    site = await TestServer.start({
      files: {
        'galley.yaml': configOf({
          company: provider.config({ link_by_email: true, domains: ['example.org'] }),
        }),
      },
    });
    admin = new AdminClient(await site.signedIn());
  });

  afterAll(() => site[Symbol.asyncDispose]());

  const enter = async (claims: Record<string, unknown>) => {
    provider.claims = claims;
    const visitor = site.visitor();
    const problem = problemOf(await passProvider(provider, visitor));
    return problem ?? (await sessionOf(visitor))?.username;
  };

  const confirmEmail = (username: string) =>
    site.database.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('username', '=', username)
      .execute();

  test('a verified address is linked to the only account that has confirmed it', async () => {
    await admin.savedUser('eve', { email: 'Eve@example.org' });
    const claims = { sub: 'eve-1', email: 'eve@example.org' };
    expect(await enter({ ...claims, email_verified: true })).toBe('sign_in_refused');
    await confirmEmail('eve');
    expect(await enter(claims)).toBe('sign_in_refused');
    expect(await enter({ ...claims, email_verified: false })).toBe('sign_in_refused');
    expect(await enter({ ...claims, email_verified: 'yes' })).toBe('sign_in_refused');
    expect(await enter({ ...claims, email_verified: true })).toBe('eve');
    // By now, it is linked by its subject, whatever its address says.
    expect(await enter({ sub: 'eve-1', email: 'mallory@example.org' })).toBe('eve');
  });

  test('not to administrators, disabled accounts, ambiguous addresses and other domains', async () => {
    await admin.savedUser('root', { email: 'root@example.org', role: 'admin' });
    await admin.savedUser('gone', { email: 'gone@example.org', enabled: false });
    await admin.savedUser('twin1', { email: 'twin@example.org' });
    await admin.savedUser('twin2', { email: 'twin@example.org' });
    await admin.savedUser('far', { email: 'far@example.net' });
    for (const name of ['root', 'gone', 'twin1', 'twin2', 'far']) await confirmEmail(name);
    const results = [];
    for (const email of [
      'root@example.org',
      'gone@example.org',
      'twin@example.org',
      'far@example.net',
      'none@example.org',
    ])
      results.push(await enter({ sub: email, email, email_verified: true }));
    expect(results).toEqual(Array(5).fill('sign_in_refused'));
  });

  test('never, unless the operator enables it', async () => {
    await ada.savedUser('ned', { email: 'ned@example.org' });
    provider.claims = { sub: 'ned-1', email: 'ned@example.org', email_verified: true };
    const answer = await passProvider(provider, server.visitor());
    expect(problemOf(answer)).toBe('sign_in_refused');
  });
});

describe('ADD-SSO-3: new accounts', () => {
  let site: TestServer;

  beforeAll(async () => {
    site = await TestServer.start({
      files: {
        'galley.yaml': configOf({
          company: provider.config({
            create_accounts: true,
            default_role: 'author',
            domains: ['example.org'],
            groups: ['newsroom'],
          }),
        }),
      },
    });
  });

  afterAll(() => site[Symbol.asyncDispose]());

  const enter = async (claims: Record<string, unknown>) => {
    provider.claims = { email_verified: true, groups: ['newsroom'], ...claims };
    const visitor = site.visitor();
    const problem = problemOf(await passProvider(provider, visitor));
    return problem ?? (await sessionOf(visitor));
  };

  test('are created within domains and groups, under a free name', async () => {
    const claims = { preferred_username: 'Zoë Zane', name: 'Zoë Zane' };
    expect(await enter({ ...claims, sub: 'z1', email: 'zoe@example.org' })).toMatchObject({
      username: 'zoezane',
      name: 'Zoë Zane',
      role: 'author',
      email: 'zoe@example.org',
    });
    expect(await enter({ ...claims, sub: 'z2', email: 'zane@example.org' })).toMatchObject({
      username: 'zoezane-2',
    });
    expect(
      await enter({ sub: 'z3', preferred_username: 'galley', email: 'g@example.org' }),
    ).toMatchObject({ username: 'galley-2' });
  });

  test('are not created otherwise, nor beside an account with the same address', async () => {
    const email = 'kim@example.org';
    const results = [
      await enter({ sub: 'k1', email: 'kim@evil.example' }),
      await enter({ sub: 'k1', email, email_verified: false }),
      await enter({ sub: 'k1', email, groups: ['guests'] }),
      await enter({ sub: 'k1', email, groups: undefined }),
      await enter({ sub: 'k1', email: 'ZOE@example.org' }),
    ];
    expect(results).toEqual(Array(5).fill('sign_in_refused'));
  });
});

describe('ADD-SSO-9: removing a link', () => {
  test('ends other sessions, and keeps the own last way in', async () => {
    const username = newName();
    await ada.savedUser(username);
    const { token } = await ada.postJson<{ token: string }>('/users/reset-link', { username });
    provider.claims = { sub: username };
    const client = server.visitor();
    await passProvider(provider, client, { invitation: token });
    const [link] = await linksOf(username);
    const unlink = () => client.post(`${api}/identities/unlink`, { id: link!.id });
    expectProblem(await unlink(), 409, 'last_way_in');
    expect(await linksOf(username)).toHaveLength(1);
    await ada.savedUser(username, { password });
    await client.signIn({ username, password });
    const beside = server.visitor();
    await passProvider(provider, beside);
    expect((await unlink()).status).toBe(200);
    expect(await sessionOf(client)).toMatchObject({ username });
    expect(await sessionOf(beside)).toBeUndefined();
    expect(problemOf(await passProvider(provider, server.visitor()))).toBe('sign_in_refused');
  });

  test('keeps the session that began with it', async () => {
    const username = newName();
    await linkTo(provider, await server.signedInAs({ username, role: 'author' }), username);
    const client = server.visitor();
    await passProvider(provider, client);
    const [link] = await linksOf(username);
    const answer = await client.post(`${api}/identities/unlink`, { id: link!.id });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    expect(await sessionOf(client)).toMatchObject({ username });
  });

  test('of others needs authority over them', async () => {
    const username = newName();
    await linkTo(provider, await server.signedInAs({ username, role: 'author' }), username);
    const [link] = await linksOf(username);
    const eddy = await server.signedInAs({ username: newName(), role: 'editor' });
    const body = { id: link!.id, username };
    expectProblem(await eddy.post(`${api}/identities/unlink`, body), 403, 'forbidden');
    expectProblem(await eddy.get(`${api}/identities?username=${username}`), 403, 'forbidden');
    expectProblem(await eddy.post(`${api}/identities/unlink`, { id: link!.id }), 404, 'not_found');
    await ada.postJson('/identities/unlink', body);
    expect(await linksOf(username)).toEqual([]);
    expect((await auditOf(server, 'identity.unlink'))[0]).toMatchObject({
      actor: 'ada',
      target: username,
      outcome: 'success',
    });
  });
});

test('ADD-SSO-3: a disabled account and an unknown person get the same answer', async () => {
  const username = newName();
  await linkTo(provider, await server.signedInAs({ username, role: 'author' }), username);
  await server.disableUser(username);
  const known = await passProvider(provider, server.visitor());
  provider.claims = { sub: 'nobody' };
  const unknown = await passProvider(provider, server.visitor());
  expect([known.status, known.headers.get('location')]).toEqual([
    unknown.status,
    unknown.headers.get('location'),
  ]);
  expect(problemOf(known)).toBe('sign_in_refused');
});
