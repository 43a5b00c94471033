import { expect, test } from 'vitest';
import { isLoopbackHost, networkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::8', '1:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['2001:db8::5:0:0:0:1', '2001:db8:0:5::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:255.0.2.8', '255.0.2.8'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s is counted as %s (GAP-SES-3, GAP-SES-7)', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['[::1]', true],
  ['LocalHost', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['[::2]', false],
  ['localhost.example.org', false],
  ['example.org', false],
  ['', false],
])('%s is reached by this machine alone: %s (GAP-RC-MCP-2)', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
