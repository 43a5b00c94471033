import type { Request, RequestHandler, Response } from 'express';
import session, { Store, type SessionData } from 'express-session';
import { newSecret, type Actor } from '@galley/kernel';
import { callerOf, setCaller, type Caller } from './callers.ts';
import { clientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';
import { singleLine } from './single-line.ts';

/** Identity behind a session cookie, read on every request, so that revoking it takes effect at once. */
export interface SessionIdentity {
  /** For session lists; grants no access. */
  readonly id: string;
  readonly actor: Actor;
  readonly csrfToken: string;
  readonly hasSecondFactor: boolean;
  readonly factorVerified: boolean;
  /** True when no second factor is due, or it was verified. */
  readonly mfaComplete: boolean;
  /** Last time the person proved their identity: at sign-in or later. */
  readonly confirmedAt: Date;
}

export interface NewSession {
  readonly username: string;
  /** Version at the time of sign-in: the backend starts no session for an outdated one. */
  readonly securityVersion: number;
  readonly factorVerified: boolean;
  readonly csrfToken: string;
  readonly remoteAddr: string;
  readonly userAgent: string;
}

/** Stores sessions. `token` is the value in the cookie. */
export interface SessionBackend {
  find(token: string): Promise<SessionIdentity | undefined>;
  create(token: string, session: NewSession): Promise<unknown>;
  touch(token: string): Promise<void>;
  destroy(token: string): Promise<void>;
}

declare module 'express-session' {
  interface SessionData {
    identity?: SessionIdentity;
    created?: NewSession;
  }
}

export interface SessionOptions {
  readonly backend: SessionBackend;
  /** Signs the cookie, so that forged cookies cost no query. */
  readonly secret: string;
  readonly ttlMilliseconds: number;
}

const cookieName = 'session';
const maxUserAgentLength = 500;
const cookieOptions = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

/**
 * Cookie `session` (gaps page, Sessions): HttpOnly, SameSite=Lax, Secure over TLS, hashed in the database. Requests
 * authenticated by a token skip sessions: no look-up, no cookie.
 */
export function sessions({ backend, secret, ttlMilliseconds }: SessionOptions): RequestHandler[] {
  const cookie = { ...cookieOptions, maxAge: ttlMilliseconds };
  const load = session({
    name: cookieName,
    secret,
    store: new BackendStore(backend, ttlMilliseconds),
    genid: newSecret,
    resave: false,
    saveUninitialized: false,
    rolling: true,
    cookie,
  });
  return [
    (request, response, next) => {
      if (callerOf(response)) next();
      else load(request, response, next);
    },
    (request, response, next) => {
      if (!callerOf(response)) {
        // express-session sets `secure` only on cookies that it creates; returning ones need it too.
        request.session.cookie.secure = request.secure;
        identify({ request, response }, backend);
      }
      next();
    },
  ];
}

function identify({ request, response }: Exchange, backend: SessionBackend): void {
  const { identity } = request.session;
  if (!identity) return;
  const token = request.sessionID;
  const asOfNow = async (): Promise<Caller | undefined> => {
    const found = await backend.find(token);
    return found && toCaller(found, asOfNow);
  };
  setCaller(response, toCaller(identity, asOfNow));
}

function toCaller(identity: SessionIdentity, asOfNow: Caller['refresh']): Caller {
  const { id, actor, mfaComplete, csrfToken, confirmedAt } = identity;
  return { id, actor, by: 'session', mfaComplete, csrfToken, confirmedAt, refresh: asOfNow };
}

/** Connects express-session to the backend. Stores only signed-in sessions. */
class BackendStore extends Store {
  readonly #backend: SessionBackend;
  readonly #ttlMilliseconds: number;

  constructor(backend: SessionBackend, ttlMilliseconds: number) {
    super();
    this.#backend = backend;
    this.#ttlMilliseconds = ttlMilliseconds;
  }

  override get(token: string, callback: Callback<SessionData | null>): void {
    const found = this.#backend
      .find(token)
      .then((identity) => (identity ? { cookie: this.#cookie(), identity } : null));
    forwardResult(found, callback);
  }

  override set(token: string, data: SessionData, callback?: Callback): void {
    forwardResult(
      data.created ? this.#backend.create(token, data.created) : Promise.resolve(),
      callback,
    );
  }

  override touch(token: string, _data: SessionData, callback?: Callback): void {
    // A failed extension must not fail the answer: the next request extends the session.
    const touched = this.#backend.touch(token).catch(() => undefined);
    forwardResult(touched, callback);
  }

  override destroy(token: string, callback?: Callback): void {
    forwardResult(this.#backend.destroy(token), callback);
  }

  /** Cookie for the next answer, with its full lifetime. */
  #cookie(): SessionData['cookie'] {
    return { ...cookieOptions, originalMaxAge: this.#ttlMilliseconds };
  }
}

type Callback<T = unknown> = (error?: unknown, result?: T) => void;

function forwardResult<T>(work: Promise<T>, callback: Callback<T> = () => undefined): void {
  work.then(
    (result) => callback(null, result),
    (error: unknown) => callback(error),
  );
}

/** `csrfToken` is that of the replaced session. */
export interface SessionStart {
  readonly username: string;
  readonly securityVersion: number;
  readonly factorVerified: boolean;
  readonly csrfToken?: string;
}

/**
 * Starts a session under a new id and returns its CSRF token. Renewing the session of the same person keeps the CSRF
 * token, so that open pages keep working. @throws `forbidden` when the request has a token
 */
export async function startSession(
  request: Request,
  { username, securityVersion, factorVerified, csrfToken = newSecret() }: SessionStart,
): Promise<string> {
  if (!hasSession(request)) {
    throw httpProblems.forbidden(
      'An API token cannot start a session. Omit the Authorization header.',
    );
  }
  await toPromise((done) => request.session.regenerate(done));
  request.session.cookie.secure = request.secure;
  request.session.created = {
    username,
    securityVersion,
    factorVerified,
    csrfToken,
    remoteAddr: clientAddress(request),
    userAgent: singleLine(request.get('user-agent') ?? '', maxUserAgentLength),
  };
  await toPromise((done) => request.session.save(done));
  // express-session does not know the new id and saves again with the answer; the session exists by then.
  delete request.session.created;
  return csrfToken;
}

/** Ends the request's session, if any, and clears the cookie. */
export async function endSession(request: Request, response: Response): Promise<void> {
  if (!hasSession(request)) return;
  response.clearCookie(cookieName, cookieOptions);
  await toPromise((done) => request.session.destroy(done));
}

/** Whether `sessions` ran for the request; the types of express-session claim that it always did. */
function hasSession(request: Partial<Pick<Request, 'session'>>): boolean {
  return request.session !== undefined;
}

function toPromise(work: (done: (error: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    work((error) => (error instanceof Error ? reject(error) : resolve()));
  });
}
