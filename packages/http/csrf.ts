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

/** For `/login` and its like, which have no session yet: a page of another site may not call them. */
export function refuseForeignOrigin(request: Request): void {
  const origin = request.get('origin');
  if (origin === undefined) return;
  const host = request.get('host');
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw httpProblems.csrf_failed('This request came from a page of another site.');
}
