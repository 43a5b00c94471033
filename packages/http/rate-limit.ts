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

/** Requests a minute; 0 for no limit. */
export interface RequestLimits {
  /** Of one address to what signs in, sets up or resets a password. */
  readonly signIn: number;
  /** Of one address to everything else, while it is not signed in; and so many tokens that are none. */
  readonly public: number;
  /** Of one session or token. */
  readonly session: number;
}

/** How much is left of a limit. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the minute is over. */
  readonly reset: number;
  readonly exceeded: boolean;
}

const windowSeconds = 60;
/** How long the primary may take to count. */
const timeoutMs = 1_000;

export interface RateLimitsOptions {
  /** How many addresses, or sessions, a process counts at once under each limit. */
  readonly mostKeys?: number;
  /** In a worker of `node:cluster`: the primary, which has called `countForWorkers`, counts for all of them. */
  readonly isShared?: boolean;
}

/**
 * Counts requests (GAP-SES-7), in memory: the limits are against load, which every host bears for itself, and a query
 * for each request would be a load of its own. What guards passwords, the count of failed sign-ins, is in the database
 * and holds everywhere.
 */
export class RateLimits {
  readonly #counters: Readonly<Record<keyof RequestLimits, Counter>>;
  readonly #refused: Record<keyof RequestLimits, number> = { signIn: 0, public: 0, session: 0 };

  constructor(limits: RequestLimits, options: RateLimitsOptions = {}) {
    const counter = (name: keyof RequestLimits) => new Counter(name, limits[name], options);
    this.#counters = {
      signIn: counter('signIn'),
      public: counter('public'),
      session: counter('session'),
    };
  }

  /** How many requests this process has refused under each limit since its start. */
  get refused(): Readonly<Record<keyof RequestLimits, number>> {
    return { ...this.#refused };
  }

  /** Counts one request; undefined when there is no limit. */
  async spend(limit: keyof RequestLimits, key: string): Promise<Allowance | undefined> {
    const allowance = await this.#counters[limit].spend(key);
    if (allowance?.exceeded) this.#refused[limit] += 1;
    return allowance;
  }

  /** Undefined while something is left; else the request is to be refused. Spends nothing. */
  async findSpent(limit: keyof RequestLimits, key: string): Promise<Allowance | undefined> {
    const spent = await this.#counters[limit].findSpent(key);
    if (spent) this.#refused[limit] += 1;
    return spent;
  }
}

/** In the primary of `node:cluster`: counts for its workers, from before the first of them begins. */
export function countForWorkers(): void {
  new RateLimiterClusterMaster();
}

type Counts = Pick<RateLimiterMemory, 'penalty' | 'get' | 'delete'>;

class Counter {
  readonly #limit: number;
  readonly #mostKeys: number;
  readonly #own: Counts;
  readonly #shared: Counts | undefined;
  /** Those that this process has begun, in the order in which their minute began. */
  readonly #keys = new Set<string>();

  constructor(name: string, limit: number, { mostKeys = 50_000, isShared }: RateLimitsOptions) {
    this.#limit = limit;
    this.#mostKeys = mostKeys;
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

  /**
   * Whoever has very many addresses cannot fill the memory: the count that began first is forgotten for a new one.
   * Refusing the new one instead would let them lock everybody else out.
   */
  async #remember(key: string): Promise<void> {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= this.#mostKeys) return;
    const [oldest] = this.#keys;
    this.#keys.delete(oldest!);
    await this.#ask((counts) => counts.delete(oldest!));
  }

  /** Counts alone when the primary is gone, or has no time: better too many requests than none. */
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

/** Counts a call of an operation, and throws `rate_limited` when it is one too many. */
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
  announce(response, allowance);
  if (allowance.exceeded) throw tooMany(allowance);
}

/** Counts a request with a token, and throws `rate_limited` when it is one too many. */
export async function spendForToken(
  { response }: Exchange,
  { rateLimits, key }: { readonly rateLimits: RateLimits; readonly key: string },
): Promise<void> {
  const allowance = await rateLimits.spend('session', key);
  if (!allowance) return;
  announce(response, allowance);
  if (allowance.exceeded) throw tooMany(allowance);
}

/** Counts requests for what is no operation, as those of somebody who is not signed in. */
export function limitPublic(rateLimits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    await countPublic(rateLimits, { request, response });
    next();
  };
}

/** Counts a request of somebody who is not signed in, and throws `rate_limited` when it is one too many. */
export async function countPublic(
  rateLimits: RateLimits,
  { request, response }: Exchange,
): Promise<void> {
  const allowance = await rateLimits.spend('public', networkOf(clientAddress(request)));
  if (!allowance) return;
  announce(response, allowance);
  if (allowance.exceeded) throw tooMany(allowance);
}

/** What proves who somebody is comes in a body: a password, a single-use token. Signing out takes none. */
function isSignIn({ access, base, method, body }: Operation): boolean {
  return access === 'public' && base === 'admin' && method === 'POST' && body !== undefined;
}

export function announce(response: Response, { limit, remaining, reset }: Allowance): void {
  response
    .set('RateLimit-Limit', String(limit))
    .set('RateLimit-Remaining', String(remaining))
    .set('RateLimit-Reset', String(reset));
}

export function tooMany({ limit, reset }: Allowance): DomainError {
  return httpProblems.rate_limited(
    `There were more than ${limit} requests within a minute. Try again in ${reset} seconds.`,
    { retry_after: reset },
  );
}
