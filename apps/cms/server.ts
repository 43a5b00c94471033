import express, { type Express, type RequestHandler } from 'express';
import { basePath, buildOpenApi, contract, type OpenApiOptions } from '@galley/contract';
import { isConnectionError } from '@galley/database';
import { limitPublic, problemHandler, requestId, requestLog, securityHeaders } from '@galley/http';
import { runsRouter } from '@galley/run-api';
import { profilePictureFolder } from '@galley/site';
import {
  answerProbe,
  operationRouter,
  notFound,
  authenticate,
  type ApiParts,
  type RequestListener,
} from '@galley/service';
import { calendarFolder } from './calendar/calendar-feeds.ts';
import { calendarRequests } from './calendar/calendar-requests.ts';
import { unsubscribeRequests } from './account/unsubscribe-requests.ts';
import { adminApp } from './admin-app.ts';
import type { ContentServer } from './compose.ts';
import { oauthRouter } from './mcp/oauth-router.ts';
import { formRequests } from './forms/form-requests.ts';
import { mediaFiles } from './media/media-files.ts';
import { mediaVariants } from './media/media-variants.ts';
import { adminModules } from './modules.ts';
import { profilePictures } from './people/profile-pictures.ts';
import { pluginApi } from './plugins/plugin-api.ts';
import { endpointsFolder, pluginEndpoints } from './plugins/plugin-endpoints.ts';
import { previewFolder, previewPages } from './documents/preview-pages.ts';
import { platformBase } from './platform/platform-mirrors.ts';
import { roomRequests } from './rooms/room-requests.ts';
import { scimRouter } from './scim/router.ts';
import { PublicRequests } from './site/public-requests.ts';
import { formsFolder } from '@galley/site';
import { platformModule } from './platform/module.ts';
import { oidcRouter } from './sign-in/oidc-router.ts';
import { warnOfUntrustedProxy } from './untrusted-proxy.ts';

/** Probes come first, since they must work when most other parts fail. */
export function requestListener(content: ContentServer): RequestListener {
  const { environment, services, hosts } = content;
  const { logger } = environment;
  const open = new PublicRequests({ ...environment, ...services.site });
  const app = createApp(content, open);
  const { probes } = content.health;
  return (request, response) => {
    const unknownHost = hosts.findUnknown(request);
    if (unknownHost === undefined && open.trySendCached(request, response)) return;
    const path = request.url!.split('?', 1)[0]!;
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined;
    if (probe !== undefined) {
      answerProbe(request, response, probe).catch((error: unknown) => {
        logger.error('a probe failed', { path, error: String(error) });
        response.destroy();
      });
      return;
    }
    if (unknownHost !== undefined) {
      hosts.refuse(unknownHost, request, response);
      return;
    }
    app(request, response);
  };
}

function createApp(content: ContentServer, open: PublicRequests): Express {
  const { environment, services, rateLimits } = content;
  const { config, logger } = environment;
  const { site, runs, documents, people } = services;
  const api = apiParts(content);
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.server.trustedProxies);
  app.set('etag', 'strong');
  const callbacks = `/${config.admin.path}/oidc/callback/`.toLowerCase();
  const log = requestLog(logger, { secretBelow: [previewFolder, calendarFolder, callbacks] });
  app.use(requestId(), log, warnOfUntrustedProxy(logger));
  app.use(platformBase, platformApi(content, open));
  app.use(basePath('runs', config.admin.path), runsRouter({ ...api, runs }, rateLimits));
  if (config.scim.enabled) app.use(basePath('scim', ''), scimRouter(api, people.scim, rateLimits));
  if (config.admin.enabled) {
    const { path: adminPath } = config.admin;
    const siteTitle = (): string => services.settings.current().title;
    app.use(oauthRouter({ clients: runs.clients, adminPath, rateLimits, siteTitle }));
    app.all(`/${adminPath}/mcp`, (request, response) => content.mcp.serve({ request, response }));
    app.use(basePath('admin', config.admin.path), adminApi(content));
    app.use(`/${adminPath}/oidc`, providerCallbacks(content));
    app.use(
      basePath('plugins', config.admin.path),
      pluginApi({ ...api, plugins: services.plugins }, rateLimits),
    );
    app.post(`/${adminPath}/unsubscribe`, ...unsubscribeRequests(content));
    app.use(`/${config.admin.path}`, adminApp(config.admin.path));
  }
  app.use(calendarFolder, limitPublic(rateLimits), calendarRequests(services.calendar.feeds));
  app.use(previewFolder, limitPublic(rateLimits), previews(content));
  app.use(endpointsFolder, limitPublic(rateLimits), pluginEndpoints(services.plugins.host, logger));
  app.use(formsFolder, limitPublic(rateLimits), publicForms(content));
  app.use(['/media', '/media-variants'], open.files());
  app.use('/media', mediaFiles(documents.root));
  app.use('/media-variants', mediaVariants(site.mediaLibrary));
  app.use(
    profilePictureFolder,
    profilePictures(people.pictures, authenticate(apiParts(content), rateLimits)),
  );
  app.use(open.pages(rateLimits));
  app.use(problemHandler({ logger, isUnavailable: isConnectionError }));
  return app;
}

function previews({ services, onChange }: ContentServer): RequestHandler {
  const { documents, settings, site } = services;
  const { previewLinks: links, guestComments: guests, guestLimits: limits } = documents;
  return previewPages({
    site: site.site,
    links,
    guests,
    settings: settings.current,
    limits,
    onChange,
  });
}

function providerCallbacks(content: ContentServer) {
  const { environment, services, rateLimits } = content;
  const { path: adminPath } = environment.config.admin;
  return oidcRouter({
    ...services.people,
    signIns: services.signIn.signIns,
    adminPath,
    rateLimits,
    authenticate: authenticate(apiParts(content), rateLimits),
  });
}

function publicForms({ services: { forms, site, settings }, onChange }: ContentServer) {
  return formRequests({
    forms: forms.service,
    limits: forms.limits,
    site: site.site,
    published: site.published,
    settings: settings.current,
    onChange,
  });
}

function apiParts({ environment, services: { people, site }, onChange }: ContentServer): ApiParts {
  return {
    ...environment,
    people,
    afterChange: async ({ leavesPublic }) => {
      onChange();
      if (!leavesPublic) await site.feed.waitUntilDelivered();
    },
  };
}

function adminApi(content: ContentServer) {
  const { environment, services, rateLimits } = content;
  const parts = apiParts(content);
  const api = express.Router();
  const operations = operationRouter(parts, rateLimits);
  operations.serveAll(contract, adminModules(environment, services));
  const { path: adminPath } = environment.config.admin;
  api.use(securityHeaders());
  api.get('/openapi.json', openApi({ adminPath }));
  api.use(authenticate(parts, rateLimits));
  api.get('/rooms', roomRequests(environment, { ...services.rooms, rateLimits }));
  api.use(operations.router, notFound);
  return api;
}

function platformApi(content: ContentServer, open: PublicRequests) {
  const { environment, services, rateLimits } = content;
  const api = express.Router();
  const operations = operationRouter(apiParts(content), rateLimits);
  operations.serve(contract.platform, platformModule(services.site));
  const { path: adminPath } = environment.config.admin;
  api.use(open.data(rateLimits));
  api.use(securityHeaders('cross-origin'), (_request, response, next) => {
    // Everything here is public, and cookies do not affect the answers.
    response
      .set('Access-Control-Allow-Origin', '*')
      .set('Cache-Control', 'public, max-age=0, must-revalidate');
    next();
  });
  api.get('/openapi.json', openApi({ adminPath, bases: ['platform'] }));
  api.use(operations.router, notFound);
  return api;
}

/** Generated on the first request: describing all operations takes longer than starting a server. */
function openApi(options: OpenApiOptions): RequestHandler {
  let description: object | undefined;
  return (_request, response) => void response.json((description ??= buildOpenApi(options)));
}
