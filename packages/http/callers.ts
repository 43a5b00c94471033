import type { Response } from 'express';
import type { Actor } from '@galley/kernel';
import { logContextOf } from './logged-context.ts';

export interface Caller {
  /** With a token, only the grants within its scopes. */
  readonly actor: Actor;
  readonly by: 'session' | 'token';
  /** Public; grants no access. */
  readonly id: string;
  /** As the owner of the token chose them. */
  readonly scopes?: readonly string[];
  /** True when no second factor is due, or it was verified. */
  readonly mfaComplete: boolean;
  /** Required of unsafe requests with a session cookie. */
  readonly csrfToken: string | undefined;
  readonly confirmedAt: Date | undefined;
  /** `undefined` when the session or token has ended, or its user may no longer sign in. */
  readonly refresh: () => Promise<Caller | undefined>;
}

export function callerOf(response: Response): Caller | undefined {
  return response.locals['caller'] as Caller | undefined;
}

export function setCaller(response: Response, caller: Caller): void {
  response.locals['caller'] = caller;
  logContextOf(response)?.add({ user: caller.actor.username });
}
