import type { Request, RequestHandler } from 'express';
import { httpProblems } from './problems.ts';

/** What a body may have that is taken as it is, in bytes. */
export const longestLenientBody = 1024 * 1024;

/**
 * Reads the body as it comes, whatever it says that it is, into `request.body`: what cannot be decoded is not refused,
 * so that nothing is decoded here. Throws `payload_too_large`.
 */
export const lenientBody: RequestHandler = async (request, _response, next) => {
  if (Number(request.get('content-length') ?? 0) > longestLenientBody) throw tooLarge();
  request.body = await bytesOf(request);
  next();
};

/** Listens rather than iterates: an iteration that is given up would break off the connection before the answer. */
function bytesOf(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= longestLenientBody) chunks.push(chunk);
      else reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    const torn = (): void =>
      reject(httpProblems.invalid_request('The body ended before it was complete.'));
    request.on('error', torn).on('aborted', torn);
  });
}

function tooLarge(): Error {
  return httpProblems.payload_too_large(`The body is larger than ${longestLenientBody} bytes.`);
}

/** An empty object for what is no JSON object. */
export function decodeLeniently(bytes: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    // That is what lenient means: whoever calls goes on without values.
    return {};
  }
}
