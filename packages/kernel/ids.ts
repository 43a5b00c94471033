import { randomBytes, randomUUID } from 'node:crypto';

/** A UUID version 7 (RFC 9562): its first 48 bits are the time, so that new rows land at the end of an index. */
export function newId(now = Date.now()): string {
  if (now !== lastTime) [lastTime, timePart] = [now, timePartOf(now)];
  // Node takes the random bits of many UUIDs at once, which asking for so few bytes would cost each time.
  return timePart + randomUUID().slice(15);
}

// Each request has an id, and there are many in a millisecond.
let [lastTime, timePart] = [-1, ''];

function timePartOf(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

/** A secret that cannot be guessed, safe in an address, a header and a file: 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
