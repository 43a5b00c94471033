import type { RequestHandler } from 'express';
import type { Logger } from '@galley/kernel';
import { clientAddress } from './client-address.ts';

/** One entry a finished request; what the client asked for is `debug`, since addresses can hold personal data. */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    // Asked at once, for whatever asks later too: a socket tells it no more when its client has left, unless it did.
    const remoteAddr = clientAddress(request);
    response.on('close', () => {
      logger.debug('request', {
        request_id: response.locals['requestId'],
        method: request.method,
        path: request.originalUrl,
        status: response.statusCode,
        aborted: !response.writableFinished,
        duration_ms: Math.round(performance.now() - started),
        remote_addr: remoteAddr,
        user_agent: request.get('user-agent'),
      });
    });
    next();
  };
}
