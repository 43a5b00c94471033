import express, { type Express, type Request, type Response } from 'express';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basePath, buildOpenApi } from '@galley/contract';
import type {
  ContentService,
  EditLockService,
  EditorialService,
  NotificationService,
  OwnershipService,
  PreviewLinkService,
  PreviewService,
  PublishedReader,
  RevisionService,
  ScheduleService,
  TrashService,
  WorkingCopyService,
} from '@galley/content';
import { isConnectionError } from '@galley/database';
import {
  bearerTokens,
  httpProblems,
  limitPublic,
  OperationRouter,
  problemHandler,
  RateLimits,
  requestId,
  requestLog,
  securityHeaders,
  sessions,
} from '@galley/http';
import type { Clock, Logger } from '@galley/kernel';
import type { Config, SiteSettings } from '@galley/settings';
import type { PublicSite, RenderableDocument } from '@galley/site';
import { adminPages } from './admin-pages.ts';
import type { BuildInfo } from './build-info.ts';
import type { People } from './compose-people.ts';
import type { Health } from './health.ts';
import { mediaFiles } from './media-files.ts';
import { Connections } from './connections.ts';
import { previewFolder, previewPages } from './preview-pages.ts';
import { mountAudit } from './routes/audit.ts';
import { mountBulk } from './routes/bulk.ts';
import type { DetailSources } from './routes/document-detail.ts';
import { mountDocuments } from './routes/documents.ts';
import { mountEditorial } from './routes/editorial.ts';
import { mountFactors } from './routes/factors.ts';
import { mountLocks } from './routes/locks.ts';
import { mountNotifications } from './routes/notifications.ts';
import { mountPlatform } from './routes/platform.ts';
import { mountPreviews } from './routes/previews.ts';
import { mountRevisions } from './routes/revisions.ts';
import { mountSchedule } from './routes/schedule.ts';
import { mountSessions } from './routes/sessions.ts';
import { mountSystem } from './routes/system.ts';
import { mountTokens } from './routes/tokens.ts';
import { mountTrash } from './routes/trash.ts';
import { mountUsers } from './routes/users.ts';
import { mountWorkingCopies } from './routes/working-copies.ts';
import { sendPage } from './send-page.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

export interface ServerParts {
  readonly config: Config;
  readonly build: BuildInfo;
  readonly logger: Logger;
  readonly settings: () => SiteSettings;
  readonly content: ContentService;
  readonly editLocks: EditLockService;
  readonly editorial: EditorialService;
  readonly revisions: RevisionService;
  readonly trash: TrashService;
  readonly notifications: NotificationService;
  readonly previews: PreviewService;
  readonly previewLinks: PreviewLinkService;
  readonly schedule: ScheduleService;
  readonly workingCopies: WorkingCopyService;
  readonly published: PublishedReader;
  readonly site: PublicSite;
  readonly people: People;
  readonly ownership: OwnershipService;
  readonly clock: Clock;
  readonly mediaDirectory: string;
  readonly health: Health;
  readonly pingDatabase: () => Promise<void>;
  readonly renderBody: (document: RenderableDocument) => Promise<string>;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * An HTTP server that listens before the rest is ready, so that a taken port is known at once.
 * Until `serve` is called it answers 503.
 */
export class GalleyServer {
  readonly http: Server;
  readonly #connections: Connections;
  #listener: RequestListener = answerStarting;

  constructor() {
    this.http = createServer((request, response) => this.#listener(request, response));
    this.#connections = new Connections(this.http);
  }

  /** Finishes the answers under way, for at most so long. */
  close(drainMilliseconds: number): Promise<void> {
    return this.#connections.close(drainMilliseconds);
  }

  serve(listener: RequestListener): void {
    this.#listener = listener;
  }
}

function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Retry-After': '1',
    'Cache-Control': 'no-store',
  });
  response.end('Galley is starting. Try again in a moment.\n');
}

/** Everything that the content server answers. `/__health` stands before all else: it works when little else does. */
export function requestListener(parts: ServerParts): RequestListener {
  const app = createApp(parts);
  return (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/__health') {
      app(request, response);
      return;
    }
    parts.health.answer(request, response).catch((error: unknown) => {
      parts.logger.error('health check failed', { error: String(error) });
      response.destroy();
    });
  };
}

export function createApp(parts: ServerParts): Express {
  const { config, logger } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.server.trustedProxies);
  app.set('etag', 'strong');
  const log = requestLog(logger, { secretBelow: [previewFolder] });
  app.use(requestId(), log, warnOfUntrustedProxy(logger));
  const rateLimits = rateLimitsOf(config);
  app.use('/__platform/api', platformApi(parts, rateLimits));
  if (config.admin.enabled) {
    app.use(basePath('admin', config.admin.path), adminApi(parts, rateLimits));
    app.use(`/${config.admin.path}`, adminPages(config.admin.path));
  }
  app.use(previewFolder, limitPublic(rateLimits), previewPages(parts.site, parts.previewLinks));
  app.use('/media', mediaFiles(parts.mediaDirectory));
  app.use(publicPages(parts.site));
  app.use(problemHandler({ logger, isUnavailable: isConnectionError }));
  return app;
}

function adminApi(parts: ServerParts, rateLimits: RateLimits) {
  const { config, people } = parts;
  const api = express.Router();
  const operations = operationRouter(parts, rateLimits);
  const ttlMilliseconds = config.security.sessionTtl;
  mountSessions(operations, { ...people, ttlMilliseconds });
  mountFactors(operations, people);
  mountTokens(operations, people);
  mountUsers(operations, { ...people, ownership: parts.ownership, adminPath: config.admin.path });
  mountAudit(operations, people);
  mountSystem(operations, parts);
  const details: DetailSources = {
    ...parts,
    renderBody: ({ indexed, current }) =>
      parts.renderBody({ hash: indexed.headHash, path: indexed.place.path, body: current.body }),
  };
  mountDocuments(operations, { ...details, content: parts.content });
  mountEditorial(operations, details);
  mountLocks(operations, parts);
  mountRevisions(operations, parts);
  mountTrash(operations, parts);
  mountNotifications(operations, parts);
  mountBulk(operations, parts);
  mountPreviews(operations, parts);
  mountSchedule(operations, parts);
  mountWorkingCopies(operations, parts);
  const openApi = buildOpenApi({ adminPath: config.admin.path });
  api.use(securityHeaders());
  api.get('/openapi.json', (_request, response) => void response.json(openApi));
  api.use(
    bearerTokens(people.tokens, rateLimits),
    sessions({ backend: people.sessions, secret: people.sessionSecret, ttlMilliseconds }),
  );
  api.use(operations.router, refuseUnknown);
  return api;
}

function rateLimitsOf({ limits }: Config): RateLimits {
  return new RateLimits({
    signIn: limits.signInRequestsPerMinute,
    public: limits.publicRequestsPerMinute,
    session: limits.sessionRequestsPerMinute,
  });
}

function operationRouter(
  { config: { limits }, people, clock, logger }: ServerParts,
  rateLimits: RateLimits,
): OperationRouter {
  return new OperationRouter({
    limits: { json: limits.jsonBody, document: limits.documentBody },
    rateLimits,
    audit: people.audit,
    clock,
    logger,
    isUnavailable: isConnectionError,
  });
}

function platformApi(parts: ServerParts, rateLimits: RateLimits) {
  const { config } = parts;
  const api = express.Router();
  const operations = operationRouter(parts, rateLimits);
  mountPlatform(operations, parts);
  const openApi = buildOpenApi({ adminPath: config.admin.path, bases: ['platform'] });
  api.use(securityHeaders(), (_request, response, next) => {
    // What it serves is public, and no cookie changes an answer.
    response
      .set('Access-Control-Allow-Origin', '*')
      .set('Cache-Control', 'public, max-age=0, must-revalidate');
    next();
  });
  api.get('/openapi.json', (_request, response) => void response.json(openApi));
  api.use(operations.router, refuseUnknown);
  return api;
}

function refuseUnknown(request: Request): never {
  throw httpProblems.not_found(`There is no operation ${request.method} ${request.path} here.`);
}

function publicPages(site: PublicSite) {
  return async (request: Request, response: Response): Promise<void> => {
    const [path = '/', query = ''] = request.originalUrl.split('?', 2);
    const { method, headers } = request;
    const answer = await site.respond({ method, path, query: new URLSearchParams(query), headers });
    sendPage(response, method, answer);
  };
}
