import type { Response } from 'express';
import type { Actor } from '@galley/kernel';
import { logContextOf } from './logged-context.ts';

/** Who makes a request, and what shows it. */
export interface Caller {
  /** Of a token, with the grants that are left within its scopes. */
  readonly actor: Actor;
  readonly by: 'session' | 'token';
  /** Of the session or the token; opens nothing. */
  readonly id: string;
  /** Of a token, as the person chose them. */
  readonly scopes?: readonly string[];
  /** No second factor is due, or it was verified. */
  readonly mfaComplete: boolean;
  /** Of a session: what its unsafe requests must carry. */
  readonly csrfToken: string | undefined;
  /** Of a session: when the person last proved that it is they. */
  readonly confirmedAt: Date | undefined;
  /** Looks the session or the token up anew; undefined when it has ended since, or its user may not sign in. */
  readonly asOfNow: () => Promise<Caller | undefined>;
}

/** Undefined when nobody is known to make this request. */
export function callerOf(response: Response): Caller | undefined {
  return response.locals['caller'] as Caller | undefined;
}

export function setCaller(response: Response, caller: Caller): void {
  response.locals['caller'] = caller;
  logContextOf(response)?.add({ user: caller.actor.username });
}
