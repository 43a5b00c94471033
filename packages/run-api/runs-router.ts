import express, { type RequestHandler, type Router } from 'express';
import { contract } from '@galley/contract';
import { isConnectionError } from '@galley/database';
import { problemHandler, securityHeaders, type RateLimits } from '@galley/http';
import { runProblems } from '@galley/runcoord';
import { operationRouter, notFound, authenticate, type ApiParts } from '@galley/service';
import { runModules, type RunServices } from './modules.ts';
import { recipeWebhook } from './recipes/recipes-api.ts';
import { runStatusHandlers } from './run-control-api.ts';

export interface RunsApiParts extends ApiParts {
  readonly runs: RunServices;
}

/** Mounted at `/api/v1` of every service: it needs only the database. */
export function runsRouter(parts: RunsApiParts, rateLimits: RateLimits): Router {
  const api = express.Router();
  const { answers } = parts.runs;
  const operations = operationRouter({ ...parts, answers }, rateLimits);
  operations.serveAll(contract, runModules(parts.runs));
  api.use(securityHeaders(), openStatus(parts, rateLimits), webhooks(parts, rateLimits));
  api.use(authenticate(parts, rateLimits));
  api.use(operations.router, notFound);
  const { store_unavailable: unavailable } = runProblems;
  const { logger } = parts;
  api.use(problemHandler({ logger, isUnavailable: isConnectionError, unavailable }));
  return api;
}

/** Before authentication, which would refuse the token of a recipe. */
function webhooks(parts: RunsApiParts, rateLimits: RateLimits): RequestHandler {
  const operations = operationRouter(parts, rateLimits);
  operations.serve(contract.recipes, recipeWebhook(parts.runs.recipes));
  return operations.router;
}

/** Skips authentication, which needs the database, unless the request has a token (RC-API-5). */
function openStatus(parts: RunsApiParts, rateLimits: RateLimits): RequestHandler {
  const operations = operationRouter(parts, rateLimits);
  operations.serve(contract.runs, runStatusHandlers(parts.runs));
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isOpen = parts.isOpen?.(contract.runs.status, request) ?? false;
    if (!isRead || !isOpen || request.get('authorization') !== undefined) next();
    else operations.router(request, response, next);
  };
}
