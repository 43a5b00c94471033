import type { AttemptPurpose, ProviderSignIns } from '@galley/auth';
import { sha256 } from '@galley/kernel';
import type { Request, Response } from 'express';

const cookieLifetimeMs = 10 * 60_000;

export interface ProviderRoutes {
  readonly signIns: ProviderSignIns;
  readonly adminPath: string;
}

interface Begin {
  readonly request: Request;
  readonly response: Response;
  readonly purpose: AttemptPurpose;
  readonly body: {
    readonly provider: string;
    readonly return_to?: string | undefined;
    readonly invitation?: string | undefined;
  };
  readonly username?: string;
}

/** Each attempt has its own cookie, so that several tabs can sign in at once. */
export const cookieOf = (state: string) => `sign_in_${sha256(state).slice(0, 16)}`;

export const cookieOptions = (adminPath: string) =>
  ({ httpOnly: true, sameSite: 'lax', path: `/${adminPath}/oidc` }) as const;

export async function beginAtProvider(
  { signIns, adminPath }: ProviderRoutes,
  { request, response, purpose, body, username }: Begin,
): Promise<{ url: string }> {
  const { provider, return_to: returnTo, invitation } = body;
  const { url, state, browserSecret } = await signIns.begin({
    provider,
    purpose,
    username,
    invitation,
    returnTo: pathWithin(adminPath, returnTo),
  });
  response.cookie(cookieOf(state), browserSecret, {
    ...cookieOptions(adminPath),
    secure: request.secure,
    maxAge: cookieLifetimeMs,
  });
  return { url };
}

/** The start page for an address outside the admin, also for `//host` and `/\host`. */
function pathWithin(adminPath: string, given = ''): string {
  const base = 'http://galley.invalid';
  const url = URL.parse(given, base);
  const start = `/${adminPath}/`;
  if (!url || url.origin !== base || !url.pathname.startsWith(start)) return start;
  return `${url.pathname}${url.search}`;
}
