import { randomBytes } from 'node:crypto';

/** A UUID version 7 (RFC 9562): its first 48 bits are the time, so that new rows land at the end of an index. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** A secret that cannot be guessed, safe in an address, a header and a file: 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
