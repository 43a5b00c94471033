import type { Request } from 'express';
import { singleLine } from './single-line.ts';

const longest = 100;

/**
 * Where a request comes from, by what trusted proxies say: an IPv4 address as such, even on a socket that listens
 * to both versions. Empty when the connection is gone already. A proxy may pass on what is no address at all.
 */
export function clientAddress(request: Request): string {
  return withoutPort(singleLine(request.ip ?? '', longest)).replace(/^::ffff:(?=[\d.]+$)/i, '');
}

/** Some proxies pass on the port too; with it, every connection would be another address. */
function withoutPort(address: string): string {
  const match = /^\[([0-9a-f:.%]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(address);
  return match?.[1] ?? match?.[2] ?? address;
}
