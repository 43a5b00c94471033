import type { Request, RequestHandler } from 'express';
import { networkOf, type Actor } from '@galley/kernel';
import { setCaller, type Caller } from './callers.ts';
import { clientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';
import { setRateLimitHeaders, rateLimitedProblem, type RateLimits } from './rate-limit.ts';
import { tracked } from './request-work.ts';

export interface TokenIdentity {
  readonly id: string;
  readonly actor: Actor;
  readonly scopes: readonly string[];
  readonly mfaComplete: boolean;
}

export interface TokenBackend {
  find(token: string, address: string): Promise<TokenIdentity | undefined>;
}

const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * RFC 6750. An invalid token is refused even on public operations. Other sites cannot send the header, so no CSRF token
 * is needed. Must run before `sessions`.
 */
export function bearerTokens(backend: TokenBackend, rateLimits: RateLimits): RequestHandler {
  return tracked(async (request, response, next) => {
    const find = async (token: string): Promise<Caller | undefined> => {
      const found = await backend.find(token, clientAddress(request));
      return found && toCaller(found, () => find(token));
    };
    const caller = await bearerOf({ request, response }, { find, rateLimits });
    if (caller) setCaller(response, caller);
    next();
  });
}

export interface BearerOptions<Bearer> {
  readonly find: (token: string) => Promise<Bearer | undefined>;
  readonly rateLimits: RateLimits;
}

/** `undefined` without the header. @throws `unauthenticated`, and `rate_limited` after many invalid tokens */
export async function bearerOf<Bearer>(
  exchange: Exchange,
  { find, rateLimits }: BearerOptions<Bearer>,
): Promise<Bearer | undefined> {
  const header = exchange.request.get('authorization');
  if (header === undefined) return undefined;
  const token = tokenIn(header);
  await refuseGuesses(exchange, rateLimits);
  const found = await find(token);
  if (!found) throw await unknownToken(exchange, rateLimits);
  return found;
}

function toCaller(found: TokenIdentity, asOfNow: Caller['refresh']): Caller {
  return { ...found, by: 'token', csrfToken: undefined, confirmedAt: undefined, refresh: asOfNow };
}

function tokenIn(header: string): string {
  const token = bearer.exec(header)?.[1];
  if (token === undefined) {
    throw httpProblems.unauthenticated(
      'Send an API token as "Authorization: Bearer <token>", or omit the header to use a session.',
    );
  }
  return token;
}

/** Separate from the limit on calls, which guessing never reaches: each guess would cost a query. */
function guessKeyOf(request: Request): string {
  return `tokens from ${networkOf(clientAddress(request))}`;
}

async function refuseGuesses(
  { request, response }: Exchange,
  rateLimits: RateLimits,
): Promise<void> {
  const spent = await rateLimits.findSpent('public', guessKeyOf(request));
  if (!spent) return;
  setRateLimitHeaders(response, spent);
  throw rateLimitedProblem(spent);
}

async function unknownToken(
  { request, response }: Exchange,
  rateLimits: RateLimits,
): Promise<Error> {
  await rateLimits.spend('public', guessKeyOf(request));
  response.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  return httpProblems.unauthenticated(
    'The token is unknown, expired or revoked, may not be used from this address, or its user cannot sign in.',
  );
}
