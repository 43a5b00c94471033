import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { httpProblems } from './problems.ts';

/** Holds an unsafe request that a session cookie authorises to the session's own token (gaps page, CSRF). */
export function requireCsrfToken(request: Request, expected: string): void {
  const given = Buffer.from(request.get('x-csrf-token') ?? '');
  const wanted = Buffer.from(expected);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw httpProblems.csrf_failed(
      'Send the csrf_token of your session, from login or GET /session, in the header X-CSRF-Token.',
    );
  }
}

/**
 * Refuses an unsafe request from a page of another site, also one with a valid CSRF token. What a trusted proxy says of
 * the host counts; the default port may be written or left out. Programs send neither header.
 */
export function refuseForeignOrigin(request: Request): void {
  if (request.get('sec-fetch-site') === 'cross-site') throw fromAnotherSite();
  const origin = request.get('origin');
  if (origin === undefined) return;
  const { protocol, host } = URL.canParse(origin) ? new URL(origin) : {};
  const here = `${protocol}//${request.host}`;
  if (host && URL.canParse(here) && new URL(here).host === host) return;
  throw fromAnotherSite();
}

const fromAnotherSite = () =>
  httpProblems.csrf_failed('This request came from a page of another site.');
