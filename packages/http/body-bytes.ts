import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

const kept = new WeakMap<IncomingMessage, Buffer>();

/** `verify` callback of the body parser; keeps the bytes of the body. */
export function keepBytes(request: IncomingMessage, _response: unknown, bytes: Buffer): void {
  kept.set(request, bytes);
}

/** Returns the decompressed body as sent; empty without a body. Works only after `lenientBody` or `keepBytes`. */
export function bodyBytes(request: Request): Buffer {
  if (Buffer.isBuffer(request.body)) return request.body;
  return kept.get(request) ?? Buffer.alloc(0);
}
