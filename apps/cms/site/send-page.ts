import type { Response } from 'express';
import type { SiteResponse } from '@galley/site';

/** Sends what the site answers with; without its body when that was all that was asked for. */
export function sendPage(
  response: Response,
  method: string,
  { status, headers, body }: SiteResponse,
): void {
  response.writeHead(status, {
    // An answer without its body (HEAD) says itself how long that is; a 304 has none.
    ...(status !== 304 && { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : body);
}
