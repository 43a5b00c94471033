import type { Request, RequestHandler } from 'express';
import { networkOf, type Actor } from '@galley/kernel';
import { setCaller, type Caller } from './callers.ts';
import { clientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';
import { announce, tooMany, type RateLimits } from './rate-limit.ts';

/** Who an API token stands for. */
export interface TokenIdentity {
  readonly id: string;
  readonly actor: Actor;
  readonly scopes: readonly string[];
  readonly mfaComplete: boolean;
}

/** Where tokens are kept. `address` is where this one is used from. */
export interface TokenBackend {
  find(token: string, address: string): Promise<TokenIdentity | undefined>;
}

const bearer = /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * `Authorization: Bearer` (RFC 6750). Whoever sends the header is judged by it alone: a token that is none is refused
 * even where nobody need be known, and a cookie beside one is left aside. No page of another site can send it, so that
 * no CSRF token is needed. Must come before `sessions`.
 */
export function bearerTokens(backend: TokenBackend, rateLimits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    const find = async (token: string): Promise<Caller | undefined> => {
      const found = await backend.find(token, clientAddress(request));
      return found && toCaller(found, () => find(token));
    };
    const caller = await bearerOf({ request, response }, { find, rateLimits });
    if (caller) setCaller(response, caller);
    next();
  };
}

export interface BearerOptions<Bearer> {
  readonly find: (token: string) => Promise<Bearer | undefined>;
  readonly rateLimits: RateLimits;
}

/**
 * Who sends the token of `Authorization: Bearer`; undefined without that header. Throws `unauthenticated` for another
 * header of that name, and for a token that is none; `rate_limited` when an address tries too many of those.
 */
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

function toCaller(found: TokenIdentity, asOfNow: Caller['asOfNow']): Caller {
  return { ...found, by: 'token', csrfToken: undefined, confirmedAt: undefined, asOfNow };
}

function tokenIn(header: string): string {
  const token = bearer.exec(header)?.[1];
  if (token === undefined) {
    throw httpProblems.unauthenticated(
      'Only "Authorization: Bearer <token>" is known here, with an API token. Leave the header out to use a session.',
    );
  }
  return token;
}

/** Beside the limit on calls, which is not reached: whoever tries tokens must not cost a query for each. */
function guessesOf(request: Request): string {
  return `tokens from ${networkOf(clientAddress(request))}`;
}

async function refuseGuesses(
  { request, response }: Exchange,
  rateLimits: RateLimits,
): Promise<void> {
  const spent = await rateLimits.findSpent('public', guessesOf(request));
  if (!spent) return;
  announce(response, spent);
  throw tooMany(spent);
}

async function unknownToken(
  { request, response }: Exchange,
  rateLimits: RateLimits,
): Promise<Error> {
  await rateLimits.spend('public', guessesOf(request));
  response.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  return httpProblems.unauthenticated(
    'This token is not valid here: it is unknown, has expired or was revoked, or whose it is may not sign in.',
  );
}
