import { expect, test } from 'vitest';
import { describeDevice, parseDevice, rangeOf } from './device.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['curl/8.14.1', undefined, undefined],
  ['', undefined, undefined],
])('recognises %s as %s on %s', (agent, browser, system) => {
  const isHandheld = system === 'iPhone' || system === 'Android';
  expect(parseDevice(agent)).toEqual({ browser, system, isHandheld });
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['curl/8.14.1', 'curl/8.14.1'],
  ['', '?'],
])('ADD-ACC-5: %s is told as %s', (agent, told) => {
  expect(describeDevice(agent)).toBe(told);
});

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['', ''],
])('ADD-ACC-5: a notice shows of %s the range %s', (address, range) => {
  expect(rangeOf(address)).toBe(range);
});
