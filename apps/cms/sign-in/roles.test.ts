import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectProblem, password, TestServer, totpCode } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import {
  api,
  auditOf,
  configOf,
  linkTo,
  passProvider,
  problemOf,
  ScriptedProvider,
  sessionOf,
} from './fixtures.ts';

let provider: ScriptedProvider;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});

afterAll(() => provider[Symbol.asyncDispose]());

beforeEach(() => provider.reset());

describe('ADD-SSO-5: groups decide the role at each sign-in', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start({
      files: {
        'galley.yaml': configOf({
          company: provider.config({
            roles: ['Owners=admin', 'Editors=editor', 'Unknown=no-such-role'],
            default_role: 'author',
          }),
          closed: provider.config({ roles: ['Editors=editor'] }),
        }),
      },
    });
  });

  afterAll(() => server[Symbol.asyncDispose]());

  const enter = async (sub: string, groups: unknown, more: Record<string, string> = {}) => {
    provider.claims = { sub, groups };
    const visitor = server.visitor();
    const problem = problemOf(await passProvider(provider, visitor, more));
    return problem ?? (await sessionOf(visitor))?.role;
  };

  test('the first entry that applies, else the default role', async () => {
    await linkTo(provider, await server.signedInAs({ username: 'amy', role: 'reviewer' }), 'amy');
    expect(await enter('amy', ['Editors', 'Others'])).toBe('editor');
    expect((await auditOf(server, 'user.save'))[0]).toMatchObject({
      target: 'amy',
      details: { role: 'editor', changes: { role: ['reviewer', 'editor'] }, provider: 'company' },
    });
    expect(await enter('amy', 'Editors')).toBe('editor');
    expect(await enter('amy', ['admin', '*', 'editors'])).toBe('author');
    expect(await enter('amy', ['Editors', 'Owners'])).toBe('admin');
    expect(await enter('amy', undefined)).toBe('author');
    expect(await enter('amy', { admin: true })).toBe('author');
    expect(await enter('amy', ['Unknown'])).toBe('sign_in_refused');
  });

  test('a changed role ends earlier sessions', async () => {
    await linkTo(provider, await server.signedInAs({ username: 'bob', role: 'author' }), 'bob');
    provider.claims = { sub: 'bob', groups: ['Editors'] };
    const before = server.visitor();
    await passProvider(provider, before);
    expect(await enter('bob', [])).toBe('author');
    expect(await sessionOf(before)).toBeUndefined();
  });

  test('the last administrator keeps the role, and a disabled account stays disabled', async () => {
    await linkTo(provider, await server.signedIn(), 'ada');
    expect(await enter('ada', ['Editors'])).toBe('admin');
    await linkTo(provider, await server.signedInAs({ username: 'cid', role: 'author' }), 'cid');
    await server.disableUser('cid');
    expect(await enter('cid', ['Owners'])).toBe('sign_in_refused');
    const account = await new AdminClient(await server.signedIn()).findUser('cid');
    expect(account).toMatchObject({ role: 'author', enabled: false });
  });

  test('without a default role, others cannot sign in', async () => {
    await linkTo(provider, await server.signedInAs({ username: 'dan', role: 'author' }), 'dan');
    expect(await enter('dan', ['Others'], { provider: 'closed' })).toBe('sign_in_refused');
  });
});

describe('ADD-SSO-6: a second factor', () => {
  test('of Galley is asked for after a sign-in at a provider', async () => {
    await using server = await TestServer.start({
      files: { 'galley.yaml': configOf({ company: provider.config() }) },
    });
    const amy = await server.signedInAs({ username: 'amy', role: 'author' });
    await linkTo(provider, amy, 'amy');
    const { secret, recoveryCodes } = await amy.enableFactor();
    provider.claims = { sub: 'amy', amr: ['mfa'], acr: 'mfa' };
    const visitor = server.visitor();
    await passProvider(provider, visitor);
    expect(await sessionOf(visitor)).toMatchObject({ username: 'amy', mfa_complete: false });
    expectProblem(await visitor.get(`${api}/documents`), 403, 'forbidden');
    const verify = (code: string) => visitor.post(`${api}/sign-in/factor`, { totp_code: code });
    expectProblem(await verify('000000'), 401, 'totp_invalid');
    // The code of the set-up is used up.
    expectProblem(await verify(totpCode(secret)), 401, 'totp_invalid');
    expect((await verify(recoveryCodes[0]!)).json()).toMatchObject({ mfa_complete: true });
    expect((await visitor.get(`${api}/documents`)).status).toBe(200);
    const linking = server.visitor();
    await passProvider(provider, linking);
    const answer = await linking.post(`${api}/identities/link`, { provider: 'company' });
    expect(answer.status).toBe(403);
  });

  test('of the provider counts for the values that the operator lists', async () => {
    await using server = await TestServer.start({
      files: {
        'galley.yaml': configOf({ company: provider.config({ second_factor: ['mfa', 'gold'] }) }),
      },
      config: { security: { require_mfa: true } },
    });
    await server.addUser({ username: 'amy', role: 'author' });
    const issuer = provider.issuer;
    const linked = { id: 'i1', issuer, subject: 'amy', username: 'amy', email: '' };
    await server.database.db
      .insertInto('identities')
      .values({ ...linked, linked_at: new Date() })
      .execute();
    const enter = async (claims: object) => {
      provider.claims = { sub: 'amy', ...claims };
      const visitor = server.visitor();
      await passProvider(provider, visitor);
      return (await sessionOf(visitor))?.mfa_complete;
    };
    expect(await enter({ amr: ['pwd'], acr: '1' })).toBe(false);
    expect(await enter({ amr: ['pwd', 'mfa'] })).toBe(true);
    expect(await enter({ acr: 'gold' })).toBe(true);
    expect(await enter({ amr: 'mfamfa' })).toBe(false);
  });
});

describe('ADD-SSO-8: a required provider', () => {
  test('disables passwords, and the command line of the server is the way back in', async () => {
    await using server = await TestServer.start();
    const link = await issueLink(server, 'amy');
    await using strict = await TestServer.beside(server, {
      config: {
        sign_in: { required_provider: 'company', providers: { company: provider.config() } },
      },
    });
    expectProblem(
      await strict.visitor().post(`${api}/login`, { username: 'amy', password }),
      403,
      'password_sign_in_disabled',
    );
    expect((await strict.visitor().get(`${api}/sign-in`)).json()).toMatchObject({
      password: false,
      password_reset: false,
    });
    const visitor = strict.visitor();
    const use = () => visitor.post(`${api}/sign-in/link`, { token: link });
    expect((await use()).json()).toMatchObject({ username: 'amy' });
    expectProblem(await use(), 403, 'sign_in_link_invalid');
    expect((await auditOf(server, 'login'))[1]).toMatchObject({
      actor: 'amy',
      details: { by: 'sign-in link' },
    });
  });
});

async function issueLink(server: TestServer, username: string): Promise<string> {
  const { SignInLinks } = await import('@galley/auth');
  const { systemClock } = await import('@galley/kernel');
  await server.addUser({ username, role: 'author' });
  const links = new SignInLinks({ db: server.database.db, clock: systemClock });
  return (await links.issue(username)).token;
}
