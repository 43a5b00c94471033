import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { LogContext, newId, withLogContext } from '@galley/kernel';
import { setLogContext } from './logged-context.ts';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;

/** The id that a proxy gave a request, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : newId();
}

/**
 * Gives each request an id, or keeps the one that a proxy gave, and answers with it in `X-Request-Id`. What is logged
 * until the answer has left has it too.
 */
export function requestId(): RequestHandler {
  return (request, response, next) => {
    const id = requestIdOf(request);
    response.locals['requestId'] = id;
    response.set('X-Request-Id', id);
    const context = new LogContext({ request_id: id });
    setLogContext(response, context);
    response.once('close', () => context.end());
    withLogContext(context, next);
  };
}
