import type { Request } from 'express';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50001', '192.0.2.7'],
  ['[2001:db8::1]:50001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', 'unknown'],
  ['a\r\nb', 'ab'],
  [undefined, ''],
])('%j comes from %j (GAP-SES-3)', (ip, address) => {
  expect(clientAddress({ ip } as Request)).toBe(address);
});
