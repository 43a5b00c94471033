import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK } from 'jose';
import { expect } from 'vitest';
import type { Answer, Client, TestServer } from '../fixtures.ts';

export const api = '/__admin/api';
const clientId = 'galley';
const clientSecret = 'a-secret-of-the-tests';

export interface Grant {
  readonly redirectUri: string;
  readonly nonce: string;
  readonly challenge: string;
  readonly authTime: number | undefined;
}

/** Deviations of a hostile or broken provider. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey;
  readonly kid?: string;
  readonly unsigned?: boolean;
  readonly type?: string;
}

interface SigningKey {
  readonly kid: string;
  readonly key: CryptoKey;
  readonly jwk: JWK;
}

async function newKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256' } };
}

const now = () => Math.floor(Date.now() / 1_000);

/** A provider whose every answer a test can forge. */
export class ScriptedProvider implements AsyncDisposable {
  claims: Record<string, unknown> = { sub: 'person-1' };
  forgery: Forgery = {};
  /** Parameters added to the callback. */
  callback: Record<string, string> = {};
  metadata: Record<string, unknown> = {};
  isDown = false;
  readonly requests: string[] = [];
  readonly #grants = new Map<string, Grant>();
  readonly #server: Server;
  #key: SigningKey;

  private constructor(server: Server, key: SigningKey) {
    this.#server = server;
    this.#key = key;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  static async start(): Promise<ScriptedProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedProvider(server, await newKey('first'));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  config(more: Readonly<Record<string, unknown>> = {}) {
    return { issuer: this.issuer, client_id: clientId, client_secret: clientSecret, ...more };
  }

  reset(): void {
    Object.assign(this, { claims: { sub: 'person-1' }, forgery: {}, callback: {}, metadata: {} });
    this.isDown = false;
  }

  async rotateKey(): Promise<void> {
    this.#key = await newKey(`key-${Date.now()}`);
  }

  /** The person signs in. Returns the query of the callback. */
  authorize(address: string): string {
    const { searchParams } = new URL(address);
    const code = createHash('sha256').update(address).digest('hex');
    this.#grants.set(code, {
      redirectUri: searchParams.get('redirect_uri')!,
      nonce: searchParams.get('nonce')!,
      challenge: searchParams.get('code_challenge')!,
      authTime: searchParams.has('max_age') ? now() : undefined,
    });
    const state = searchParams.get('state')!;
    return `?${new URLSearchParams({ code, state, ...this.callback }).toString()}`;
  }

  async logoutToken(claims: object = {}, forgery: Forgery = {}): Promise<string> {
    return this.#sign(
      {
        iss: this.issuer,
        aud: clientId,
        iat: now(),
        exp: now() + 120,
        jti: `jti-${Math.random()}`,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      },
      { type: 'logout+jwt', ...forgery },
    );
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, this.issuer);
    this.requests.push(pathname);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (this.isDown) {
      response.destroy();
      return;
    }
    if (pathname === '/.well-known/openid-configuration') send(200, this.#describe());
    else if (pathname === '/keys') send(200, { keys: [this.#key.jwk] });
    else if (pathname === '/token') await this.#token(request, send);
    else send(404, {});
  }

  #describe() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/end`,
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.metadata,
    };
  }

  async #token(
    request: IncomingMessage,
    send: (status: number, body: object) => unknown,
  ): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const isRight =
      isClient(request.headers.authorization) &&
      grant?.redirectUri === form.get('redirect_uri') &&
      grant?.challenge === createHash('sha256').update(verifier).digest('base64url');
    if (!isRight) {
      send(400, { error: 'invalid_grant' });
      return;
    }
    const idToken = await this.#sign(
      {
        iss: this.issuer,
        aud: clientId,
        iat: now(),
        exp: now() + 300,
        nonce: grant.nonce,
        ...(grant.authTime !== undefined && { auth_time: grant.authTime }),
        ...this.claims,
        ...this.forgery.claims,
      },
      this.forgery,
    );
    send(200, { access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token: idToken });
  }

  async #sign(claims: Record<string, unknown>, forgery: Forgery): Promise<string> {
    const { key = this.#key.key, kid = this.#key.kid, unsigned, type = 'JWT' } = forgery;
    const payload = Object.fromEntries(
      Object.entries(claims).filter(([, value]) => value !== undefined),
    );
    if (unsigned) return new UnsecuredJWT(payload).encode();
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid, typ: type }).sign(key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Both parts are form-encoded (RFC 6749, 2.3.1). */
function isClient(header = ''): boolean {
  const pair = Buffer.from(header.replace('Basic ', ''), 'base64').toString();
  return pair.split(':').map(decodeURIComponent).join(':') === `${clientId}:${clientSecret}`;
}

export function configOf(providers: Readonly<Record<string, object>>, more: object = {}): string {
  // JSON is YAML.
  return `${JSON.stringify({ sign_in: { ...more, providers } })}\n`;
}

export interface Begun {
  readonly url: string;
  /** Set in the browser that began. */
  readonly cookie: string;
}

export async function begin(
  client: Client,
  { path = '/sign-in/provider', ...body }: { path?: string } & Record<string, string> = {},
): Promise<Begun> {
  const answer = await client.post(api + path, { provider: 'company', ...body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  const [set = ''] = answer.headers.getSetCookie().filter((one) => one.startsWith('sign_in_'));
  expect(set).toMatch(/; Path=\/__admin\/oidc; .*HttpOnly; SameSite=Lax$/);
  return { url: answer.json<{ url: string }>().url, cookie: set.split(';', 1)[0]! };
}

export async function callBack(
  client: Client,
  search: string,
  { cookie, provider = 'company' }: { cookie?: string; provider?: string } = {},
): Promise<Answer> {
  const own = client.cookie;
  client.cookie = [own, cookie].filter(Boolean).join('; ');
  const before = client.cookie;
  const answer = await client.get(`/__admin/oidc/callback/${provider}${search}`);
  if (client.cookie === before) client.cookie = own;
  return answer;
}

/** A whole sign-in, or a link or confirmation for the user of `client`. */
export async function passProvider(
  provider: ScriptedProvider,
  client: Client,
  request: { path?: string } & Record<string, string> = {},
): Promise<Answer> {
  const { url, cookie } = await begin(client, request);
  const place = { cookie, provider: request['provider'] ?? 'company' };
  const answer = await callBack(client, provider.authorize(url), place);
  const session = await client.get(`${api}/session`);
  if (session.status === 200) client.csrfToken = session.json<{ csrf_token: string }>().csrf_token;
  return answer;
}

export interface SignedInSession {
  readonly username: string;
  readonly role: string;
  readonly mfa_complete: boolean;
}

export async function sessionOf(client: Client): Promise<SignedInSession | undefined> {
  const answer = await client.get(`${api}/session`);
  return answer.status === 200 ? answer.json<never>() : undefined;
}

export function problemOf(answer: Answer): string | null {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 303 });
  return new URL(answer.headers.get('location')!, 'http://galley.invalid').searchParams.get(
    'problem',
  );
}

/** Links the sign-in `subject` to the account of `client`. */
export async function linkTo(
  provider: ScriptedProvider,
  client: Client,
  subject: string,
): Promise<void> {
  provider.claims = { sub: subject };
  const answer = await passProvider(provider, client, { path: '/identities/link' });
  expect(problemOf(answer)).toBeNull();
}

export async function auditOf(server: TestServer, action: string) {
  return server.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();
}
