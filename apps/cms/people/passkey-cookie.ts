import type { Request, Response } from 'express';
import { newSecret, sha256 } from '@galley/kernel';

const cookieName = 'passkey';
const lifetimeMs = 5 * 60_000;

/** Binds challenges to a browser without session. Tabs share one, so that each can finish what it began. */
export function bindToBrowser(request: Request, response: Response): string {
  const secret = readCookie(request) ?? newSecret();
  response.cookie(cookieName, secret, {
    httpOnly: true,
    sameSite: 'strict',
    secure: request.secure,
    path: '/',
    maxAge: lifetimeMs,
  });
  return sha256(secret);
}

/** A value that no challenge has, without the cookie. */
export function bindingOf(request: Request): string {
  return sha256(readCookie(request) ?? newSecret());
}

function readCookie(request: Request): string | undefined {
  const cookies = (request.get('cookie') ?? '').split(';');
  const found = cookies
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith('passkey='));
  const value = found?.slice(cookieName.length + 1);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
