import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

const bodies = new WeakMap<IncomingMessage, Buffer>();

export function keepBytes(request: IncomingMessage, _response: unknown, bytes: Buffer): void {
  bodies.set(request, bytes);
}

/** Decompressed; empty without a body. Works only after `lenientBody` or `keepBytes`. */
export function bodyBytes(request: Request): Buffer {
  if (Buffer.isBuffer(request.body)) return request.body;
  return bodies.get(request) ?? Buffer.alloc(0);
}
