import { BlockList, isIPv4 } from 'node:net';

/** IANA special-purpose registries. */
const special = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address, bits] = network.split('/');
  special.addSubnet(address!, Number(bits), 'ipv4');
}
// Within 2000::/3: tunnels that carry IPv4, documentation and benchmarks.
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address, bits] = network.split('/');
  special.addSubnet(address!, Number(bits), 'ipv6');
}

const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** False for this machine, its network and cloud metadata services. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
