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
import { confirmPerson, offerPasskey, passkeyCheck } from './passkey-factor.ts';
import { profilePictureOf } from './profile-pictures.ts';
import { presentSession } from './present-people.ts';
import { signInRecorder, type BeginSession } from './sign-in-record.ts';

export interface SessionServices {
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
  readonly mfaComplete: boolean;
}

export function sessionsModule({
  signIn,
  sessions,
  sessionService,
  passkeys,
}: SessionServices): Module<typeof contract.sessions> {
  return {
    confirm: async ({ body, caller, request, note }) => {
      await confirmPerson({ signIn, passkeys }, { body, caller, request });
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

export function authModule({
  signIn,
  setup,
  onboarding,
  sessions,
  audit,
  passkeys,
  pictures,
  ownAccounts,
  offersPasswordReset,
  ttlMilliseconds,
}: SessionServices): Module<typeof contract.auth> {
  const present = identityPresenter({ pictures, ownAccounts, ttlMilliseconds });
  const begin = sessionStarter({ sessions, pictures, ownAccounts, ttlMilliseconds });

  return {
    session: ({ request }) => present(request.session.identity!),

    login: ({ body, request, response }) => {
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
      password_reset: offersPasswordReset,
      passkey_origin: (await passkeys.site())?.origin ?? null,
    }),

    setupChoices: async () => ({ example_site: await onboarding.offersEmptySite() }),

    setup: async ({ body, request, note }) => {
      const signedIn = await setup.createFirstAdministrator(body);
      note({ actor: signedIn.actor.username, details: { created: true, role: 'admin' } });
      return begin(request, signedIn);
    },

    logout: async ({ actor, request, response, note }) => {
      await endSession(request, response);
      if (actor) note({ actor: actor.username });
      return { authenticated: false, username: actor?.username ?? '', capabilities: [] };
    },
  };
}

export function sessionStarter({
  sessions,
  ...parts
}: Pick<SessionServices, 'sessions' | 'pictures' | 'ownAccounts' | 'ttlMilliseconds'>): BeginSession {
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
