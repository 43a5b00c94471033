import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectProblem, TestServer } from '../fixtures.ts';
import {
  api,
  begin,
  callBack,
  configOf,
  linkTo,
  passProvider,
  problemOf,
  ScriptedProvider,
  sessionOf,
  type Forgery,
} from './fixtures.ts';

let company: ScriptedProvider;
let other: ScriptedProvider;
let server: TestServer;

const site = 'https://news.example.org';
const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;

beforeAll(async () => {
  [company, other] = await Promise.all([ScriptedProvider.start(), ScriptedProvider.start()]);
  server = await TestServer.start({
    files: {
      'galley.yaml': configOf({
        company: company.config({ label: 'Company' }),
        other: other.config(),
        down: { issuer: 'http://127.0.0.1:9', client_id: 'galley' },
      }),
      'content/config/site.yaml': `title: The Ledger\nurl: ${site}\n`,
    },
  });
  const ada = await server.signedInAs({ username: 'amy', role: 'author' });
  await linkTo(company, ada, 'person-1');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await company[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

beforeEach(() => {
  company.reset();
  other.reset();
});

test('ADD-SSO-1: the sign-in page learns the names of the providers', async () => {
  const options = (await server.visitor().get(`${api}/sign-in`)).json();
  expect(options).toMatchObject({
    password: true,
    providers: [
      { id: 'company', label: 'Company' },
      { id: 'other', label: 'other' },
      { id: 'down', label: 'down' },
    ],
  });
});

test('ADD-SSO-2: a sign-in uses PKCE, state, nonce and the configured address', async () => {
  const visitor = server.visitor();
  const { url } = await begin(visitor, { return_to: '/__admin/documents?status=draft' });
  const asked = Object.fromEntries(new URL(url).searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    client_id: 'galley',
    redirect_uri: `${site}/__admin/oidc/callback/company`,
    code_challenge_method: 'S256',
    scope: 'openid profile email',
  });
  expect(
    [asked['state'], asked['nonce'], asked['code_challenge']].map((one) => one?.length),
  ).toEqual([43, 43, 43]);
  const answer = await passProvider(company, visitor, {
    return_to: '/__admin/documents?status=draft',
  });
  expect(answer.headers.get('location')).toBe('/__admin/documents?status=draft');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await sessionOf(visitor)).toMatchObject({ username: 'amy', mfa_complete: true });
});

test.each([
  'https://evil.example/__admin/',
  '//evil.example/__admin/',
  '/\\evil.example/__admin/',
  '/elsewhere',
  '/__admin/../elsewhere',
  'javascript:alert(1)',
])('ADD-SSO-2: people do not return to %s', async (returnTo) => {
  const answer = await passProvider(company, server.visitor(), { return_to: returnTo });
  expect(answer.headers.get('location')).toBe('/__admin/');
});

describe('ADD-SSO-2: a token is refused', () => {
  const forgeries: Readonly<Record<string, () => Forgery | Promise<Forgery>>> = {
    'with a signature by another key': async () => ({
      key: (await generateKeyPair('RS256')).privateKey,
    }),
    'without a signature (alg: none)': () => ({ unsigned: true }),
    'of another issuer': () => ({ claims: { iss: 'https://evil.example' } }),
    'for another audience': () => ({ claims: { aud: 'another-client' } }),
    'for several audiences, and another authorized party': () => ({
      claims: { aud: ['galley', 'another-client'], azp: 'another-client' },
    }),
    'with another nonce': () => ({ claims: { nonce: 'another' } }),
    'without a nonce': () => ({ claims: { nonce: undefined } }),
    'that has expired': () => ({ claims: { exp: seconds(-120) } }),
    'that is not valid yet': () => ({ claims: { nbf: seconds(120) } }),
    'without a subject': () => ({ claims: { sub: undefined } }),
    'that is a logout token': () => ({ type: 'logout+jwt' }),
    'by an unknown key': () => ({ kid: 'unknown' }),
  };

  test.each(Object.keys(forgeries))('%s', async (name) => {
    company.forgery = await forgeries[name]!();
    const visitor = server.visitor();
    expect(problemOf(await passProvider(company, visitor))).toBe('sign_in_failed');
    expect(await sessionOf(visitor)).toBeUndefined();
  });

  test('but the clocks may differ by 60 seconds', async () => {
    company.forgery = { claims: { exp: seconds(-30), nbf: seconds(30) } };
    const visitor = server.visitor();
    expect(problemOf(await passProvider(company, visitor))).toBeNull();
    expect(await sessionOf(visitor)).toMatchObject({ username: 'amy' });
  });
});

test('ADD-SSO-2: new keys of the provider work at once', async () => {
  await passProvider(company, server.visitor());
  await company.rotateKey();
  const visitor = server.visitor();
  expect(problemOf(await passProvider(company, visitor))).toBeNull();
  expect(await sessionOf(visitor)).toMatchObject({ username: 'amy' });
});

describe('ADD-SSO-2: a callback is refused', () => {
  test('in another browser', async () => {
    const { url } = await begin(server.visitor());
    const victim = server.visitor();
    const mine = await begin(victim);
    const answer = await callBack(victim, company.authorize(url), mine);
    expect(problemOf(answer)).toBe('sign_in_failed');
    expect(await sessionOf(victim)).toBeUndefined();
  });

  test('with another state, and without one', async () => {
    const visitor = server.visitor();
    const { url, cookie } = await begin(visitor);
    const search = new URLSearchParams(company.authorize(url));
    const [name, secret] = cookie.split('=', 2) as [string, string];
    search.set('state', 'another');
    expect(problemOf(await callBack(visitor, `?${search.toString()}`, { cookie }))).toBe(
      'sign_in_failed',
    );
    search.delete('state');
    const answer = await callBack(visitor, `?${search.toString()}`, {
      cookie: `${name}=${secret}`,
    });
    expect(problemOf(answer)).toBe('sign_in_failed');
  });

  test('twice', async () => {
    const visitor = server.visitor();
    const { url, cookie } = await begin(visitor);
    const search = company.authorize(url);
    expect(problemOf(await callBack(visitor, search, { cookie }))).toBeNull();
    const again = server.visitor();
    expect(problemOf(await callBack(again, search, { cookie }))).toBe('sign_in_failed');
    expect(await sessionOf(again)).toBeUndefined();
  });

  test('with a code that was used', async () => {
    const first = server.visitor();
    const one = await begin(first);
    const used = new URLSearchParams(company.authorize(one.url));
    await callBack(first, `?${used.toString()}`, one);
    const visitor = server.visitor();
    const { url, cookie } = await begin(visitor);
    const search = new URLSearchParams(company.authorize(url));
    search.set('code', used.get('code')!);
    expect(problemOf(await callBack(visitor, `?${search.toString()}`, { cookie }))).toBe(
      'sign_in_failed',
    );
  });

  test('at the address of another provider', async () => {
    const visitor = server.visitor();
    const { url, cookie } = await begin(visitor);
    const search = company.authorize(url);
    const answer = await callBack(visitor, search, { cookie, provider: 'other' });
    expect(problemOf(answer)).toBe('sign_in_failed');
  });

  test('that names another issuer (mix-up)', async () => {
    company.callback = { iss: other.issuer };
    expect(problemOf(await passProvider(company, server.visitor()))).toBe('sign_in_failed');
    company.callback = { iss: company.issuer };
    expect(problemOf(await passProvider(company, server.visitor()))).toBeNull();
  });

  test('after ten minutes', async () => {
    const visitor = server.visitor();
    const { url, cookie } = await begin(visitor);
    await server.database.db
      .updateTable('sign_in_attempts')
      .set({ expires_at: new Date() })
      .execute();
    expect(problemOf(await callBack(visitor, company.authorize(url), { cookie }))).toBe(
      'sign_in_failed',
    );
  });

  test('when the person cancels', async () => {
    const visitor = server.visitor();
    const { url, cookie } = await begin(visitor);
    const state = new URL(url).searchParams.get('state')!;
    const search = `?${new URLSearchParams({ error: 'access_denied', state }).toString()}`;
    expect(problemOf(await callBack(visitor, search, { cookie }))).toBe('sign_in_failed');
  });

  test('for an unknown provider', async () => {
    const visitor = server.visitor();
    expectProblem(await callBack(visitor, '?state=x', { provider: 'none' }), 404, 'not_found');
    expectProblem(
      await visitor.post(`${api}/sign-in/provider`, { provider: 'constructor' }),
      404,
      'not_found',
    );
  });
});

test('ADD-SSO-2: a page of another site cannot begin a sign-in', async () => {
  const answer = await server
    .visitor()
    .post(`${api}/sign-in/provider`, { provider: 'company' }, { origin: 'https://evil.example' });
  expectProblem(answer, 403, 'csrf_failed');
});

test('ADD-SSO-1: a provider that does not answer is told, and asked again later', async () => {
  const visitor = server.visitor();
  const refused = await visitor.post(`${api}/sign-in/provider`, { provider: 'down' });
  expectProblem(refused, 503, 'provider_unavailable');
  other.isDown = true;
  const broken = await visitor.post(`${api}/sign-in/provider`, { provider: 'other' });
  expectProblem(broken, 503, 'provider_unavailable');
  other.isDown = false;
  await begin(visitor, { provider: 'other' });
  company.isDown = true;
  expect(problemOf(await passProvider(company, visitor))).toBe('sign_in_failed');
});

test('ADD-SSO-1: the metadata of another issuer is refused', async () => {
  await using evil = await ScriptedProvider.start();
  evil.metadata = { issuer: company.issuer };
  await using site = await TestServer.start({
    files: { 'galley.yaml': configOf({ company: evil.config() }) },
  });
  const answer = await site.visitor().post(`${api}/sign-in/provider`, { provider: 'company' });
  expectProblem(answer, 503, 'provider_unavailable');
});

test('ADD-SSO-1: no secret of an attempt is logged or stored in plain', async () => {
  const visitor = server.visitor();
  const { url, cookie } = await begin(visitor);
  const search = company.authorize(url);
  const rows = await server.database.db.selectFrom('sign_in_attempts').selectAll().execute();
  const state = new URL(url).searchParams.get('state')!;
  const secret = cookie.split('=', 2)[1]!;
  expect(JSON.stringify(rows)).not.toContain(state);
  expect(JSON.stringify(rows)).not.toContain(secret);
  await callBack(visitor, search, { cookie });
  const log = server.log.join('\n');
  for (const text of [state, secret, new URLSearchParams(search).get('code')!])
    expect(log).not.toContain(text);
});
