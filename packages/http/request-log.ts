import type { RequestHandler } from 'express';
import type { Logger } from '@galley/kernel';

/** One entry a finished request; what the client asked for is `debug`, since addresses can hold personal data. */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.on('close', () => {
      logger.debug('request', {
        request_id: response.locals['requestId'],
        method: request.method,
        path: request.originalUrl,
        status: response.statusCode,
        aborted: !response.writableFinished,
        duration_ms: Math.round(performance.now() - started),
        remote_addr: request.ip,
        user_agent: request.get('user-agent'),
      });
    });
    next();
  };
}
