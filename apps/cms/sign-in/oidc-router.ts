import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import {
  authProblems,
  RefusedByChecksError,
  type Finished,
  type ProviderSignIns,
  type SessionRepository,
} from '@galley/auth';
import {
  callerOf,
  clientAddress,
  limitPublic,
  securityHeaders,
  startSession,
  type RateLimits,
} from '@galley/http';
import { systemActor, type AuditAction, type AuditLog } from '@galley/kernel';
import { cookieOf, cookieOptions } from './begin.ts';

export interface OidcRoutes {
  readonly signIns: ProviderSignIns;
  readonly sessions: Pick<SessionRepository, 'confirm'>;
  readonly audit: AuditLog;
  readonly adminPath: string;
  readonly rateLimits: RateLimits;
  /** Loads the session of the request. */
  readonly authenticate: readonly RequestHandler[];
}

interface CallbackExchange {
  readonly request: Request;
  readonly response: Response;
}

const maxBody = '64kb';
const maxSearchLength = 10_000;

/** Addresses that providers call: by the browser, after a sign-in, and by themselves, after a logout. */
export function oidcRouter(routes: OidcRoutes): Router {
  const { rateLimits, authenticate } = routes;
  const router = express.Router({ caseSensitive: true });
  router.use(securityHeaders(), (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.use(limitPublic(rateLimits));
  router.get('/callback/:provider', ...authenticate, (request, response) =>
    answerCallback(routes, request, response),
  );
  router.post(
    '/logout/:provider',
    express.urlencoded({ extended: false, limit: maxBody }),
    (request, response) => answerLogout(routes, request, response),
  );
  return router;
}

async function answerCallback(
  routes: OidcRoutes,
  request: Request,
  response: Response,
): Promise<void> {
  const { signIns, adminPath } = routes;
  const search = searchOf(request);
  const cookie = cookieOf(new URLSearchParams(search).get('state') ?? '');
  const browserSecret = readCookie(request, cookie);
  response.clearCookie(cookie, cookieOptions(adminPath));
  const caller = callerOf(response);
  const username = caller?.mfaComplete ? caller.actor.username : undefined;
  try {
    const finished = await signIns.finish({
      provider: providerOf(request),
      search,
      browserSecret,
      username,
      address: clientAddress(request),
      requestId: response.locals['requestId'] as string,
    });
    await complete(routes, { request, response, finished });
    response.redirect(303, finished.returnTo);
  } catch (error) {
    const code = shownProblems.find((name) => authProblems[name].is(error));
    if (code === undefined) throw error;
    // Anyone can call this without an attempt; recording that would let them flood the log.
    if (code !== 'sign_in_failed')
      await record(
        routes,
        { request, response },
        {
          action: 'login.failed',
          username: username ?? '',
          details: { provider: providerOf(request), code },
        },
      );
    const page = username === undefined ? 'sign-in' : 'account';
    response.redirect(303, `/${adminPath}/${page}?problem=${code}`);
  }
}

/** People see them in the admin; other errors are answered as everywhere. */
const shownProblems = [
  'sign_in_failed',
  'sign_in_refused',
  'identity_in_use',
  'provider_unavailable',
  'unauthenticated',
] as const;

async function complete(
  routes: OidcRoutes,
  { request, response, finished }: CallbackExchange & { readonly finished: Finished },
): Promise<void> {
  const provider = providerOf(request);
  if (finished.kind === 'linked') return;
  if (finished.kind === 'confirmed') {
    await routes.sessions.confirm(callerOf(response)!.id);
    await record(
      routes,
      { request, response },
      {
        action: 'session.confirm',
        username: finished.username,
        details: { provider },
      },
    );
    return;
  }
  const { signedIn, providerSignIn } = finished;
  const { actor, securityVersion, factorVerified } = signedIn;
  const { username } = actor;
  await startSession(request, { username, securityVersion, factorVerified, providerSignIn });
  await record(
    routes,
    { request, response },
    {
      action: 'login',
      username,
      details: { provider, second_factor: factorVerified },
    },
  );
}

/** OpenID Connect Back-Channel Logout, 2.5 to 2.8. */
async function answerLogout(
  routes: OidcRoutes,
  request: Request,
  response: Response,
): Promise<void> {
  const provider = providerOf(request);
  const given = (request.body as Readonly<Record<string, unknown>> | undefined)?.['logout_token'];
  try {
    if (typeof given !== 'string') throw new RefusedByChecksError('logout_token is missing');
    const ended = await routes.signIns.logOut(provider, given);
    for (const username of ended)
      await record(
        routes,
        { request, response },
        {
          action: 'session.revoke',
          username,
          actor: systemActor.username,
          details: { by: 'provider', provider },
        },
      );
    response.status(200).end();
  } catch (error) {
    if (!(error instanceof RefusedByChecksError)) throw error;
    response
      .status(400)
      .json({ error: 'invalid_request', error_description: 'The logout token is not valid.' });
  }
}

interface Recorded {
  readonly action: AuditAction;
  readonly username: string;
  readonly actor?: string;
  readonly details: object;
}

function record(
  { audit }: OidcRoutes,
  { request, response }: CallbackExchange,
  { action, username, actor = username, details }: Recorded,
): Promise<void> {
  return audit.record({
    action,
    actor,
    target: username,
    outcome: action === 'login.failed' ? 'denied' : 'success',
    address: clientAddress(request),
    requestId: response.locals['requestId'] as string,
    details: { ...details },
  });
}

const providerOf = ({ params }: Request): string => String(params['provider']);

function searchOf({ originalUrl }: { readonly originalUrl: string }): string {
  const start = originalUrl.indexOf('?');
  return start < 0 ? '' : originalUrl.slice(start, start + maxSearchLength);
}

function readCookie(request: Request, name: string): string {
  const cookies = (request.get('cookie') ?? '').split(';').map((part) => part.trim());
  return cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}
