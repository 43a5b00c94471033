import type { RequestHandler, Response } from 'express';
import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Operation } from '@galley/contract';
import { networkOf, type DomainError } from '@galley/kernel';
import { callerOf } from './callers.ts';
import { clientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';

/** Per minute; 0 for no limit. */
export interface RequestLimits {
  /** Per address, also for setting up or resetting a password. */
  readonly signIn: number;
  /** Per address, for other anonymous requests and for invalid tokens. */
  readonly public: number;
  /** Per session or token. */
  readonly session: number;
}

export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the minute ends. */
  readonly reset: number;
  readonly exceeded: boolean;
}

const windowSeconds = 60;
const timeoutMs = 1_000;

export interface RateLimitsOptions {
  readonly maxKeys?: number;
  /** In a worker of `node:cluster`: the primary counts, after calling `countForWorkers`. */
  readonly isShared?: boolean;
}

/** In memory (GAP-SES-7): a query per request would add load. Failed sign-ins are counted in the database. */
export class RateLimits {
  readonly #counters: Readonly<Record<keyof RequestLimits, RequestCounter>>;
  readonly #refused: Record<keyof RequestLimits, number> = { signIn: 0, public: 0, session: 0 };

  constructor(limits: RequestLimits, options: RateLimitsOptions = {}) {
    const counter = (name: keyof RequestLimits) => new RequestCounter(name, limits[name], options);
    this.#counters = {
      signIn: counter('signIn'),
      public: counter('public'),
      session: counter('session'),
    };
  }

  get refused(): Readonly<Record<keyof RequestLimits, number>> {
    return { ...this.#refused };
  }

  /** `undefined` without a limit. */
  async spend(limit: keyof RequestLimits, key: string): Promise<Allowance | undefined> {
    const allowance = await this.#counters[limit].spend(key);
    if (allowance?.exceeded) this.#refused[limit] += 1;
    return allowance;
  }

  /** Counts no request; `undefined` while some of the limit is left. */
  async findSpent(limit: keyof RequestLimits, key: string): Promise<Allowance | undefined> {
    const spent = await this.#counters[limit].findSpent(key);
    if (spent) this.#refused[limit] += 1;
    return spent;
  }
}

/** In a `node:cluster` primary, before the first worker starts. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}

type Counts = Pick<RateLimiterMemory, 'penalty' | 'get' | 'delete'>;

/** Requests of each key within a minute. */
export class RequestCounter {
  readonly #limit: number;
  readonly #maxKeys: number;
  readonly #own: Counts;
  readonly #shared: Counts | undefined;
  /** In the order in which their minutes began. */
  readonly #keys = new Set<string>();

  /** `name` is unique among all counters of the program. */
  constructor(name: string, limit: number, { maxKeys = 50_000, isShared }: RateLimitsOptions = {}) {
    this.#limit = limit;
    this.#maxKeys = maxKeys;
    const options = { points: limit, duration: windowSeconds };
    this.#own = new RateLimiterMemory(options);
    if (isShared && limit > 0)
      this.#shared = new RateLimiterCluster({ ...options, keyPrefix: name, timeoutMs });
  }

  async spend(key: string): Promise<Allowance | undefined> {
    if (this.#limit === 0) return undefined;
    const count = await this.#ask((counts) => counts.penalty(key));
    if (count.isFirstInDuration) await this.#remember(key);
    return this.#allowance(count);
  }

  async findSpent(key: string): Promise<Allowance | undefined> {
    if (this.#limit === 0) return undefined;
    const count = await this.#ask((counts) => counts.get(key));
    return count && count.remainingPoints === 0 ? this.#allowance(count) : undefined;
  }

  /** Evicts the oldest. Refusing new keys would let a client with many addresses lock out everyone else. */
  async #remember(key: string): Promise<void> {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= this.#maxKeys) return;
    const [oldest] = this.#keys;
    this.#keys.delete(oldest!);
    await this.#ask((counts) => counts.delete(oldest!));
  }

  /** Counts locally when the primary is gone or slow: rather too many requests than none. */
  async #ask<T>(question: (counts: Counts) => Promise<T>): Promise<T> {
    if (!this.#shared || !process.connected) return question(this.#own);
    return question(this.#shared).catch(() => question(this.#own));
  }

  #allowance({ consumedPoints, remainingPoints, msBeforeNext }: RateLimiterRes): Allowance {
    return {
      limit: this.#limit,
      remaining: remainingPoints,
      reset: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
      exceeded: consumedPoints > this.#limit,
    };
  }
}

/** @throws `rate_limited` */
export async function countCall(
  rateLimits: RateLimits,
  operation: Operation,
  { request, response }: Exchange,
): Promise<void> {
  const caller = callerOf(response);
  const network = networkOf(clientAddress(request));
  const allowance = await (isSignIn(operation)
    ? rateLimits.spend('signIn', network)
    : caller
      ? rateLimits.spend('session', `${caller.by} ${caller.id}`)
      : rateLimits.spend('public', network));
  if (!allowance) return;
  setRateLimitHeaders(response, allowance);
  if (allowance.exceeded) throw rateLimitedProblem(allowance);
}

/** @throws `rate_limited` */
export async function spendForToken(
  { response }: Exchange,
  { rateLimits, key }: { readonly rateLimits: RateLimits; readonly key: string },
): Promise<void> {
  const allowance = await rateLimits.spend('session', key);
  if (!allowance) return;
  setRateLimitHeaders(response, allowance);
  if (allowance.exceeded) throw rateLimitedProblem(allowance);
}

/** Counts requests outside of operations as anonymous ones. */
export function limitPublic(rateLimits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    await countPublic(rateLimits, { request, response });
    next();
  };
}

/** Limits requests without an account that store something like sign-ins, but counts them separately. */
export function limitRegistrations(rateLimits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    const key = `registrations from ${networkOf(clientAddress(request))}`;
    const allowance = await rateLimits.spend('signIn', key);
    if (allowance) setRateLimitHeaders(response, allowance);
    next(allowance?.exceeded ? rateLimitedProblem(allowance) : undefined);
  };
}

/** @throws `rate_limited` */
export async function countPublic(
  rateLimits: RateLimits,
  { request, response }: Exchange,
): Promise<void> {
  const allowance = await rateLimits.spend('public', networkOf(clientAddress(request)));
  if (!allowance) return;
  setRateLimitHeaders(response, allowance);
  if (allowance.exceeded) throw rateLimitedProblem(allowance);
}

/** Credentials (a password, a single-use token) come in a body. Signing out has none. */
function isSignIn({ access, base, method, body }: Operation): boolean {
  return access === 'public' && base === 'admin' && method === 'POST' && body !== undefined;
}

export function setRateLimitHeaders(
  response: Response,
  { limit, remaining, reset }: Allowance,
): void {
  response
    .set('RateLimit-Limit', String(limit))
    .set('RateLimit-Remaining', String(remaining))
    .set('RateLimit-Reset', String(reset));
}

export function rateLimitedProblem({ limit, reset }: Allowance): DomainError {
  return httpProblems.rate_limited(
    `More than ${limit} requests within a minute. Try again in ${reset} seconds.`,
    { retry_after: reset },
  );
}
