import helmet from 'helmet';
import type { RequestHandler } from 'express';

/**
 * Headers for answers that are data: nothing in them is to be run, framed, or sniffed. Pages of other origins embed them
 * only with `cross-origin`, as the platform API has it.
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
    // Whether a site is reached over TLS alone is for its proxy to promise.
    strictTransportSecurity: false,
  }) as RequestHandler;
}
