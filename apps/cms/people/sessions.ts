import {
  authProblems,
  normalizeUsername,
  type Passkeys,
  type OwnAccountRepository,
  type SessionRepository,
  type SessionService,
  type SetupService,
  type SignInService,
  type UserPictureRepository,
} from '@galley/auth';
import type { contract } from '@galley/contract';
import { clientAddress, endSession, startSession, type Module } from '@galley/http';
import type { Actor, AuditLog } from '@galley/kernel';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { toAssertion } from './passkey-assertion.ts';
import { confirmPerson, exactlyOneRequired, offerPasskey, passkeyCheck } from './passkey-factor.ts';
import { profilePictureOf } from './profile-pictures.ts';
import { beginAtProvider } from '../sign-in/begin.ts';
import { requirePassword, type SignInServices } from '../sign-in/handlers.ts';
import { presentSession } from './present-people.ts';
import { signInRecorder, type BeginSession } from './sign-in-record.ts';
import { renewSession } from './renew-session.ts';

export interface SessionServices extends SignInServices {
  readonly adminPath: string;
  readonly signIn: SignInService;
  readonly passkeys: Passkeys;
  readonly setup: SetupService;
  readonly onboarding: Pick<Onboarding, 'offersEmptySite'>;
  readonly sessions: SessionRepository;
  readonly sessionService: SessionService;
  readonly audit: AuditLog;
  /** Whether Galley can send mail. */
  readonly offersPasswordReset: boolean;
  readonly pictures: Pick<UserPictureRepository, 'findHashes'>;
  readonly ownAccounts: Pick<OwnAccountRepository, 'find'>;
  /** Rolling lifetime. */
  readonly ttlMilliseconds: number;
}

interface Identity {
  readonly actor: Actor;
  readonly csrfToken: string;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  readonly isPasskeyDue: boolean;
  readonly factorVerified: boolean;
  readonly mfaComplete: boolean;
}

export function sessionsModule(services: SessionServices): Module<typeof contract.sessions> {
  const { sessions, sessionService } = services;
  return {
    confirmAtProvider: ({ actor: { username }, body, request, response }) =>
      beginAtProvider(services, { request, response, purpose: 'confirm', body, username }),

    confirm: async ({ body, caller, request, note }) => {
      await confirmPerson(services, { body, caller, request });
      if (body.passkey) note({ details: { passkey: true } });
      await sessions.confirm(caller.id);
      return { ok: true };
    },

    list: async ({ actor, caller, query: { username } }) => {
      const found = await sessionService.list({ actor, currentSessionId: caller.id, username });
      return found.map(presentSession);
    },

    revoke: async ({ actor, caller, body, request, response, note }) => {
      const { session_id: sessionId, keep_current: keepCurrent, ...rest } = body;
      if (body.username !== undefined) note({ target: normalizeUsername(body.username) });
      const { username, revoked, endedCurrent } = await sessionService.revoke(
        { actor, currentSessionId: caller.id },
        { ...rest, sessionId, keepCurrent },
      );
      if (endedCurrent) await endSession(request, response);
      if (username !== undefined) note({ target: username });
      note({ details: { ...body, revoked } });
      return { revoked };
    },
  };
}

export function authModule(services: SessionServices): Module<typeof contract.auth> {
  const { signIn, setup, onboarding, sessions, audit, passkeys, signIns, signInLinks } = services;
  const present = identityPresenter(services);
  const begin = sessionStarter(services);

  return {
    session: ({ request }) => present(request.session.identity!),

    login: ({ body, request, response }) => {
      requirePassword(services);
      const { username, password, totp_code: totpCode, passkey } = body;
      return signInRecorder(audit, { username, request, response }).around(async () => {
        const verifyPasskey = passkey && passkeyCheck(passkeys, { passkey, request });
        const address = clientAddress(request);
        const signedIn = await signIn
          .authenticate({ username, password, totpCode, address, verifyPasskey })
          .catch((error: unknown) => offerPasskey(passkeys, { error, body, request, response }));
        return {
          answer: await begin(request, signedIn),
          details: { second_factor: signedIn.factorVerified, ...(passkey && { passkey: true }) },
        };
      });
    },

    options: async () => ({
      password: services.offersPassword,
      password_reset: services.offersPassword && services.offersPasswordReset,
      setup_due: await setup.isNeeded(),
      passkey_origin: (await passkeys.site())?.origin ?? null,
      providers: signIns.list(),
    }),

    beginAtProvider: ({ body, request, response }) => {
      const purpose = body.invitation === undefined ? 'sign_in' : 'invitation';
      return beginAtProvider(services, { request, response, purpose, body });
    },

    useLink: async ({ body: { token }, request, note }) => {
      const signedIn = await signInLinks.use(token);
      const { username } = signedIn.actor;
      note({ actor: username, target: username, details: { by: 'sign-in link' } });
      return begin(request, signedIn);
    },

    verifyFactor: async ({ caller, body, request, note }) => {
      const { username } = caller.actor;
      note({ target: username, details: { second_factor: true } });
      const { totp_code: totpCode, passkey } = body;
      if ((totpCode === undefined) === (passkey === undefined))
        throw exactlyOneRequired('totp_code', 'passkey');
      const use = { purpose: 'confirm', binding: caller.id, username } as const;
      const verifyPasskey = passkey && (() => passkeys.verify(use, toAssertion(passkey)));
      const address = clientAddress(request);
      const factor = { username, address, totpCode, verifyPasskey };
      const { securityVersion } = await signIn.verifyFactor(factor);
      await renewSession(request, caller, { securityVersion, factorVerified: true });
      return present((await sessions.find(request.sessionID))!);
    },

    setupChoices: async () => ({ example_site: await onboarding.offersEmptySite() }),

    setup: async ({ body, request, note }) => {
      const signedIn = await setup.createFirstAdministrator(body);
      note({ actor: signedIn.actor.username, details: { created: true, role: 'admin' } });
      return begin(request, signedIn);
    },

    logout: async ({ actor, request, response, note }) => {
      const signedInBy = request.session?.identity?.providerSignIn;
      await endSession(request, response);
      if (actor) note({ actor: actor.username });
      const address =
        signedInBy === undefined ? undefined : await signIns.logoutAddress(signedInBy);
      return {
        authenticated: false,
        username: actor?.username ?? '',
        capabilities: [],
        ...(address !== undefined && { provider_url: address }),
      };
    },
  };
}

export function sessionStarter({
  sessions,
  ...parts
}: Pick<
  SessionServices,
  'sessions' | 'pictures' | 'ownAccounts' | 'ttlMilliseconds'
>): BeginSession {
  const present = identityPresenter(parts);
  return async (request, signedIn) => {
    const { actor, securityVersion, factorVerified } = signedIn;
    const { username } = actor;
    await startSession(request, { username, securityVersion, factorVerified });
    const identity = await sessions.find(request.sessionID);
    if (identity) return present(identity);
    throw authProblems.unauthenticated('Your session was ended during sign-in. Sign in again.');
  };
}

export type PresentIdentity = ReturnType<typeof identityPresenter>;

export function identityPresenter({
  pictures,
  ownAccounts,
  ttlMilliseconds,
}: Pick<SessionServices, 'pictures' | 'ownAccounts' | 'ttlMilliseconds'>) {
  return async (identity: Identity) => {
    const { username } = identity.actor;
    return {
      ...presentCaller(identity),
      picture: profilePictureOf(await pictures.findHashes([username]), username),
      has_second_factor: identity.hasTotp || identity.hasPasskey,
      has_totp: identity.hasTotp,
      has_passkey: identity.hasPasskey,
      factor_due: (identity.hasTotp || identity.hasPasskey) && !identity.factorVerified,
      passkey_due: identity.isPasskeyDue,
      time_zone: (await ownAccounts.find(username))?.timeZone ?? '',
      csrf_token: identity.csrfToken,
      ttl_seconds: Math.floor(ttlMilliseconds / 1_000),
    };
  };
}

export function presentCaller({ actor, mfaComplete }: Pick<Identity, 'actor' | 'mfaComplete'>) {
  return {
    authenticated: true,
    username: actor.username,
    name: actor.name,
    email: actor.email,
    role: actor.role,
    capabilities: [...actor.grants],
    mfa_complete: mfaComplete,
  };
}
