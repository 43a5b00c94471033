import type { Response } from 'express';
import type { Actor } from '@galley/kernel';
import { logContextOf } from './logged-context.ts';

export interface Caller {
  /** With a token, only the grants within its scopes. */
  readonly actor: Actor;
  readonly by: 'session' | 'token';
  /** Public id of the session or token; grants no access. */
  readonly id: string;
  /** Scopes of a token as its owner chose them. */
  readonly scopes?: readonly string[];
  /** True when no second factor is due, or it was verified. */
  readonly mfaComplete: boolean;
  /** Required of unsafe requests with a session cookie. */
  readonly csrfToken: string | undefined;
  /** Last time the person of the session proved their identity. */
  readonly confirmedAt: Date | undefined;
  /** Looks the session or token up again; `undefined` when it has ended, or its user may no longer sign in. */
  readonly refresh: () => Promise<Caller | undefined>;
}

export function callerOf(response: Response): Caller | undefined {
  return response.locals['caller'] as Caller | undefined;
}

export function setCaller(response: Response, caller: Caller): void {
  response.locals['caller'] = caller;
  logContextOf(response)?.add({ user: caller.actor.username });
}
