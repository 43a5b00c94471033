import { lookup } from 'node:dns/promises';
import { isPublicAddress } from '@galley/kernel';

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

const defaultPort = 443;

/** Parses `api.example.com`, `127.0.0.1:11434` or `[::1]:443`; without a port, that of HTTPS. */
export function parseHostPort(text: string): HostPort {
  const [, bracketed, name, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  const host = (bracketed ?? name ?? text).toLowerCase();
  return { host, port: port === undefined ? defaultPort : Number(port) };
}

/**
 * The address to connect to, or `undefined` if no pattern allows it. A name may lead anywhere, because the owner chose
 * it; a wildcard only to public addresses, so not to this machine or its network.
 */
export async function findAllowedAddress(
  { host, port }: HostPort,
  patterns: readonly string[],
): Promise<string | undefined> {
  const allowed = patterns.map(parseHostPort).filter((pattern) => pattern.port === port);
  if (allowed.some((pattern) => pattern.host === host)) return host;
  if (!allowed.some((pattern) => matchesWildcard(pattern.host, host))) return undefined;
  const found = await lookup(host, { all: true });
  return found.every(({ address }) => isPublicAddress(address)) ? found[0]?.address : undefined;
}

function matchesWildcard(pattern: string, host: string): boolean {
  return pattern === '*' || (pattern.startsWith('*.') && host.endsWith(pattern.slice(1)));
}
