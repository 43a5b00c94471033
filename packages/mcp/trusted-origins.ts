import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { httpProblems } from '@galley/http';

export interface TrustedOrigins {
  /** True for a name or address of the server. */
  readonly isNamed: (host: string) => boolean;
}

/** Throws `forbidden` for a request from a page of another origin than this server or machine (GAP-RC-MCP-2). */
export function requireTrustedOrigin(
  { headers: { origin }, socket }: IncomingMessage,
  { isNamed }: TrustedOrigins,
): void {
  if (origin === undefined) return;
  const host = parseOriginHost(origin);
  const own = socket.localAddress?.replace(/^::ffff:/, '');
  if (host && (isNamed(host) || (isIP(host) > 0 && host === own))) return;
  throw httpProblems.forbidden(
    `The origin "${origin.slice(0, 100)}" is not allowed to use this server.`,
  );
}

function parseOriginHost(origin: string): string | undefined {
  const url = URL.parse(origin);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const isBare = url.username === '' && url.pathname === '/' && url.search === '';
  return isBare ? url.hostname.replace(/^\[(.*)\]$/, '$1') : undefined;
}
