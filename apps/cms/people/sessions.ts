import {
  authProblems,
  isUsername,
  normalizeUsername,
  type SessionRepository,
  type SessionService,
  type SetupService,
  type SignedIn,
  type SignInService,
  type UserPictureRepository,
} from '@galley/auth';
import type { contract } from '@galley/contract';
import { clientAddress, endSession, startSession, type Module } from '@galley/http';
import { DomainError, type Actor, type AuditAction, type AuditLog } from '@galley/kernel';
import type { Request, Response } from 'express';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { profilePictureOf } from './profile-pictures.ts';
import { presentSession } from './present-people.ts';

export interface SessionServices {
  readonly signIn: SignInService;
  readonly setup: SetupService;
  readonly onboarding: Pick<Onboarding, 'offersEmptySite'>;
  readonly sessions: SessionRepository;
  readonly sessionService: SessionService;
  readonly audit: AuditLog;
  /** Whether Galley can send mail. */
  readonly offersPasswordReset: boolean;
  readonly pictures: Pick<UserPictureRepository, 'findHashes'>;
  /** Rolling lifetime. */
  readonly ttlMilliseconds: number;
}

interface Identity {
  readonly actor: Actor;
  readonly csrfToken: string;
  readonly hasSecondFactor: boolean;
  readonly mfaComplete: boolean;
}

export function sessionsModule({
  signIn,
  sessions,
  sessionService,
}: SessionServices): Module<typeof contract.sessions> {
  return {
    confirm: async ({ body: { password }, caller, request }) => {
      const { username } = caller.actor;
      await signIn.confirm({ username, password, address: clientAddress(request) });
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
  pictures,
  offersPasswordReset,
  ttlMilliseconds,
}: SessionServices): Module<typeof contract.auth> {
  const present = identityPresenter({ pictures, ttlMilliseconds });
  const begin = async (request: Request, signedIn: SignedIn) => {
    const { actor, securityVersion, factorVerified } = signedIn;
    const { username } = actor;
    await startSession(request, { username, securityVersion, factorVerified });
    const identity = await sessions.find(request.sessionID);
    if (identity) return present(identity);
    throw authProblems.unauthenticated('Your session was ended during sign-in. Sign in again.');
  };

  return {
    session: ({ request }) => present(request.session.identity!),

    login: async ({ body, request, response }) => {
      const record = (action: AuditAction, details: object) =>
        audit.record(signInEvent({ action, details, body, request, response }));
      try {
        const { username, password, totp_code: totpCode } = body;
        const address = clientAddress(request);
        const signedIn = await signIn.authenticate({ username, password, totpCode, address });
        const identity = await begin(request, signedIn);
        await record('login', { second_factor: signedIn.factorVerified });
        return identity;
      } catch (error) {
        // Attempts during a lockout are not recorded: an attacker could flood the log with them.
        if (error instanceof DomainError && failures.has(error.code)) {
          await record('login.failed', { code: error.code });
        }
        throw error;
      }
    },

    options: () => Promise.resolve({ password_reset: offersPasswordReset }),

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

const failures = new Set(['invalid_credentials', 'totp_invalid', 'unauthenticated']);

interface SignInAttempt {
  readonly action: AuditAction;
  readonly details: object;
  readonly body: { readonly username: string };
  readonly request: Request;
  readonly response: Response;
}

/** An invalid user name is not stored, since it may be a password typed into the wrong field. */
function signInEvent({ action, details, body, request, response }: SignInAttempt) {
  const given = normalizeUsername(body.username);
  const username = isUsername(given) ? given : '';
  return {
    action,
    actor: username,
    target: username,
    outcome: action === 'login' ? 'success' : 'denied',
    address: clientAddress(request),
    requestId: response.locals['requestId'] as string,
    details: { ...details },
  } as const;
}

export type PresentIdentity = ReturnType<typeof identityPresenter>;

export function identityPresenter({
  pictures,
  ttlMilliseconds,
}: Pick<SessionServices, 'pictures' | 'ttlMilliseconds'>) {
  return async (identity: Identity) => {
    const { username } = identity.actor;
    return {
      ...presentCaller(identity),
      picture: profilePictureOf(await pictures.findHashes([username]), username),
      has_second_factor: identity.hasSecondFactor,
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
