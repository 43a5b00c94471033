import type { ClientAuth, Configuration } from 'openid-client';
import type { JWTPayload, RemoteJWKSet } from 'jose';
import type { Logger } from '@galley/kernel';
import { authProblems } from '../problems.ts';
import { readClaims } from './read-claims.ts';
import { createProviderFetch } from './provider-fetch.ts';
import type { ProviderClaims, SignInProvider } from './sign-in-provider.ts';

/** Difference between the clocks of Galley and the provider that tokens may show, in seconds. */
const clockToleranceSeconds = 60;
const maxLogoutTokenAgeSeconds = 300;
const metadataLifetimeMs = 3_600_000;
const keyLifetimeMs = 600_000;
/** Asymmetric: no token can be signed with the client secret, and none is unsigned. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The person has to sign in at the provider again. */
  readonly isConfirmation: boolean;
}

export interface LogoutToken {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  readonly jti: string;
  /** Later, the token is refused by its age. */
  readonly expiresAt: Date;
}

interface Connection {
  readonly configuration: Configuration;
  readonly keys: RemoteJWKSet;
}

/** A token or answer of the provider that must not be trusted; the message is for the log. */
export class RefusedByChecksError extends Error {
  override readonly name = 'RefusedByChecksError';
}

/** ADD-SSO-1, ADD-SSO-2. The libraries load with the first request, since most sites have no provider. */
export class ProviderClient {
  readonly provider: SignInProvider;
  readonly #fetch: ReturnType<typeof createProviderFetch>;
  readonly #logger: Logger;
  #connection: { readonly found: Promise<Connection>; readonly until: number } | undefined;

  constructor(provider: SignInProvider, logger: Logger) {
    this.provider = provider;
    this.#logger = logger;
    this.#fetch = createProviderFetch(provider.issuer);
  }

  /** @throws `provider_unavailable` */
  async authorizationUrl(request: AuthorizationRequest): Promise<string> {
    const { configuration } = await this.#connect();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
    const scopes = new Set(['openid', ...this.provider.scopes]);
    return buildAuthorizationUrl(configuration, {
      redirect_uri: request.redirectUri,
      scope: [...scopes].join(' '),
      state: request.state,
      nonce: request.nonce,
      code_challenge: await calculatePKCECodeChallenge(request.codeVerifier),
      code_challenge_method: 'S256',
      ...(request.isConfirmation && { max_age: '0', prompt: 'login' }),
    }).href;
  }

  /** `callback` has the parameters of the provider. @throws `RefusedByChecksError`, `provider_unavailable` */
  async exchange(callback: URL, request: AuthorizationRequest): Promise<ProviderClaims> {
    const { configuration, keys } = await this.#connect();
    const { authorizationCodeGrant } = await import('openid-client');
    const tokens = await refuse(() =>
      authorizationCodeGrant(configuration, callback, {
        expectedState: request.state,
        expectedNonce: request.nonce,
        pkceCodeVerifier: request.codeVerifier,
        // The claim has whole seconds and must not be older than the request.
        ...(request.isConfirmation && { maxAge: clockToleranceSeconds }),
      }),
    );
    const idToken = tokens.id_token ?? '';
    await refuse(() => this.#verify(idToken, keys, true));
    const claims = tokens.claims()!;
    const more = await this.#userInfo(configuration, tokens.access_token, claims);
    return readClaims({ ...more, ...claims }, { idToken, groupsClaim: this.provider.groupsClaim });
  }

  /** `undefined` when the provider does not support it. */
  async endSessionUrl(idToken: string, returnTo: string): Promise<string | undefined> {
    const { configuration } = await this.#connect();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const { buildEndSessionUrl } = await import('openid-client');
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
    return buildEndSessionUrl(configuration, parameters).href;
  }

  /** OpenID Connect Back-Channel Logout, 2.6. @throws `RefusedByChecksError`, `provider_unavailable` */
  async verifyLogoutToken(token: string): Promise<LogoutToken> {
    const { keys } = await this.#connect();
    const payload = await refuse(() => this.#verify(token, keys, false));
    const { sub: subject, sid, jti, iat = 0, events, nonce } = payload;
    if (nonce !== undefined) throw new RefusedByChecksError('a logout token must have no nonce');
    if (!isObject(events) || !isObject(events[logoutEvent]))
      throw new RefusedByChecksError('the logout token lacks the event');
    if (typeof jti !== 'string' || jti === '' || jti.length > 500)
      throw new RefusedByChecksError('the logout token lacks jti');
    const session = typeof sid === 'string' ? sid : undefined;
    if (subject === undefined && session === undefined)
      throw new RefusedByChecksError('the logout token names neither sub nor sid');
    const lifetime = maxLogoutTokenAgeSeconds + 2 * clockToleranceSeconds;
    const expiresAt = new Date((iat + lifetime) * 1_000);
    return { issuer: this.provider.issuer, subject, sid: session, jti, expiresAt };
  }

  /** New keys of the provider work at once for ID tokens, which come from the provider itself. */
  async #verify(token: string, keys: RemoteJWKSet, isIdToken: boolean): Promise<JWTPayload> {
    const { jwtVerify, errors } = await import('jose');
    const { issuer, clientId } = this.provider;
    const options = {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['iat'],
      ...(!isIdToken && { maxTokenAge: maxLogoutTokenAgeSeconds }),
    };
    const verify = async () => {
      const { payload, protectedHeader } = await jwtVerify(token, keys, options);
      const type = protectedHeader.typ?.toLowerCase();
      const isType = isIdToken ? type !== 'logout+jwt' : isLogoutType(type);
      if (!isType) throw new RefusedByChecksError(`the token has the type ${type}`);
      return payload;
    };
    try {
      return await verify();
    } catch (error) {
      if (!isIdToken || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await keys.reload();
      return verify();
    }
  }

  async #userInfo(
    configuration: Configuration,
    accessToken: string,
    claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  ): Promise<object> {
    const { groupsClaim } = this.provider;
    const isWhole = ['email', groupsClaim].every((name) => claims[name] !== undefined);
    if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    const { fetchUserInfo } = await import('openid-client');
    return refuse(() => fetchUserInfo(configuration, accessToken, claims.sub));
  }

  async #connect(): Promise<Connection> {
    const now = Date.now();
    if (!this.#connection || this.#connection.until < now)
      this.#connection = { found: this.#discover(), until: now + metadataLifetimeMs };
    try {
      return await this.#connection.found;
    } catch (error) {
      // The next request tries again.
      this.#connection = undefined;
      const { id, label } = this.provider;
      this.#logger.warn('sign-in provider unreachable', { provider: id, error: describe(error) });
      throw authProblems.provider_unavailable(
        `${label} does not answer as it should. Try again, or sign in another way.`,
      );
    }
  }

  async #discover(): Promise<Connection> {
    const client = await import('openid-client');
    const jose = await import('jose');
    const { issuer, clientId, clientSecret } = this.provider;
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      {
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
        [client.clockTolerance]: clockToleranceSeconds,
      },
      clientSecret === undefined ? client.None() : authenticateClient(client, clientSecret),
      { [client.customFetch]: this.#fetch, execute: insecure, timeout: 10 },
    );
    const address = configuration.serverMetadata().jwks_uri;
    if (address === undefined) throw new RefusedByChecksError('the provider has no jwks_uri');
    const keys = jose.createRemoteJWKSet(new URL(address), {
      [jose.customFetch]: this.#fetch,
      timeoutDuration: 10_000,
      cacheMaxAge: keyLifetimeMs,
    });
    return { configuration, keys };
  }
}

type ClientSecretMethod = 'ClientSecretBasic' | 'ClientSecretPost';
type SecretAuth = (secret: string) => ClientAuth;

/** `client_secret_basic` is the default of OpenID Connect; some providers support only `client_secret_post`. */
function authenticateClient(
  { ClientSecretBasic, ClientSecretPost }: Record<ClientSecretMethod, SecretAuth>,
  secret: string,
): ClientAuth {
  return (...call) => {
    const [{ token_endpoint_auth_methods_supported: methods }] = call;
    const isBasic = methods?.includes('client_secret_basic') ?? true;
    return (isBasic ? ClientSecretBasic : ClientSecretPost)(secret)(...call);
  };
}

/** Providers use `logout+jwt`, or the general type or none (OpenID Connect Back-Channel Logout, 2.4). */
function isLogoutType(type: string | undefined): boolean {
  return type === undefined || type === 'jwt' || type === 'logout+jwt';
}

async function refuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new RefusedByChecksError(describe(error), { cause: error });
  }
}

/** Libraries wrap the reason. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
