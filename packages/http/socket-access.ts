import type { Operation } from '@galley/contract';
import { checkAccess, type AccessContext } from './access.ts';
import { callerOf, type Caller } from './callers.ts';
import { refuseForeignOrigin } from './csrf.ts';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';
import { countCall, type RateLimits } from './rate-limit.ts';

export interface SocketGuard {
  /** Its access rule applies. */
  readonly operation: Operation;
  readonly rateLimits: RateLimits;
  readonly now: () => Date;
}

/**
 * Checks the handshake of a WebSocket: a browser sends no CSRF token with it, so it must name its origin. The returned
 * function checks again later. @throws as the operation would
 */
export async function openSocketAccess(
  { request, response }: Exchange,
  { operation, rateLimits, now }: SocketGuard,
): Promise<{ readonly caller: Caller; readonly checkAgain: () => Promise<Caller> }> {
  await countCall(rateLimits, operation, { request, response });
  const check = (caller: Caller | undefined): Caller => {
    // Reading needs no CSRF token.
    const reading: Operation = { ...operation, method: 'GET' };
    const context: AccessContext = { caller, now: now() };
    checkAccess(reading, request, context);
    if (caller!.by === 'token')
      throw httpProblems.forbidden('Rooms need a session. Sign in instead of using an API token.');
    return caller!;
  };
  const caller = check(callerOf(response));
  if (request.get('origin') === undefined)
    throw httpProblems.csrf_failed('Name your site in the header Origin.');
  refuseForeignOrigin(request);
  return { caller, checkAgain: async () => check(await caller.refresh()) };
}
