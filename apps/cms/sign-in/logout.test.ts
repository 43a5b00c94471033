import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onServer } from '@galley/testing';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
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
  type Forgery,
} from './fixtures.ts';

let provider: ScriptedProvider;
let server: TestServer;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
  server = await TestServer.start({
    files: {
      'galley.yaml': configOf({
        company: provider.config(),
        quiet: provider.config({ sign_out: false }),
      }),
      'content/config/site.yaml': 'title: The Ledger\nurl: https://news.example.org\n',
    },
  });
  await linkTo(provider, await server.signedInAs({ username: 'amy', role: 'author' }), 'amy');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

beforeEach(() => provider.reset());

async function enter(sid?: string, name = 'company'): Promise<Client> {
  provider.claims = { sub: 'amy', sid };
  const client = server.visitor();
  expect(problemOf(await passProvider(provider, client, { provider: name }))).toBeNull();
  return client;
}

async function send(token: string, name = 'company'): Promise<number> {
  const answer = await server.visitor().send(`/__admin/oidc/logout/${name}`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.status;
}

describe('ADD-SSO-7: signing out', () => {
  test('leads to the provider, which leads back to the sign-in page', async () => {
    const client = await enter('s-1');
    const { provider_url: address } = (await client.post(`${api}/logout`)).json<{
      provider_url: string;
    }>();
    const url = new URL(address);
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/end`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(
      'https://news.example.org/__admin/sign-in',
    );
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    expect(await sessionOf(client)).toBeUndefined();
  });

  test('stays in Galley for a password, and where the operator wants it', async () => {
    const quiet = await enter('s-2', 'quiet');
    expect((await quiet.post(`${api}/logout`)).json()).not.toHaveProperty('provider_url');
    const client = await server.signedIn();
    expect((await client.post(`${api}/logout`)).json()).not.toHaveProperty('provider_url');
  });
});

describe('ADD-SSO-7: a logout at the provider', () => {
  test('ends the sessions with its sid, also renewed ones, and is audited', async () => {
    const [here, there] = [await enter('s-3'), await enter('s-4')];
    // Linking another sign-in and removing it renews the session.
    await linkTo(provider, here, 'amy-2');
    const links = (await here.get(`${api}/identities`)).json<{ id: string; subject: string }[]>();
    const { id } = links.find(({ subject }) => subject === 'amy-2')!;
    expect((await here.post(`${api}/identities/unlink`, { id })).status).toBe(200);
    expect(await send(await provider.logoutToken({ sid: 's-3' }))).toBe(200);
    expect(await sessionOf(here)).toBeUndefined();
    expect(await sessionOf(there)).toBeUndefined();
    expect((await auditOf(server, 'session.revoke'))[0]).toMatchObject({
      target: 'amy',
      details: { by: 'provider', provider: 'company' },
    });
  });

  test('ends those of one sid alone, or all of a subject', async () => {
    const [one, two] = [await enter('s-5'), await enter('s-6')];
    expect(await send(await provider.logoutToken({ sid: 's-5', sub: 'amy' }))).toBe(200);
    expect([await sessionOf(one), (await sessionOf(two))?.username]).toEqual([undefined, 'amy']);
    const three = await enter();
    expect(await send(await provider.logoutToken({ sub: 'amy' }))).toBe(200);
    expect([await sessionOf(two), await sessionOf(three)]).toEqual([undefined, undefined]);
  });

  test('does not end sessions that began with a password', async () => {
    const client = await server.signedIn();
    expect(await send(await provider.logoutToken({ sub: 'amy' }))).toBe(200);
    expect(await sessionOf(client)).toBeDefined();
  });

  const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;
  const forged: Readonly<Record<string, () => [object, Forgery?] | Promise<[object, Forgery]>>> = {
    'by another key': async () => [{}, { key: (await generateKeyPair('RS256')).privateKey }],
    'by an unknown key': () => [{}, { kid: 'unknown' }],
    'without a signature': () => [{}, { unsigned: true }],
    'of another issuer': () => [{ iss: 'https://evil.example' }],
    'for another audience': () => [{ aud: 'another' }],
    'with a nonce': () => [{ nonce: 'n' }],
    'without the event': () => [{ events: {} }],
    'with a wrong event': () => [
      { events: { 'http://schemas.openid.net/event/backchannel-logout': true } },
    ],
    'without jti': () => [{ jti: undefined }],
    'without sub and sid': () => [{ sub: undefined }],
    'that has expired': () => [{ exp: seconds(-120) }],
    'that is old': () => [{ iat: seconds(-600) }],
    'without a time': () => [{ iat: undefined }],
    'that is an access token': () => [{}, { type: 'at+jwt' }],
  };

  test.each(Object.keys(forged))('is refused with a token %s', async (name) => {
    const client = await enter('s-7');
    const [claims, forgery] = await forged[name]!();
    expect(await send(await provider.logoutToken({ sub: 'amy', ...claims }, forgery))).toBe(400);
    expect(await sessionOf(client)).toBeDefined();
  });

  test('is refused with an ID token, without a token, and the second time', async () => {
    const client = await enter('s-8');
    expect(await send('')).toBe(400);
    expect(await send('a.b.c')).toBe(400);
    const token = await provider.logoutToken({ sub: 'somebody', jti: 'once' });
    expect([await send(token), await send(token)]).toEqual([200, 400]);
    expect(await sessionOf(client)).toBeDefined();
    expect(await send(token, 'none')).toBe(404);
  });
});

describe('ADD-SSO-7: confirming a session at the provider', () => {
  const makeOld = () =>
    server.database.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .execute();

  test('replaces the password for careful operations', async () => {
    const client = await enter('s-9');
    await makeOld();
    const link = () => client.post(`${api}/identities/link`, { provider: 'company' });
    expectProblem(await link(), 403, 'reauthentication_required');
    const confirm = { path: '/session/confirm-at-provider' };
    const { url } = await begin(client, confirm);
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      max_age: '0',
      prompt: 'login',
    });
    expect(problemOf(await passProvider(provider, client, confirm))).toBeNull();
    expect((await link()).status).toBe(200);
  });

  test('not by another person, and not without signing in again', async () => {
    const client = await enter('s-10');
    await makeOld();
    const attempt = async (claims: object) => {
      provider.claims = { sub: 'amy', ...claims };
      const { url, cookie } = await begin(client, { path: '/session/confirm-at-provider' });
      return problemOf(await callBack(client, provider.authorize(url), { cookie }));
    };
    expect(await attempt({ sub: 'mallory' })).toBe('sign_in_failed');
    expect(await attempt({ auth_time: Math.floor(Date.now() / 1_000) - 600 })).toBe(
      'sign_in_failed',
    );
    expect(await attempt({ auth_time: undefined })).toBe('sign_in_failed');
    const link = await client.post(`${api}/identities/link`, { provider: 'company' });
    expectProblem(link, 403, 'reauthentication_required');
  });
});

test('ADD-SSO-7: a logout at the provider during a sign-in refuses it', async () => {
  await onServer(
    server.database.url,
    `create function log_out() returns trigger language plpgsql as $$
       begin delete from provider_sign_ins where id = new.id; return null; end $$;
     create trigger log_out after insert on provider_sign_ins for each row execute function log_out()`,
  );
  provider.claims = { sub: 'amy', sid: 's-9' };
  const client = server.visitor();
  expect(problemOf(await passProvider(provider, client))).toBe('unauthenticated');
  expect(await sessionOf(client)).toBeUndefined();
  await onServer(server.database.url, 'drop trigger log_out on provider_sign_ins');
});
