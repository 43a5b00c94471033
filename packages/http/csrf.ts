import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { httpProblems } from './problems.ts';

/** Required of an unsafe request with a session cookie (gaps page, CSRF). */
export function requireCsrfToken(request: Request, expected: string): void {
  const given = Buffer.from(request.get('x-csrf-token') ?? '');
  const wanted = Buffer.from(expected);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw httpProblems.csrf_failed(
      'Send the csrf_token of your session in the header X-CSRF-Token. Login and GET /session return it.',
    );
  }
}

/** Refuses pages of another site, even with a valid CSRF token. Programs send neither header. */
export function refuseForeignOrigin(request: Request): void {
  if (request.get('sec-fetch-site') === 'cross-site') throw isFromAnotherSite();
  const origin = request.get('origin');
  if (origin === undefined) return;
  const { protocol, host } = URL.canParse(origin) ? new URL(origin) : {};
  const here = `${protocol}//${request.host}`;
  if (host && URL.canParse(here) && new URL(here).host === host) return;
  throw isFromAnotherSite();
}

const isFromAnotherSite = () =>
  httpProblems.csrf_failed('Requests from pages of other sites are refused.');
