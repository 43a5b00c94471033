import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { LogContext, newId, withLogContext } from '@galley/kernel';
import { setLogContext } from './logged-context.ts';

const validRequestId = /^[A-Za-z0-9._-]{8,64}$/;

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && validRequestId.test(given) ? given : newId();
}

/** Keeps the id of a proxy. All log entries of the request have it. */
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
