import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Key for counting requests: the /64 of an IPv6 address, since a client usually has all of it. */
export function networkOf(address: string): string {
  const canonical = plainAddress(address);
  if (!isIPv6(canonical)) return canonical;
  const [before = [], after = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

/** Canonical, without zone; IPv4-mapped addresses, which all share one /64, as IPv4. Other text stays as it is. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const withoutZone = address.replace(/%.*$/, '');
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical);
  if (!mapped) return canonical;
  return dotted(parseInt(mapped[1]!, 16) * 0x10000 + parseInt(mapped[2]!, 16));
}

function dotted(ipv4: number): string {
  return [24, 16, 8, 0].map((bits) => (ipv4 >>> bits) & 0xff).join('.');
}

/** `entries` are addresses, networks (10.0.0.0/8) or `loopback`. */
export function addressesOf(entries: readonly string[]): (address: string) => boolean {
  const listed = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (isIP(address) === 0) continue;
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) listed.addAddress(address, family);
    else listed.addSubnet(address, Number(bits), family);
  }
  const hasLoopback = entries.includes('loopback');
  return (address) =>
    isIP(address) > 0 &&
    ((hasLoopback && isLoopbackHost(address)) ||
      listed.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'));
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** With or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) === 0) return bare.toLowerCase() === 'localhost';
  return loopback.check(bare, isIPv4(bare) ? 'ipv4' : 'ipv6');
}

/** Lower case, without port, trailing dot and brackets. `undefined` for an invalid header. */
export function hostOf(authority: string): string | undefined {
  if (!/^[^\s/\\@?#*]+$/.test(authority)) return undefined;
  const hostname = URL.parse(`http://${authority}`)?.hostname ?? '';
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '') || undefined;
}

/** Whether a host name or address fits `example.org`, `*.example.org` or `*`. */
export function isHostAmong(hostname: string, patterns: readonly string[]): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === hostname ||
      (pattern.startsWith('*.') && hostname.endsWith(pattern.slice(1))),
  );
}
