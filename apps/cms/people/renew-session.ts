import { startSession, type Caller } from '@galley/http';
import type { Request } from 'express';

/** What has changed about the account. Whether a second factor was verified stays as it is unless it is given. */
export interface RenewedAccount {
  readonly securityVersion: number;
  readonly factorVerified?: boolean;
}

/** A new session id after a change of privilege (GAP-SES-1); the CSRF token stays, so that clients need not ask for it. */
export async function renewSession(
  request: Request,
  { actor, csrfToken }: Caller,
  { securityVersion, factorVerified = request.session.identity!.factorVerified }: RenewedAccount,
): Promise<void> {
  const { username } = actor;
  const kept = csrfToken === undefined ? {} : { csrfToken };
  await startSession(request, { username, securityVersion, factorVerified, ...kept });
}
