import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('what was used longest ago makes room, by bytes', () => {
  const cache = new LruCache<string>(100);
  cache.set('a', 'A', 40);
  cache.set('b', 'B', 40);
  expect(cache.get('a')).toBe('A');
  cache.set('c', 'C', 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C']);
  expect(cache.bytes).toBe(80);
});

test('a new value under a known key takes the place of the old one', () => {
  const cache = new LruCache<string>(100);
  cache.set('a', 'A', 90);
  cache.set('a', 'B', 10);
  expect([cache.get('a'), cache.bytes]).toEqual(['B', 10]);
});

test('what is larger than all of it is not kept, and drives nothing out', () => {
  const cache = new LruCache<string>(100);
  cache.set('a', 'A', 10);
  cache.set('b', 'B', 101);
  expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual(['A', undefined, 10]);
});
