import type { Request, RequestHandler, Response } from 'express';
import session, { Store, type SessionData } from 'express-session';
import { newSecret, type Actor } from '@galley/kernel';
import { callerOf, setCaller, type Caller } from './callers.ts';
import { clientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';
import { singleLine } from './single-line.ts';

/** Who a session cookie stands for; read anew for every request, so that a revoked one opens nothing. */
export interface SessionIdentity {
  /** For session lists; opens nothing. */
  readonly id: string;
  readonly actor: Actor;
  readonly csrfToken: string;
  /** The user has a second factor that is enabled. */
  readonly hasSecondFactor: boolean;
  /** It was verified in this session. */
  readonly factorVerified: boolean;
  /** No second factor is due, or it was verified. */
  readonly mfaComplete: boolean;
  /** When the person last proved that it is they: at sign-in, or since. */
  readonly confirmedAt: Date;
}

export interface NewSession {
  readonly username: string;
  /** As of when the person proved who they are: the backend starts no session for an older one. */
  readonly securityVersion: number;
  readonly factorVerified: boolean;
  readonly csrfToken: string;
  readonly remoteAddr: string;
  readonly userAgent: string;
}

/** Where sessions are kept. `token` is what the cookie carries. */
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
  /** Signs the cookie, so that a made-up one costs no query. */
  readonly secret: string;
  /** Rolling lifetime. */
  readonly ttlMilliseconds: number;
}

const cookieName = 'session';
const longestUserAgent = 500;
const cookieOptions = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

/**
 * Cookie `session` (gaps page, Sessions): HttpOnly, SameSite=Lax, Secure over TLS, hashed in the database.
 * A request that a token decides has no session: none is looked up, and no cookie is set.
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
        // express-session settles `secure` only for cookies that it makes itself; those that come back need it too.
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

function toCaller(identity: SessionIdentity, asOfNow: Caller['asOfNow']): Caller {
  const { id, actor, mfaComplete, csrfToken, confirmedAt } = identity;
  return { id, actor, by: 'session', mfaComplete, csrfToken, confirmedAt, asOfNow };
}

/** Hands express-session's calls to the backend; only sessions that somebody signed in to are ever stored. */
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
    hand(found, callback);
  }

  override set(token: string, data: SessionData, callback?: Callback): void {
    hand(data.created ? this.#backend.create(token, data.created) : Promise.resolve(), callback);
  }

  override touch(token: string, _data: SessionData, callback?: Callback): void {
    // It comes with the answer, which stands: a session that could not be prolonged is prolonged by the next request.
    const touched = this.#backend.touch(token).catch(() => undefined);
    hand(touched, callback);
  }

  override destroy(token: string, callback?: Callback): void {
    hand(this.#backend.destroy(token), callback);
  }

  /** What the cookie is like when it is sent again, with its lifetime begun anew. */
  #cookie(): SessionData['cookie'] {
    return { ...cookieOptions, originalMaxAge: this.#ttlMilliseconds };
  }
}

type Callback<T = unknown> = (error?: unknown, result?: T) => void;

/** express-session speaks callbacks. */
function hand<T>(work: Promise<T>, callback: Callback<T> = () => undefined): void {
  work.then(
    (result) => callback(null, result),
    (error: unknown) => callback(error),
  );
}

/** Who a session begins for; `csrfToken` is that of the session which it takes the place of. */
export interface SessionStart {
  readonly username: string;
  readonly securityVersion: number;
  readonly factorVerified: boolean;
  readonly csrfToken?: string;
}

/**
 * Starts a session under a new id, whatever id the request came with, and returns its CSRF token. A session that is
 * renewed for the same person keeps its CSRF token, so that their open pages go on working.
 * Throws `forbidden` when the request came with a token.
 */
export async function startSession(
  request: Request,
  { username, securityVersion, factorVerified, csrfToken = newSecret() }: SessionStart,
): Promise<string> {
  if (!hasSession(request)) {
    throw httpProblems.forbidden('A token cannot begin a session; leave out Authorization.');
  }
  await promised((done) => request.session.regenerate(done));
  request.session.cookie.secure = request.secure;
  request.session.created = {
    username,
    securityVersion,
    factorVerified,
    csrfToken,
    remoteAddr: clientAddress(request),
    userAgent: singleLine(request.get('user-agent') ?? '', longestUserAgent),
  };
  await promised((done) => request.session.save(done));
  // express-session saves it once more with the answer, as it does not know the new id; it is there by then.
  delete request.session.created;
  return csrfToken;
}

/** Ends the request's session, if it has one, and takes the cookie back. */
export async function endSession(request: Request, response: Response): Promise<void> {
  if (!hasSession(request)) return;
  response.clearCookie(cookieName, cookieOptions);
  await promised((done) => request.session.destroy(done));
}

/** Whether `sessions` has seen to the request; express-session's types say that it always has. */
function hasSession(request: Partial<Pick<Request, 'session'>>): boolean {
  return request.session !== undefined;
}

function promised(work: (done: (error: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    work((error) => (error instanceof Error ? reject(error) : resolve()));
  });
}
