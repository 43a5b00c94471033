import {
  loginOperation,
  logoutOperation,
  sessionOperation,
  setupOperation,
} from '@galley/contract';
import type { SetupService, SignInService } from '@galley/auth';
import { endSession, startSession, type OperationRouter } from '@galley/http';
import type { Actor } from '@galley/kernel';
import type { Request } from 'express';

export interface SessionRoutes {
  readonly signIn: SignInService;
  readonly setup: SetupService;
  /** Rolling lifetime. */
  readonly ttlMilliseconds: number;
}

interface Identity {
  readonly actor: Actor;
  readonly csrfToken: string;
  readonly mfaComplete: boolean;
}

export function mountSessions(
  router: OperationRouter,
  { signIn, setup, ttlMilliseconds }: SessionRoutes,
): void {
  const begin = async (request: Request, actor: Actor) => {
    const csrfToken = await startSession(request, actor.username, true);
    return presentIdentity({ actor, csrfToken, mfaComplete: true }, ttlMilliseconds);
  };

  router.mount(loginOperation, async ({ body: { username, password }, request }) =>
    begin(request, await signIn.authenticate({ username, password })),
  );

  router.mount(setupOperation, async ({ body, request }) =>
    begin(request, await setup.createFirstAdministrator(body)),
  );

  router.mount(logoutOperation, async ({ actor, request, response }) => {
    await endSession(request, response);
    return { authenticated: false, username: actor?.username ?? '', capabilities: [] };
  });

  router.mount(sessionOperation, ({ request }) =>
    Promise.resolve(presentIdentity(request.session.identity!, ttlMilliseconds)),
  );
}

/** An AuthSession, as the contract has it. */
export function presentIdentity(
  { actor, csrfToken, mfaComplete }: Identity,
  ttlMilliseconds: number,
) {
  return {
    authenticated: true,
    username: actor.username,
    name: actor.name,
    email: actor.email,
    role: actor.role,
    capabilities: [...actor.grants],
    mfa_complete: mfaComplete,
    csrf_token: csrfToken,
    ttl_seconds: Math.floor(ttlMilliseconds / 1_000),
  };
}
