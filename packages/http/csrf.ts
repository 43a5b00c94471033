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
 * For `/login` and its like, which have no session yet: a page of another site may not call them. What a trusted
 * proxy says of the host counts; the default port may be written or left out.
 */
export function refuseForeignOrigin(request: Request): void {
  const origin = request.get('origin');
  if (origin === undefined) return;
  const { protocol, host } = URL.canParse(origin) ? new URL(origin) : {};
  const here = `${protocol}//${request.host}`;
  if (host && URL.canParse(here) && new URL(here).host === host) return;
  throw httpProblems.csrf_failed('This request came from a page of another site.');
}
