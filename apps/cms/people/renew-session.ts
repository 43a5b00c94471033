import { startSession, type Caller } from '@galley/http';
import type { Request } from 'express';

/** `factorVerified` keeps its value unless given. */
export interface RenewedAccount {
  readonly securityVersion: number;
  readonly factorVerified?: boolean;
  /** Sign-ins at providers on which the session must not depend any more. */
  readonly endedSignIns?: readonly string[];
}

/** For a change of privilege (GAP-SES-1). The CSRF token stays, so that clients need not fetch it again. */
export async function renewSession(
  request: Request,
  { actor, csrfToken }: Caller,
  {
    securityVersion,
    factorVerified = request.session.identity!.factorVerified,
    endedSignIns = [],
  }: RenewedAccount,
): Promise<void> {
  const { providerSignIn } = request.session.identity!;
  const isEnded = providerSignIn !== undefined && endedSignIns.includes(providerSignIn);
  const { username } = actor;
  const kept = csrfToken === undefined ? {} : { csrfToken };
  await startSession(request, {
    username,
    securityVersion,
    factorVerified,
    providerSignIn: isEnded ? undefined : providerSignIn,
    ...kept,
  });
}
