import helmet from 'helmet';
import type { RequestHandler } from 'express';

/**
 * Headers for data answers: they must not be run, framed or sniffed. Only with `cross-origin` may pages of other
 * origins embed them, as the platform API allows.
 */
export function securityHeaders(
  readers: 'same-origin' | 'cross-origin' = 'same-origin',
): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: readers },
    // Only the proxy knows whether the site is reached over TLS alone.
    strictTransportSecurity: false,
  }) as RequestHandler;
}
