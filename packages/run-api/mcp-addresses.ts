import type { Request } from 'express';
import { isLoopbackHost } from '@galley/kernel';
import type { Authority } from '@galley/runcoord';

/** From the address of the request, whose host the server has checked: a server may have several names. */
export function mcpAuthority(
  { protocol, host }: Pick<Request, 'protocol' | 'host'>,
  adminPath: string,
): Authority {
  const issuer = `${protocol}://${host}`;
  return { issuer, resource: `${issuer}/${adminPath}/mcp` };
}

/** OAuth needs TLS, except on this machine (OAuth 2.1, 1.5). */
export function isSafeForOAuth({ secure, hostname }: Pick<Request, 'secure' | 'hostname'>) {
  return secure || isLoopbackHost(hostname);
}
