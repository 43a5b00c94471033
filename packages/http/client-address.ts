import type { Request } from 'express';
import { singleLine } from './single-line.ts';

const maxAddressLength = 100;

/**
 * Client address of a request, as trusted proxies report it. IPv4 addresses are plain even on a dual-stack socket.
 * Empty when the connection is already gone. A proxy may pass a value that is not an address.
 */
export function clientAddress(request: Request): string {
  return withoutPort(singleLine(request.ip ?? '', maxAddressLength)).replace(
    /^::ffff:(?=[\d.]+$)/i,
    '',
  );
}

/** Some proxies include the port, which would make every connection a different address. */
function withoutPort(address: string): string {
  const match = /^\[([0-9a-f:.%]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(address);
  return match?.[1] ?? match?.[2] ?? address;
}
