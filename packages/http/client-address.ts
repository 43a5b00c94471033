import type { Request } from 'express';
import { singleLine } from './single-line.ts';

const maxAddressLength = 100;

/** As trusted proxies report it; IPv4 is plain. Empty when the connection is gone. A proxy may send no address. */
export function clientAddress(request: Request): string {
  return withoutPort(singleLine(request.ip ?? '', maxAddressLength)).replace(
    /^::ffff:(?=[\d.]+$)/i,
    '',
  );
}

/** Otherwise, every connection through some proxies has a different address. */
function withoutPort(address: string): string {
  const match = /^\[([0-9a-f:.%]+)\](?::\d+)?$|^([\d.]+):\d+$/i.exec(address);
  return match?.[1] ?? match?.[2] ?? address;
}
