import type { RequestHandler } from 'express';
import { networkOf, type Actor } from '@galley/kernel';
import { setCaller } from './callers.ts';
import { clientAddress } from './client-address.ts';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';
import { announce, tooMany, type RateLimits } from './rate-limit.ts';

/** Who an API token stands for. */
export interface TokenIdentity {
  readonly id: string;
  readonly actor: Actor;
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
    const header = request.get('authorization');
    if (header !== undefined) {
      const found = await identify({ request, response }, header, { backend, rateLimits });
      setCaller(response, { ...found, by: 'token', csrfToken: undefined, confirmedAt: undefined });
    }
    next();
  };
}

async function identify(
  { request, response }: Exchange,
  header: string,
  { backend, rateLimits }: { readonly backend: TokenBackend; readonly rateLimits: RateLimits },
): Promise<TokenIdentity> {
  const token = bearer.exec(header)?.[1];
  if (token === undefined) {
    throw httpProblems.unauthenticated(
      'Only "Authorization: Bearer <token>" is known here, with an API token. Leave the header out to use a session.',
    );
  }
  const address = clientAddress(request);
  // Beside the limit on calls, which is not reached: whoever tries tokens must not cost a query for each.
  const key = `tokens from ${networkOf(address)}`;
  const spent = await rateLimits.findSpent('public', key);
  if (spent) {
    announce(response, spent);
    throw tooMany(spent);
  }
  const found = await backend.find(token, address);
  if (found) return found;
  await rateLimits.spend('public', key);
  response.set('WWW-Authenticate', 'Bearer error="invalid_token"');
  throw httpProblems.unauthenticated(
    'This token is not valid: it is unknown, has expired or was revoked, or its user may not sign in.',
  );
}
