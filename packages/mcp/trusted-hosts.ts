import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { httpProblems } from '@galley/http';
import { isLoopbackHost } from '@galley/kernel';

export interface TrustedHosts {
  /** Whether a certificate of this server is for that name or address. */
  readonly isCertified: (host: string) => boolean;
}

/**
 * Throws `forbidden` when a request comes by a name that is not this server's, or from a page that is not of this
 * server or this machine (GAP-RC-MCP-2). A page in a browser can have its own name lead here; it cannot send another.
 */
export function requireTrustedHost(request: IncomingMessage, trusted: TrustedHosts): void {
  const { host, origin } = request.headers;
  if (host === undefined || !isTrusted(`http://${host}`, request, trusted)) {
    throw httpProblems.forbidden(
      `This server does not go by the name "${shown(host)}". Use the address that it listens on, such as http://127.0.0.1:7117/mcp.`,
    );
  }
  if (origin !== undefined && !isTrusted(origin, request, trusted)) {
    throw httpProblems.forbidden(`Pages of "${shown(origin)}" may not use this server.`);
  }
}

function isTrusted(
  address: string,
  { socket }: IncomingMessage,
  { isCertified }: TrustedHosts,
): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, protocol, username, pathname, search } = new URL(address);
  const isBare = /^https?:$/.test(protocol) && username === '' && pathname === '/' && search === '';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isBare || host === '') return false;
  // An address, unlike a name, is nobody's to lead elsewhere; it has to be the one that was reached all the same.
  const isOwn = isIP(host) > 0 && host === socket.localAddress?.replace(/^::ffff:/, '');
  return isOwn || isLoopbackHost(host) || isCertified(host);
}

function shown(name: string = ''): string {
  return name.slice(0, 100);
}
