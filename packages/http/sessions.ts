import type { Request, RequestHandler, Response } from 'express';
import session, { Store, type SessionData } from 'express-session';
import { newSecret, type Actor } from '@galley/kernel';
import { callerOf, setCaller, type Caller } from './callers.ts';
import { clientAddress } from './client-address.ts';
import { deviceOf, keepDevice, sendDeviceLast, type DeviceTokens } from './device-cookie.ts';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';
import { singleLine } from './single-line.ts';

/** Read on every request, so that revoking takes effect at once. */
export interface SessionIdentity {
  /** For lists; grants no access. */
  readonly id: string;
  readonly actor: Actor;
  readonly csrfToken: string;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** The role requires a passkey, and the person has none. */
  readonly isPasskeyDue: boolean;
  readonly factorVerified: boolean;
  /** True when no second factor is due, or it was verified. */
  readonly mfaComplete: boolean;
  /** At sign-in or later. */
  readonly confirmedAt: Date;
  /** The stored time of the last use is too old. */
  readonly isTouchDue: boolean;
  /** The sign-in at a provider that began the session; ending it ends the session. */
  readonly providerSignIn?: string | undefined;
}

export interface NewSession {
  readonly username: string;
  /** The backend starts no session for an outdated version. */
  readonly securityVersion: number;
  readonly factorVerified: boolean;
  readonly csrfToken: string;
  readonly remoteAddr: string;
  readonly userAgent: string;
  /** Tokens of the cookie that recognises the browser; absent for a renewed session. */
  readonly device?: DeviceTokens | undefined;
  readonly providerSignIn?: string | undefined;
}

/** `token` is the value in the cookie. */
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

/** HttpOnly, SameSite=Lax, Secure over TLS (gaps page, Sessions). Requests with a token get no look-up, no cookie. */
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
      else {
        sendDeviceLast(request, response);
        load(request, response, next);
      }
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

/** express-session hashes the JSON of a session twice per request to find changes; an identity has none. */
const unhashed = { toJSON: () => undefined };

/** Stores only signed-in sessions. */
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
      .then((identity) =>
        identity ? { cookie: this.#cookie(), identity: { ...identity, ...unhashed } } : null,
      );
    forwardResult(found, callback);
  }

  override set(token: string, data: SessionData, callback?: Callback): void {
    forwardResult(
      data.created ? this.#backend.create(token, data.created) : Promise.resolve(),
      callback,
    );
  }

  override touch(token: string, { identity }: SessionData, callback?: Callback): void {
    const touched = identity?.isTouchDue ? this.#backend.touch(token) : Promise.resolve();
    // A failed extension must not fail the answer: the next request extends the session.
    forwardResult(
      touched.catch(() => undefined),
      callback,
    );
  }

  override destroy(token: string, callback?: Callback): void {
    forwardResult(this.#backend.destroy(token), callback);
  }

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

export interface SessionStart {
  readonly username: string;
  readonly securityVersion: number;
  readonly factorVerified: boolean;
  readonly csrfToken?: string;
  readonly providerSignIn?: string | undefined;
}

/** Under a new id. The same person keeps the CSRF token, so that open pages work. @throws `forbidden` with a token */
export async function startSession(
  request: Request,
  { username, securityVersion, factorVerified, csrfToken: kept, providerSignIn }: SessionStart,
): Promise<string> {
  if (!hasSession(request)) {
    throw httpProblems.forbidden(
      'An API token cannot start a session. Omit the Authorization header.',
    );
  }
  const csrfToken = kept ?? newSecret();
  const device = kept === undefined ? deviceOf(request, username) : undefined;
  await toPromise((done) => request.session.regenerate(done));
  request.session.cookie.secure = request.secure;
  request.session.created = {
    username,
    securityVersion,
    factorVerified,
    csrfToken,
    providerSignIn,
    remoteAddr: clientAddress(request),
    userAgent: singleLine(request.get('user-agent') ?? '', maxUserAgentLength),
    device,
  };
  await toPromise((done) => request.session.save(done));
  if (device) keepDevice(request, username, device);
  // express-session does not know the new id and saves again with the answer; the session exists by then.
  delete request.session.created;
  return csrfToken;
}

export async function endSession(request: Request, response: Response): Promise<void> {
  if (!hasSession(request)) return;
  response.clearCookie(cookieName, cookieOptions);
  await toPromise((done) => request.session.destroy(done));
}

/** The types of express-session claim that `sessions` always ran. */
function hasSession(request: Partial<Pick<Request, 'session'>>): boolean {
  return request.session !== undefined;
}

function toPromise(work: (done: (error: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    work((error) => (error instanceof Error ? reject(error) : resolve()));
  });
}
