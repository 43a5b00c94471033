import type { Request } from 'express';
import type { Operation, RecentConfirmation } from '@galley/contract';
import { may, type Capability } from '@galley/kernel';
import type { Caller } from './callers.ts';
import { refuseForeignOrigin, requireCsrfToken } from './csrf.ts';
import { httpProblems } from './problems.ts';

export interface AccessContext {
  readonly caller: Caller | undefined;
  readonly now: Date;
}

const confirmationLifetimeMs = 10 * 60_000;

/** Checks run in the order in which a caller can fix them. */
export function checkAccess(
  operation: Operation,
  request: Request,
  { caller, now }: AccessContext,
): void {
  const { access, beforeSecondFactor, recentlyConfirmed } = operation;
  const unsafe = operation.method !== 'GET';
  if (access === 'public') {
    if (unsafe) checkPublicChange(request, caller);
    return;
  }
  if (!caller) throw httpProblems.unauthenticated('Sign in first.');
  if (!caller.mfaComplete && !beforeSecondFactor) {
    throw httpProblems.forbidden('Set up a second factor first: this site requires one.');
  }
  if (unsafe && caller.csrfToken !== undefined) {
    refuseForeignOrigin(request);
    requireCsrfToken(request, caller.csrfToken);
  }
  if (access === 'session') requireSession(caller);
  if (typeof access === 'object') requireCapability(caller, access.capability);
  if (recentlyConfirmed && !recentlyConfirmed.when)
    requireConfirmation(operation, recentlyConfirmed, { caller, now });
}

export function checkConfirmation(
  operation: Operation,
  body: unknown,
  { caller, now }: AccessContext,
): void {
  const { recentlyConfirmed } = operation;
  if (!caller || !recentlyConfirmed?.when) return;
  const isNeeded = recentlyConfirmed.when.holds(
    body as Readonly<Record<string, unknown>>,
    caller.actor,
  );
  if (isNeeded) requireConfirmation(operation, recentlyConfirmed, { caller, now });
}

/** Public changes are all about sessions, and a request with a token has none. */
function checkPublicChange(request: Request, caller: Caller | undefined): void {
  refuseForeignOrigin(request);
  if (caller) requireSession(caller);
}

function requireSession({ by }: Caller): void {
  if (by === 'token')
    throw httpProblems.forbidden('This operation does not accept API tokens. Sign in instead.');
}

function requireCapability({ actor, by }: Caller, capability: string): void {
  if (may(actor, capability as Capability)) return;
  throw httpProblems.forbidden(
    by === 'token'
      ? `The token or your role lacks the capability ${capability}.`
      : `Your role (${actor.role}) lacks the capability ${capability}.`,
  );
}

function requireConfirmation(
  { access }: Operation,
  { tokens }: RecentConfirmation,
  { caller, now }: AccessContext & { readonly caller: Caller },
): void {
  if (caller.by === 'token' && tokens === 'named_scope' && typeof access === 'object') {
    if (caller.scopes?.includes(access.capability)) return;
    throw httpProblems.forbidden(
      `The token needs the scope ${access.capability}; * is not enough.`,
    );
  }
  requireSession(caller);
  const age = now.getTime() - (caller.confirmedAt?.getTime() ?? -Infinity);
  if (age <= confirmationLifetimeMs) return;
  throw httpProblems.reauthentication_required(
    'Confirm your password first (POST /session/confirm). The confirmation is valid for ten minutes.',
  );
}
