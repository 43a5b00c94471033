import { randomBytes, randomUUID } from 'node:crypto';

/** UUID version 7 (RFC 9562). It begins with the time, so that new rows are appended to an index. */
export function newId(now = Date.now()): string {
  if (now !== lastTime) [lastTime, timePart] = [now, timePartOf(now)];
  // Faster than `randomBytes`: `randomUUID` draws random bits for many ids at once.
  return timePart + randomUUID().slice(15);
}

// Each request has an id, and there are many per millisecond.
let [lastTime, timePart] = [-1, ''];

function timePartOf(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

/** 256 bits as base64url, which is safe in URLs, headers and file names. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
