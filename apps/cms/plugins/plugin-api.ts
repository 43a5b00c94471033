import express, { type RequestHandler, type Router } from 'express';
import { contract } from '@galley/contract';
import { callerOf, httpProblems, securityHeaders, type RateLimits } from '@galley/http';
import { operationRouter, notFound, authenticate, type ApiParts } from '@galley/service';
import type { ComposedPlugins } from './compose.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { aiWriterModule } from './aiwriter.ts';

export interface PluginApiParts extends ApiParts {
  readonly plugins: Pick<ComposedPlugins, 'aiWriter' | 'host' | 'people'>;
}

/** Serves the routes of plugins under `/{admin_path}/plugin-api` (CMS-BASE-10). */
export function pluginApi(parts: PluginApiParts, rateLimits: RateLimits): Router {
  const api = express.Router();
  const operations = operationRouter(parts, rateLimits);
  operations.serve(contract.aiwriter, aiWriterModule({ ...parts, ...parts.plugins }));
  api.use(securityHeaders(), withoutDoubledName, authenticate(parts, rateLimits));
  api.use('/aiwriter', whileEnabled(parts.plugins.aiWriter));
  const newRouter = () => operationRouter(parts, rateLimits);
  api.use(operations.router, pluginRoutes({ ...parts.plugins, newRouter }), notFound);
  return api;
}

/** Read literally, the contract has the plugin's name both in the base address and in the path (GAP-SET-6). */
const withoutDoubledName: RequestHandler = (request, _response, next) => {
  request.url = request.url.replace(/^\/aiwriter(?=\/aiwriter\/)/, '');
  next();
};

/** A disabled plugin answers 404 (GAP-SET-6); unauthenticated requests skip this check's database query. */
function whileEnabled(plugin: { isEnabled(): Promise<boolean> }): RequestHandler {
  return async (_request, response, next) => {
    if (!callerOf(response) || (await plugin.isEnabled())) next();
    else throw httpProblems.not_found('This plugin is disabled.');
  };
}
