import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** Headers for answers that are data: nothing in them is to be run, framed, or sniffed. */
export function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Answers of the platform API are for pages of other sites too.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Whether a site is reached over TLS alone is for its proxy to promise.
    strictTransportSecurity: false,
  }) as RequestHandler;
}
