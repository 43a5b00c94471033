import { httpProblems } from './problems.ts';

/** Members, items, objects and arrays of a body. No operation needs a tenth of it. */
export const maxParts = 50_000;

const [quote, backslash] = [0x22, 0x5c];
const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b];

/**
 * `JSON.parse` of 8 MiB of small objects takes over a second. @throws `payload_too_large`, and `unsupported_media_type`
 * for encodings other than UTF-8 (RFC 8259, section 8.1), whose characters can contain the bytes of quotes
 */
export function requirePartLimit(bytes: Uint8Array, encoding: string): void {
  if (encoding !== 'utf-8') throw httpProblems.unsupported_media_type('Send JSON in UTF-8.');
  if (!hasManyParts(bytes)) return;
  throw httpProblems.payload_too_large(
    `The body has more than ${maxParts} members, items, objects and arrays.`,
  );
}

function hasManyParts(bytes: Uint8Array): boolean {
  let parts = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length && parts <= maxParts; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isInString = !isInString;
    else if (isInString) at += byte === backslash ? 1 : 0;
    else if (byte === comma || byte === bracket || byte === brace) parts += 1;
  }
  return parts > maxParts;
}
