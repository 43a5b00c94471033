import { describe, expect, test } from 'vitest';
import { isWithinRanges, parseAddressRange } from './address-ranges.ts';

describe('ADD-SVC-5: an address range', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8:0:0::1', '2001:db8::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ])('%j is stored as %j', (given, stored) => {
    expect(parseAddressRange(given)).toBe(stored);
  });

  test.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '010.0.0.1',
    '::/129',
    '::ffff:10.0.0.0/8',
    'fe80::1%eth0',
    'example.org',
    '*',
    `10.0.0.0/${'0'.repeat(200)}8`,
  ])('%j is refused', (given) => {
    expect(parseAddressRange(given)).toBeUndefined();
  });
});

describe('ADD-SVC-5: a client is within ranges', () => {
  test.each([
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['::FFFF:0A01:0203', ['10.0.0.0/8'], true],
    ['::ffff:11.1.2.3', ['10.0.0.0/8'], false],
    ['10.1.2.3', ['192.0.2.7', '10.1.2.3'], true],
    ['10.1.2.4', ['10.1.2.3'], false],
    ['2001:db8::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['10.1.2.3', ['::/0'], false],
    ['2001:db8::5', ['0.0.0.0/0'], false],
    ['', ['0.0.0.0/0', '::/0'], false],
    ['unknown', ['0.0.0.0/0', '::/0'], false],
    ['10.1.2.3', [], false],
  ])('%j in %j: %j', (address, ranges, expected) => {
    expect(isWithinRanges(address, ranges)).toBe(expected);
  });
});
