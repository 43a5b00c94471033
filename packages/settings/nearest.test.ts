import { describe, expect, test } from 'vitest';
import { findNearest } from './nearest.ts';

describe('the nearest candidate', () => {
  const candidates = ['host', 'port', 'trusted_proxies', 'url'];

  test.each([
    ['prot', 'port'],
    ['Port', 'port'],
    ['trustedProxies', 'trusted_proxies'],
    ['trusted-proxy', 'trusted_proxies'],
    ['uri', 'url'],
    ['zebra', undefined],
    ['abc', undefined],
  ])('of %j is %j', (word, expected) => {
    expect(findNearest(word, candidates)).toBe(expected);
  });

  test('is compared by the given name', () => {
    expect(findNearest('prot', ['server.port'], (key) => key.split('.').at(-1)!)).toBe(
      'server.port',
    );
  });

  test('is the first of equally near candidates', () => {
    expect(findNearest('cat', ['bat', 'rat'])).toBe('bat');
  });
});
