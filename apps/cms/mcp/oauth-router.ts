import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import {
  clientAddress,
  limitPublic,
  limitRegistrations,
  securityHeaders,
  type RateLimits,
} from '@galley/http';
import { isSafeForOAuth, mcpAuthority } from '@galley/run-api';
import {
  OAuthError,
  type ClientMetadata,
  type ClientRegistrations,
  type ClientTokens,
} from '@galley/runcoord';
import { authorizationServerMetadata, protectedResourceMetadata } from './oauth-metadata.ts';
import { parameterOf, tokenRequestOf, type Parameters } from './oauth-parameters.ts';

export interface OAuthOptions {
  readonly clients: {
    readonly registrations: ClientRegistrations;
    readonly tokens: ClientTokens;
  };
  readonly adminPath: string;
  readonly rateLimits: RateLimits;
  readonly siteTitle: () => string;
}

const maxBody = '16kb';
const maxQueryLength = 6_000;

export const protectedResourcePath = '/.well-known/oauth-protected-resource';

/** The parts of OAuth that clients call without a session. People decide in the admin (`/connect`). */
export function oauthRouter(options: OAuthOptions): Router {
  const { clients, adminPath, rateLimits, siteTitle } = options;
  const router = express.Router({ caseSensitive: true });
  const form = express.urlencoded({ extended: false, limit: maxBody });
  const metadata = describe(['GET'], [limitPublic(rateLimits)]);
  const change = describe(['POST'], [limitPublic(rateLimits), form]);

  router.use('/.well-known/oauth-authorization-server', ...metadata, (request, response) =>
    // No path: the issuer has none. Other paths are those of other servers.
    sendBelow(request, response, {
      '/': () => authorizationServerMetadata(mcpAuthority(request, adminPath), adminPath),
    }),
  );
  router.use(protectedResourcePath, ...metadata, (request, response) => {
    const body = () => protectedResourceMetadata(mcpAuthority(request, adminPath), siteTitle());
    // Some clients leave out the path of the resource (RFC 9728, 3.1).
    sendBelow(request, response, { '/': body, [`/${adminPath}/mcp`]: body });
  });

  const oauth = express.Router({ caseSensitive: true });
  oauth.get('/authorize', securityHeaders(), limitPublic(rateLimits), sendToConsent(adminPath));
  oauth.use('/register', ...describe(['POST'], [limitRegistrations(rateLimits)]));
  oauth.post('/register', express.json({ limit: maxBody }), async (request, response) => {
    const metadata = request.body as ClientMetadata | undefined;
    const client = await clients.registrations.register(metadata ?? {});
    response.status(201).json({
      client_id: client.id,
      client_id_issued_at: Math.floor(client.registeredAt.getTime() / 1_000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });
  oauth.use('/token', ...change);
  oauth.post('/token', async (request, response) => {
    const wish = tokenRequestOf(request.body as Parameters);
    const issued = await clients.tokens.issue(wish, sourceOf(request, response));
    response.json({
      access_token: issued.accessToken,
      token_type: 'Bearer',
      expires_in: issued.seconds,
      refresh_token: issued.refreshToken,
      scope: issued.scopes.join(' '),
    });
  });
  oauth.use('/revoke', ...change);
  oauth.post('/revoke', async (request, response) => {
    const parameters = request.body as Parameters;
    const [token, clientId] = [
      parameterOf(parameters, 'token'),
      parameterOf(parameters, 'client_id'),
    ];
    await clients.tokens.revoke(token, clientId, sourceOf(request, response));
    response.json({});
  });
  router.use(`/${adminPath}/oauth`, oauth);
  router.use(sendOAuthError);
  return router;
}

/** Programs in pages of other sites may call these too: no cookie has an effect here. */
function describe(methods: readonly string[], rest: readonly RequestHandler[]): RequestHandler[] {
  const allowed = [...methods, 'OPTIONS'].join(', ');
  const allow: RequestHandler = (request, response, next) => {
    response.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': allowed,
      'Access-Control-Allow-Headers': 'Content-Type, MCP-Protocol-Version',
      'Cache-Control': 'no-store',
    });
    if (request.method === 'OPTIONS') response.status(204).end();
    else if (!methods.includes(request.method) && request.method !== 'HEAD')
      response.status(405).set('Allow', allowed).end();
    else if (isSafeForOAuth(request)) next();
    else next(new OAuthError('invalid_request', 'OAuth is available only over HTTPS.'));
  };
  return [securityHeaders('cross-origin'), allow, ...rest];
}

function sendBelow(
  { path }: Request,
  response: Response,
  bodies: Readonly<Record<string, () => object>>,
): void {
  const body = Object.hasOwn(bodies, path) ? bodies[path] : undefined;
  if (body) response.json(body());
  else response.status(404).json({ error: 'not_found' });
}

/** As a single opaque parameter: the admin's router would read numbers in the query as numbers. */
function sendToConsent(adminPath: string): RequestHandler {
  return (request, response) => {
    const query = request.originalUrl.split('?')[1] ?? '';
    if (query.length > maxQueryLength)
      throw new OAuthError('invalid_request', 'The authorization request is too long.');
    const packed = Buffer.from(query).toString('base64url');
    response
      .set('Cache-Control', 'no-store')
      .redirect(303, `/${adminPath}/connect?request=q.${packed}`);
  };
}

function sourceOf(request: Request, response: Response) {
  return { address: clientAddress(request), requestId: response.locals['requestId'] as string };
}

/** RFC 6749, 5.2. Other errors go to the general handler. */
const sendOAuthError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (isUnreadableBody(error)) {
    response.status(400).json({
      error: 'invalid_request',
      error_description: 'The body cannot be read: send JSON to /register, a form to /token.',
    });
  } else if (error instanceof OAuthError)
    response.status(400).json({ error: error.code, error_description: error.message });
  else next(error);
};

/** The parsers of Express mark their errors. */
function isUnreadableBody(error: unknown): boolean {
  const { status, type } = error as { readonly status?: unknown; readonly type?: unknown };
  return typeof type === 'string' && typeof status === 'number' && status < 500;
}
