import type { RequestHandler } from 'express';
import { newId } from '@galley/kernel';

const acceptable = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives each request an id, or keeps the one that a proxy gave, and answers with it in `X-Request-Id`. */
export function requestId(): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id');
    const id = given && acceptable.test(given) ? given : newId();
    response.locals['requestId'] = id;
    response.set('X-Request-Id', id);
    next();
  };
}
