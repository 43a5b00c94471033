import { expect, test } from 'vitest';
import { isWindowsDeviceName } from './windows-names.ts';

test.each([
  'con',
  'AUX',
  'nul.md',
  'Prn.tar.gz',
  'com1',
  'LPT9.x',
  'com¹',
  'conin$',
  'aux .md',
  'con ',
])('Windows opens a device for %j', (name) => expect(isWindowsDeviceName(name)).toBe(true));

test.each(['console', 'com', 'com10', 'lpt', 'nul_', 'my.con', 'auxiliary.md', 'con-1.md', ''])(
  'Windows opens a file for %j',
  (name) => expect(isWindowsDeviceName(name)).toBe(false),
);
