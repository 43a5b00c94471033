import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** Data must not be run, framed or sniffed. `cross-origin` lets pages of other origins embed it. */
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
