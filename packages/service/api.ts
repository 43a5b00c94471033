import cluster from 'node:cluster';
import { isConnectionError } from '@galley/database';
import {
  bearerTokens,
  httpProblems,
  OperationRouter,
  RateLimits,
  sessions,
  type MountOptions,
} from '@galley/http';
import type { Clock, Logger } from '@galley/kernel';
import type { Config } from '@galley/settings';
import type { Identity } from './identity.ts';

export interface ApiParts {
  readonly config: Config;
  readonly people: Pick<Identity, 'tokens' | 'sessions' | 'sessionSecret' | 'audit'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isOpen?: MountOptions['isOpen'];
  readonly afterChange?: MountOptions['afterChange'];
  readonly answers?: MountOptions['answers'];
}

export function rateLimitsOf({ limits }: Config): RateLimits {
  const requestLimits = {
    signIn: limits.signInRequestsPerMinute,
    public: limits.publicRequestsPerMinute,
    session: limits.sessionRequestsPerMinute,
  };
  return new RateLimits(requestLimits, { isShared: cluster.isWorker });
}

export function authenticate({ config, people }: ApiParts, rateLimits: RateLimits) {
  const { sessions: backend, sessionSecret: secret } = people;
  const ttlMilliseconds = config.security.sessionTtl;
  return [
    bearerTokens(people.tokens, rateLimits),
    ...sessions({ backend, secret, ttlMilliseconds }),
  ];
}

export function operationRouter(
  { config: { limits }, people, clock, logger, isOpen, afterChange, answers }: ApiParts,
  rateLimits: RateLimits,
): OperationRouter {
  return new OperationRouter({
    ...(isOpen && { isOpen }),
    ...(afterChange && { afterChange }),
    ...(answers && { answers }),
    limits: { json: limits.jsonBody, document: limits.documentBody },
    uploadLimit: limits.upload,
    rateLimits,
    audit: people.audit,
    clock,
    logger,
    isUnavailable: isConnectionError,
  });
}

/** `reason` lets a newer client distinguish an unknown operation from a missing resource. */
export function notFound(request: { method: string; path: string }): never {
  throw httpProblems.not_found(`No operation ${request.method} ${request.path}.`, {
    reason: 'unknown_operation',
  });
}
