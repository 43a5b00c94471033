import type { RequestHandler } from 'express';
import type { Logger } from '@galley/kernel';

/** Behind an unconfigured proxy all clients share one address. Anybody can send the header: this is only a hint. */
export function warnOfUntrustedProxy(logger: Logger): RequestHandler {
  let warned = false;
  return (request, _response, next) => {
    const peer = request.socket.remoteAddress;
    if (!warned && request.headers['x-forwarded-for'] !== undefined && request.ip === peer) {
      warned = true;
      logger.warn(
        'X-Forwarded-For from an untrusted address ignored: ' +
          'add your proxy to server.trusted_proxies, or all clients share its address',
        { address: peer },
      );
    }
    next();
  };
}
