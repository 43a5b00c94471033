import type { Database } from '@galley/database';
import {
  newSecret,
  sha256,
  systemActor,
  type AuditAction,
  type AuditLog,
  type Clock,
  type Logger,
} from '@galley/kernel';
import { OneTimeTokenRepository } from '../one-time-token-repository.ts';
import { authProblems } from '../problems.ts';
import type { Sealer } from '../sealing.ts';
import { SignInRepository, type SignInRecord } from '../sign-in-repository.ts';
import type { SignedIn } from '../sign-in-service.ts';
import type { UserService } from '../user-service.ts';
import { findOrLinkAccount, linkAccount, linkInvited } from './account-linking.ts';
import {
  AttemptRepository,
  type AttemptPurpose,
  type SignInAttemptRecord,
} from './attempt-repository.ts';
import { hasSecondFactor, mapRole } from './claim-rules.ts';
import { IdentityRepository } from './identity-repository.ts';
import { ProviderClient, RefusedByChecksError } from './provider-client.ts';
import { ProviderSessionRepository } from './provider-session-repository.ts';
import type { ProviderClaims, SignInProvider } from './sign-in-provider.ts';

const attemptLifetimeMs = 10 * 60_000;

export interface ProviderSignInOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sealer: Sealer;
  readonly audit: AuditLog;
  readonly users: Pick<UserService, 'get' | 'save'>;
  readonly providers: readonly SignInProvider[];
  /** From the configured address of the site, never from a request. */
  readonly adminAddress: () => Promise<string>;
  readonly sessionLifetimeMs: number;
}

export interface NewAttempt {
  readonly provider: string;
  readonly purpose: AttemptPurpose;
  /** Path within the admin. */
  readonly returnTo: string;
  readonly username?: string | undefined;
  readonly invitation?: string | undefined;
}

export interface BegunAttempt {
  /** At the provider. */
  readonly url: string;
  readonly state: string;
  /** For a cookie of the browser: no other browser can finish the attempt. */
  readonly browserSecret: string;
}

export interface Callback {
  readonly provider: string;
  /** With `?`, as the provider sent it. */
  readonly search: string;
  readonly browserSecret: string;
  /** User of the present session; undefined without one, or with one that lacks its second factor. */
  readonly username: string | undefined;
  readonly address: string;
  readonly requestId: string;
}

export type Finished =
  | { readonly kind: 'linked'; readonly returnTo: string; readonly username: string }
  | { readonly kind: 'confirmed'; readonly returnTo: string; readonly username: string }
  | {
      readonly kind: 'signed_in';
      readonly returnTo: string;
      readonly signedIn: SignedIn;
      /** For the session. */
      readonly providerSignIn: string;
    };

export interface ListedProvider {
  readonly id: string;
  readonly label: string;
}

/** Sign-in through OpenID Connect providers (ADD-SSO-1 to ADD-SSO-7). */
export class ProviderSignIns {
  readonly #options: ProviderSignInOptions;
  readonly #clients: ReadonlyMap<string, ProviderClient>;

  constructor(options: ProviderSignInOptions) {
    this.#options = options;
    this.#clients = new Map(
      options.providers.map((provider) => [
        provider.id,
        new ProviderClient(provider, options.logger),
      ]),
    );
  }

  list(): ListedProvider[] {
    return this.#options.providers.map(({ id, label }) => ({ id, label }));
  }

  /** @throws `not_found`, `reset_link_invalid`, `provider_unavailable` */
  async begin({ provider, purpose, returnTo, ...given }: NewAttempt): Promise<BegunAttempt> {
    const { db, clock } = this.#options;
    const client = this.#client(provider);
    const now = clock.now();
    const invited = await this.#invited(given.invitation);
    const [state, nonce, codeVerifier, browserSecret] = [1, 2, 3, 4].map(newSecret) as [
      string,
      string,
      string,
      string,
    ];
    const url = await client.authorizationUrl({
      redirectUri: await this.#redirectUri(provider),
      state,
      nonce,
      codeVerifier,
      isConfirmation: purpose === 'confirm',
    });
    await new AttemptRepository(db).insert(
      { state, browserSecret },
      {
        provider,
        purpose,
        nonce,
        codeVerifier,
        returnTo,
        username: invited?.username ?? given.username ?? null,
        invitationHash: invited?.hash ?? null,
        expiresAt: new Date(now.getTime() + attemptLifetimeMs),
      },
    );
    return { url, state, browserSecret };
  }

  /**
   * Answers of the provider count once, in the browser that began. The same error for an unknown person and a disabled
   * account. @throws `sign_in_failed`, `sign_in_refused`, `identity_in_use`, `provider_unavailable`
   */
  async finish(callback: Callback): Promise<Finished> {
    const { db, clock } = this.#options;
    const { provider: id, search, browserSecret } = callback;
    const client = this.#client(id);
    const state = new URLSearchParams(search).get('state') ?? '';
    const key = { state, browserSecret };
    const attempt = await new AttemptRepository(db).take(key, { provider: id, now: clock.now() });
    if (!attempt) throw startAgain();
    const claims = await this.#exchange(client, { search, state, attempt });
    const { provider } = client;
    if (attempt.purpose === 'confirm') return this.#confirm(callback, attempt, claims);
    if (attempt.purpose === 'link') return this.#link(callback, { attempt, provider, claims });
    return this.#signIn(callback, { attempt, provider, claims });
  }

  /** @throws `RefusedByChecksError`, `provider_unavailable`, `not_found` */
  async logOut(providerId: string, logoutToken: string): Promise<readonly string[]> {
    const token = await this.#client(providerId).verifyLogoutToken(logoutToken);
    const ended = await this.#options.db
      .transaction()
      .execute((transaction) => new ProviderSessionRepository(transaction).end(token));
    if (!ended) throw new RefusedByChecksError('the logout token was used before');
    return ended;
  }

  /** Address at which the browser ends its session at the provider; `undefined` when there is none to end. */
  async logoutAddress(providerSignIn: string): Promise<string | undefined> {
    const { db, sealer, logger, adminAddress } = this.#options;
    const found = await new ProviderSessionRepository(db).find(providerSignIn);
    const client = found && this.#clients.get(found.provider);
    const idToken = found && sealer.open(found.sealedIdToken, sealingContext);
    if (!client?.provider.signOut || idToken === undefined) return undefined;
    try {
      return await client.endSessionUrl(idToken, `${await adminAddress()}/sign-in`);
    } catch (error) {
      // A provider that does not answer must not keep people signed in here.
      logger.warn('sign-out at the provider failed', {
        provider: client.provider.id,
        error: String(error),
      });
      return undefined;
    }
  }

  async removeExpired(): Promise<number> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const attempts = await new AttemptRepository(db).removeExpired(now);
    return attempts + (await new ProviderSessionRepository(db).removeExpired(now));
  }

  #client(id: string): ProviderClient {
    const client = this.#clients.get(id);
    if (client) return client;
    throw authProblems.not_found(`There is no sign-in provider ${JSON.stringify(id)}.`);
  }

  async #redirectUri(provider: string): Promise<string> {
    return `${await this.#options.adminAddress()}/oidc/callback/${provider}`;
  }

  async #invited(token: string | undefined) {
    if (token === undefined) return undefined;
    const { db, clock } = this.#options;
    const username = await new OneTimeTokenRepository(db).findUsername(token, clock.now());
    const account = username === undefined ? undefined : await this.#options.users.get(username);
    // A reset link also ends sessions and tokens, which a linked sign-in would not.
    if (account?.hasPassword)
      throw authProblems.forbidden(
        'This account has a password. Set a new one, then link the sign-in on your account page.',
      );
    if (account) return { username: account.username, hash: sha256(token) };
    throw authProblems.reset_link_invalid(
      'This link is wrong, has been used or has expired. Ask the sender for a new one.',
    );
  }

  async #exchange(
    client: ProviderClient,
    { search, state, attempt }: { search: string; state: string; attempt: SignInAttemptRecord },
  ): Promise<ProviderClaims> {
    const redirectUri = await this.#redirectUri(attempt.provider);
    const { nonce, codeVerifier, purpose } = attempt;
    try {
      return await client.exchange(new URL(`${redirectUri}${search}`), {
        redirectUri,
        state,
        nonce,
        codeVerifier,
        isConfirmation: purpose === 'confirm',
      });
    } catch (error) {
      if (!(error instanceof RefusedByChecksError)) throw error;
      const { provider } = attempt;
      this.#options.logger.warn('sign-in refused', { provider, reason: error.message });
      throw startAgain();
    }
  }

  async #confirm(
    { username }: Callback,
    { returnTo, username: wanted }: SignInAttemptRecord,
    claims: ProviderClaims,
  ): Promise<Finished> {
    const identity = await new IdentityRepository(this.#options.db).find(claims);
    if (username === undefined || username !== wanted || identity?.username !== username)
      throw startAgain();
    return { kind: 'confirmed', returnTo, username };
  }

  async #link(callback: Callback, { attempt, provider, claims }: Verified): Promise<Finished> {
    const { username } = callback;
    if (username === undefined || username !== attempt.username) throw startAgain();
    const { db, clock } = this.#options;
    const link = { username, claims, way: 'account page', actor: username } as const;
    await db
      .transaction()
      .execute((transaction) => linkAccount(transaction, { ...link, at: clock.now() }));
    await this.#record(callback, 'identity.link', {
      target: username,
      details: { provider: provider.id, way: link.way, email: claims.email },
    });
    return { kind: 'linked', returnTo: attempt.returnTo, username };
  }

  async #signIn(callback: Callback, verified: Verified): Promise<Finished> {
    const { attempt, provider, claims } = verified;
    const isManaged = provider.roles.length > 0;
    const role = isManaged ? mapRole(provider, claims) : undefined;
    if (isManaged && role === undefined) throw this.#refuse(provider, 'in no group with a role');
    const username = await this.#accountOf(callback, verified);
    if (role !== undefined) await this.#applyRole(callback, { username, role, provider });
    const record = await new SignInRepository(this.#options.db).findForSignIn(username);
    if (!record?.enabled) throw this.#refuse(provider, 'the account is disabled');
    return {
      kind: 'signed_in',
      returnTo: attempt.returnTo,
      signedIn: signedInBy(record, hasSecondFactor(provider, claims)),
      providerSignIn: await this.#rememberSignIn(provider, claims),
    };
  }

  async #accountOf(callback: Callback, { attempt, provider, claims }: Verified): Promise<string> {
    const { db, clock } = this.#options;
    const at = clock.now();
    const { username: invited, invitationHash: hash } = attempt;
    const found = await db.transaction().execute(async (transaction) => {
      if (invited === null || hash === null)
        return findOrLinkAccount(transaction, { provider, claims, at });
      const invitation = { username: invited, hash };
      return linkInvited(transaction, { claims, invitation, at });
    });
    if (!found) throw this.#refuse(provider, 'no account is linked, and none may be');
    const { username, way } = found;
    await new IdentityRepository(db).noteUse(claims, claims.email, at);
    if (way !== undefined) {
      const details = { provider: provider.id, way, email: claims.email };
      await this.#record(callback, 'identity.link', { target: username, details });
    }
    return username;
  }

  /** The last administrator keeps the role (ADD-SSO-5). */
  async #applyRole(
    callback: Callback,
    { username, role, provider }: { username: string; role: string; provider: SignInProvider },
  ): Promise<void> {
    const { users, logger } = this.#options;
    const account = await users.get(username);
    if (account.role === role || !account.enabled) return;
    const { name, email } = account;
    try {
      await users.save(systemActor, { username, name, email, role });
    } catch (error) {
      if (authProblems.last_admin.is(error)) {
        logger.warn('the last administrator keeps the role', { provider: provider.id, username });
        return;
      }
      if (!authProblems.invalid_fields.is(error)) throw error;
      throw this.#refuse(provider, `the role cannot be set: ${error.message}`);
    }
    const details = { role, changes: { role: [account.role, role] }, provider: provider.id };
    await this.#record(callback, 'user.save', { target: username, details });
  }

  async #rememberSignIn(provider: SignInProvider, claims: ProviderClaims): Promise<string> {
    const { db, clock, sealer, sessionLifetimeMs } = this.#options;
    const at = clock.now();
    return new ProviderSessionRepository(db).insert({
      provider: provider.id,
      issuer: claims.issuer,
      subject: claims.subject,
      sid: claims.sid,
      sealedIdToken: sealer.seal(claims.idToken, sealingContext),
      at,
      expiresAt: new Date(at.getTime() + sessionLifetimeMs),
    });
  }

  #refuse({ id, label }: SignInProvider, reason: string): Error {
    this.#options.logger.warn('sign-in refused', { provider: id, reason });
    return authProblems.sign_in_refused(
      `There is no account for this sign-in at ${label}, or it may not be used. Ask an administrator for an invitation.`,
    );
  }

  #record(
    { address, requestId }: Callback,
    action: AuditAction,
    { target, details }: { readonly target: string; readonly details: object },
  ): Promise<void> {
    const actor = action === 'user.save' ? systemActor.username : target;
    return this.#options.audit.record({
      action,
      actor,
      target,
      outcome: 'success',
      address,
      requestId,
      details: { ...details },
    });
  }
}

interface Verified {
  readonly attempt: SignInAttemptRecord;
  readonly provider: SignInProvider;
  readonly claims: ProviderClaims;
}

const sealingContext = 'ID token of a sign-in';

function signedInBy({ actor, securityVersion }: SignInRecord, factorVerified: boolean): SignedIn {
  return { actor, securityVersion, factorVerified };
}

function startAgain(): Error {
  return authProblems.sign_in_failed(
    'The sign-in was not completed in this browser within ten minutes, or the provider gave a wrong answer. Start again.',
  );
}
