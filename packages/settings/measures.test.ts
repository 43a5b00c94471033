import { describe, expect, test } from 'vitest';
import { parseByteSize } from './byte-size.ts';
import { parseDuration } from './duration.ts';

describe('a duration', () => {
  test.each([
    ['250ms', 250],
    ['1s', 1_000],
    ['5m', 300_000],
    ['12h', 43_200_000],
    ['7d', 604_800_000],
    [' 1s ', 1_000],
    ['0s', 0],
  ])('%j is %d milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test.each(['', '5', '5 minutes', '1.5s', '-1s', '1S', 's', '1h30m', '99999999999s'])(
    '%j is invalid',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});

describe('a size', () => {
  test.each([
    ['1000', 1_000],
    ['512B', 512],
    ['64KiB', 65_536],
    ['8MiB', 8_388_608],
    ['8 mib', 8_388_608],
    ['1GiB', 1_073_741_824],
    ['1kB', 1_000],
    ['10MB', 10_000_000],
    ['2GB', 2_000_000_000],
  ])('%j is %d bytes', (text, bytes) => {
    expect(parseByteSize(text)).toBe(bytes);
  });

  test.each(['', 'KiB', '1.5MiB', '-1', '1 TiB', '64K', '1e3'])('%j is invalid', (text) => {
    expect(parseByteSize(text)).toBeUndefined();
  });
});
