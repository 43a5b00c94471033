import type { Request, RequestHandler } from 'express';
import { httpProblems } from './problems.ts';

export const maxLenientBodyBytes = 1024 * 1024;

/** Leaves decoding to the caller, so that an invalid body is not refused here. @throws `payload_too_large` */
export const lenientBody: RequestHandler = async (request, _response, next) => {
  if (Number(request.get('content-length') ?? 0) > maxLenientBodyBytes) throw tooLarge();
  request.body = await bytesOf(request);
  next();
};

/** Uses listeners: leaving an iteration early would close the connection before the answer. */
function bytesOf(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxLenientBodyBytes) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    const torn = (): void =>
      reject(httpProblems.invalid_request('The body ended before it was complete.'));
    request.on('error', torn).on('aborted', torn);
  });
}

function tooLarge(): Error {
  return httpProblems.payload_too_large(`The body is larger than ${maxLenientBodyBytes} bytes.`);
}

export function decodeLeniently(bytes: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
