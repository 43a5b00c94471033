import express, { type Response, type Router } from 'express';
import { scim } from '@galley/contract';
import { isConnectionError } from '@galley/database';
import {
  bearerTokens,
  problemHandler,
  securityHeaders,
  startProblem,
  statusOfKind,
  type RateLimits,
} from '@galley/http';
import type { DomainError } from '@galley/kernel';
import { notFound, operationRouter, type ApiParts } from '@galley/service';
import { VersionMismatchError } from './resource-version.ts';
import { scimModule, type ScimServices } from './module.ts';

export const scimType = 'application/scim+json; charset=utf-8';

/** Accepts tokens only: no cookie of a browser reaches it. */
export function scimRouter(
  parts: ApiParts,
  services: ScimServices,
  rateLimits: RateLimits,
): Router {
  const router = express.Router();
  const operations = operationRouter(parts, rateLimits);
  operations.serve(scim, scimModule(services));
  const { logger } = parts;
  const others = problemHandler({ logger, isUnavailable: isConnectionError, send: sendScimError });
  router.use(securityHeaders(), (_request, response, next) => {
    response.set('Content-Type', scimType);
    next();
  });
  router.use(bearerTokens(parts.people.tokens, rateLimits), operations.router, notFound);
  router.use(others);
  return router;
}

function sendScimError(response: Response, error: DomainError): void {
  const isInvalid = error.kind === 'unprocessable' || error.kind === 'unsupported';
  startProblem(response, error);
  const usual = isInvalid ? 400 : statusOfKind[error.kind];
  const isOutdated = error instanceof VersionMismatchError;
  const status = isOutdated ? 412 : usual;
  const scimType = isOutdated ? undefined : typeOf(error);
  sendError(response.status(status), { status, scimType, detail: error.message });
}

function typeOf({ code, kind, details }: DomainError): string | undefined {
  if (typeof details['scimType'] === 'string') return details['scimType'];
  if (code === 'already_exists') return 'uniqueness';
  if (code === 'invalid_fields')
    return details.errors?.[0]?.path === 'filter' ? 'invalidFilter' : 'invalidValue';
  return kind === 'invalid' ? 'invalidSyntax' : undefined;
}

interface ErrorFields {
  readonly status: number;
  readonly scimType: string | undefined;
  readonly detail: string;
}

/** RFC 7644, 3.12. */
function sendError(response: Response, { status, ...fields }: ErrorFields): void {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  const text = JSON.stringify({ schemas, status: String(status), ...fields });
  response.set('Content-Type', scimType).send(text);
}
