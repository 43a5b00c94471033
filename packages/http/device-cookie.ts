import type { Request, Response } from 'express';
import { newSecret, sha256 } from '@galley/kernel';

export interface DeviceTokens {
  /** Sent by the browser. */
  readonly known: string | undefined;
  /** Replaces it with this sign-in. */
  readonly fresh: string;
}

/** Browsers keep cookies for 400 days at most (RFC 6265bis). */
const lifetimeMs = 365 * 86_400_000;

/**
 * The cookie that recognises the browser in which a person has signed in before (ADD-ACC-5). There is one for each
 * person, and its random token is made by each sign-in: no cookie planted by another person makes a browser known.
 */
export function deviceOf(request: Request, username: string): DeviceTokens {
  return { known: readCookie(request, cookieNameOf(username)), fresh: newSecret() };
}

/** Needs `sendDeviceLast`. */
export function keepDevice(request: Request, username: string, { fresh }: DeviceTokens): void {
  request.res!.locals['device'] = { name: cookieNameOf(username), value: fresh };
}

/** To call before express-session, whose cookie then comes first: simple clients keep only the first one. */
export function sendDeviceLast({ secure }: Request, response: Response): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response;
  response.writeHead = (...args: unknown[]) => {
    const device = response.locals['device'] as { name: string; value: string } | undefined;
    if (device)
      response.cookie(device.name, device.value, {
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        secure,
        maxAge: lifetimeMs,
      });
    return writeHead(...args);
  };
}

/** Without the user name, which another person of the browser could read in its settings. */
function cookieNameOf(username: string): string {
  return `device-${sha256(username).slice(0, 16)}`;
}

function readCookie({ headers }: Request, name: string): string | undefined {
  for (const cookie of headers.cookie?.split(';') ?? []) {
    const at = cookie.indexOf('=');
    if (cookie.slice(0, at).trim() === name) return cookie.slice(at + 1).trim();
  }
  return undefined;
}
