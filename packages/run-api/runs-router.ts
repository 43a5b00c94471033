import express, { type Router } from 'express';
import { isConnectionError } from '@galley/database';
import { problemHandler, securityHeaders, type RateLimits } from '@galley/http';
import { runProblems } from '@galley/runcoord';
import { operationRouter, refuseUnknown, whoCalls, type ApiParts } from '@galley/service';
import { mountRunControl, type RunControlApiOptions } from './run-control-api.ts';

export interface RunsApiParts extends ApiParts {
  readonly runs: RunControlApiOptions;
}

/**
 * The API of runs, to be served under `/api/v1`. It shows and changes the database, whether a coordinator runs or not;
 * so every service has it.
 */
export function runsRouter(parts: RunsApiParts, rateLimits: RateLimits): Router {
  const api = express.Router();
  const operations = operationRouter(parts, rateLimits);
  mountRunControl(operations, parts.runs);
  api.use(securityHeaders(), whoCalls(parts, rateLimits));
  api.use(operations.router, refuseUnknown);
  const { store_unavailable: unavailable } = runProblems;
  const { logger } = parts;
  api.use(problemHandler({ logger, isUnavailable: isConnectionError, unavailable }));
  return api;
}
