import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';

const kept = new WeakMap<IncomingMessage, Buffer>();

/** For the body parser, as what it verifies with: keeps the bytes that it parses. */
export function keepBytes(request: IncomingMessage, _response: unknown, bytes: Buffer): void {
  kept.set(request, bytes);
}

/** The body as it was sent, unpacked; empty when there is none. Only where it is read leniently, or its bytes are kept. */
export function bodyBytes(request: Request): Buffer {
  if (Buffer.isBuffer(request.body)) return request.body;
  return kept.get(request) ?? Buffer.alloc(0);
}
