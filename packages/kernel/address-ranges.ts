import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from './network.ts';

/** Bits before the IPv4 address in an IPv4-mapped one. */
const mappedBits = 96;

/**
 * Canonical form of an address or network (10.0.0.0/8, 2001:db8::/32); IPv4-mapped ones become IPv4. `undefined` for
 * other text.
 */
export function parseAddressRange(text: string): string | undefined {
  const [given = '', length, ...rest] = text.trim().split('/');
  if (rest.length > 0 || given.includes('%')) return undefined;
  const address = plainAddress(given);
  const max = maxBitsOf(address);
  if (max === undefined) return undefined;
  if (length === undefined) return address;
  const isMapped = isIPv4(address) && isIPv6(given);
  const bits = prefixLength(length, isMapped ? mappedBits : 0);
  return bits === undefined || bits > max ? undefined : `${address}/${bits}`;
}

function maxBitsOf(address: string): number | undefined {
  if (isIPv4(address)) return 32;
  return isIPv6(address) ? 128 : undefined;
}

function prefixLength(text: string, less: number): number | undefined {
  const bits = /^\d{1,3}$/.test(text) ? Number(text) - less : -1;
  return bits < 0 ? undefined : bits;
}

/** `ranges` are canonical. An IPv4 address is in no IPv6 network. */
export function isWithinRanges(address: string, ranges: readonly string[]): boolean {
  const plain = plainAddress(address);
  const family = isIPv4(plain) ? 'ipv4' : isIPv6(plain) ? 'ipv6' : undefined;
  if (!family) return false;
  const listed = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    if (isIPv4(network) !== (family === 'ipv4')) continue;
    listed.addSubnet(network, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return listed.check(plain, family);
}
