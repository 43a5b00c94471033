import express from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { defineOperation, type Operation } from '@galley/contract';
import type { Actor, AuditEvent, LogAttributes, Logger } from '@galley/kernel';
import { ManualClock } from '@galley/testing';
import type { IdempotencyStore } from './with-idempotency.ts';
import { limitBodyArrival } from './body-arrival.ts';
import type { MountOptions } from './operation-router.ts';
import { bearerTokens, type TokenBackend, type TokenIdentity } from './bearer-tokens.ts';
import type { HandlerOf, Module } from './module.ts';
import { OperationRouter } from './operation-router.ts';
import { problemHandler } from './problem-response.ts';
import { RateLimits, type RequestLimits } from './rate-limit.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import {
  endSession,
  sessions,
  startSession,
  type NewSession,
  type SessionBackend,
  type SessionIdentity,
} from './sessions.ts';

export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly attributes: LogAttributes;
}

export interface MountedOptions {
  readonly requestLimits?: Partial<RequestLimits>;
  readonly onRecord?: (event: AuditEvent) => Promise<void>;
  readonly behindProxy?: boolean;
  readonly bodyArrivalMs?: number;
  readonly answers?: IdempotencyStore;
  readonly afterChange?: MountOptions['afterChange'];
}

type Mounting = (router: OperationRouter) => void;

export class Mounted implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly log: LogLine[] = [];
  readonly recorded: AuditEvent[] = [];
  readonly tokens = new TokenStore();
  readonly sessions = new SessionStore(this.clock);
  readonly #server = createServer();

  private constructor() {}

  static async operation<O extends Operation>(
    operation: O,
    handler: HandlerOf<O>,
    options: MountedOptions = {},
  ): Promise<Mounted> {
    return Mounted.start((router) => router.serve({ operation }, { operation: handler }), options);
  }

  static async start(mount: Mounting, options: MountedOptions = {}): Promise<Mounted> {
    const mounted = new Mounted();
    const { bodyArrivalMs } = options;
    if (bodyArrivalMs !== undefined)
      mounted.#server.on('request', (request, response) =>
        limitBodyArrival(request, response, bodyArrivalMs),
      );
    mounted.#server.on('request', mounted.#app(mount, options)).listen(0, '127.0.0.1');
    await once(mounted.#server, 'listening');
    return mounted;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async signedIn(username: string, headers: Record<string, string> = {}): Promise<SignedIn> {
    const answer = await fetch(`${this.url}/enter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ username }),
    });
    const { csrf_token } = (await answer.json()) as { csrf_token: string };
    return { cookie: cookieOf(answer)!, 'x-csrf-token': csrf_token };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server.close(), 'close');
    this.#server.closeAllConnections();
    await closed;
  }

  #app(
    mount: Mounting,
    { requestLimits, onRecord, behindProxy, answers, afterChange }: MountedOptions,
  ): express.Express {
    const logger = recorder(this.log);
    const rateLimits = new RateLimits({ signIn: 0, public: 0, session: 0, ...requestLimits });
    const record = async (event: AuditEvent): Promise<void> => {
      await onRecord?.(event);
      this.recorded.push(event);
    };
    const isUnavailable = (error: unknown): boolean =>
      error instanceof Error && error.message === 'the database is away';
    const router = new OperationRouter({
      ...(answers && { answers }),
      ...(afterChange && { afterChange }),
      limits: { json: 1_000, document: 2_000 },
      uploadLimit: 100_000,
      rateLimits,
      audit: { record },
      clock: this.clock,
      logger,
      isUnavailable,
    });
    router.serve(sessionNoun, sessionModule);
    mount(router);
    const app = express();
    if (behindProxy) app.set('trust proxy', 'loopback');
    app.use(requestId(), requestLog(logger), bearerTokens(this.tokens, rateLimits));
    app.use(sessions({ backend: this.sessions, secret: 'pepper', ttlMilliseconds: 60_000 }));
    app.use(router.router, problemHandler({ logger, isUnavailable }));
    return app;
  }
}

export type SignedIn = Readonly<Record<'cookie' | 'x-csrf-token', string>>;

export function cookieOf(answer: Response): string | undefined {
  const cookies = answer.headers.getSetCookie();
  return cookies.find((cookie) => cookie.startsWith('session='))?.split(';', 1)[0];
}

const credentials = z.strictObject({ username: z.string() });
const csrfAnswer = z.object({ csrf_token: z.string() });
const common = { method: 'POST', base: 'admin', summary: '', problems: [] } as const;

const enter = defineOperation({
  ...common,
  id: 'fixture.enter',
  path: '/enter',
  access: 'public',
  body: credentials,
  answer: csrfAnswer,
});

const renew = defineOperation({
  ...common,
  id: 'fixture.renew',
  path: '/renew',
  access: 'session',
  answer: csrfAnswer,
});

const leave = defineOperation({
  ...common,
  id: 'fixture.leave',
  path: '/leave',
  access: 'public',
  answer: z.object({}),
});

const sessionNoun = { enter, renew, leave };

/** `/enter` signs anyone in, `/renew` renews the session of the same person, `/leave` ends it. */
const sessionModule: Module<typeof sessionNoun> = {
  enter: async ({ body: { username }, request }) => ({
    csrf_token: await startSession(request, {
      username,
      securityVersion: 1,
      factorVerified: false,
    }),
  }),
  renew: async ({ caller, actor: { username }, request }) => {
    const { csrfToken } = caller;
    const renewed = { username, securityVersion: 2, factorVerified: true, csrfToken };
    return { csrf_token: await startSession(request, renewed) };
  },
  leave: async ({ request, response }) => {
    await endSession(request, response);
    return {};
  },
};

/** Ada has every capability, Vera reads documents, and Newt lacks a required second factor. */
export const people: Readonly<Record<string, Actor>> = {
  ada: person('ada', 'admin', ['*']),
  vera: person('vera', 'viewer', ['documents.read']),
  newt: person('newt', 'admin', ['*']),
};

function person(username: string, role: string, grants: string[]): Actor {
  return { kind: 'user', username, name: username, email: '', role, grants: new Set(grants) };
}

export class SessionStore implements SessionBackend {
  readonly created: NewSession[] = [];
  readonly calls: string[] = [];
  isTouchDue = false;
  answering: Promise<void> = Promise.resolve();
  readonly #byToken = new Map<string, SessionIdentity>();
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#byToken.size;
  }

  async find(token: string): Promise<SessionIdentity | undefined> {
    this.calls.push('find');
    await this.answering;
    const found = this.#byToken.get(token);
    return found && { ...found, isTouchDue: this.isTouchDue };
  }

  create(token: string, session: NewSession): Promise<void> {
    this.calls.push('create');
    this.created.push(session);
    const { username, csrfToken, factorVerified } = session;
    this.#byToken.set(token, {
      id: `session-${this.created.length}`,
      actor: people[username]!,
      csrfToken,
      hasTotp: factorVerified,
      hasPasskey: false,
      isPasskeyDue: false,
      factorVerified,
      mfaComplete: username !== 'newt',
      confirmedAt: this.#clock.now(),
      isTouchDue: this.isTouchDue,
    });
    return Promise.resolve();
  }

  touch(): Promise<void> {
    this.calls.push('touch');
    return Promise.resolve();
  }

  endAll(): void {
    this.#byToken.clear();
  }

  destroy(token: string): Promise<void> {
    this.calls.push('destroy');
    this.#byToken.delete(token);
    return Promise.resolve();
  }
}

/** Accepts `<name>-token`; `<name>-named-token` has `users.manage` among its scopes. */
export class TokenStore implements TokenBackend {
  readonly lookups: { readonly token: string; readonly address: string }[] = [];
  readonly revoked = new Set<string>();

  find(token: string, address: string): Promise<TokenIdentity | undefined> {
    this.lookups.push({ token, address });
    const actor = people[token.replace(/(-named)?-token$/, '')];
    const scopes = token.endsWith('-named-token') ? ['users.manage'] : ['*'];
    const known = actor && token.endsWith('-token') && !this.revoked.has(token);
    const mfaComplete = actor?.username !== 'newt';
    const identity = known && { id: token, actor, scopes, mfaComplete };
    return Promise.resolve(identity || undefined);
  }
}

export function byToken(username: string): { readonly authorization: string } {
  return { authorization: `Bearer ${username}-token` };
}

export async function codeOf(response: Response): Promise<[number, unknown]> {
  return [response.status, ((await response.json()) as { code?: unknown }).code];
}

function recorder(lines: LogLine[]): Logger {
  const note =
    (level: keyof Logger) =>
    (message: string, attributes: LogAttributes = {}): void =>
      void lines.push({ level, message, attributes });
  return { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
}
