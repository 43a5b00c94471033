import { startSession, type Caller } from '@galley/http';
import type { Request } from 'express';

/** `factorVerified` keeps its value unless given. */
export interface RenewedAccount {
  readonly securityVersion: number;
  readonly factorVerified?: boolean;
}

/** For a change of privilege (GAP-SES-1). The CSRF token stays, so that clients need not fetch it again. */
export async function renewSession(
  request: Request,
  { actor, csrfToken }: Caller,
  { securityVersion, factorVerified = request.session.identity!.factorVerified }: RenewedAccount,
): Promise<void> {
  const { username } = actor;
  const kept = csrfToken === undefined ? {} : { csrfToken };
  await startSession(request, { username, securityVersion, factorVerified, ...kept });
}
