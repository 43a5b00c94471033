import type { Response } from 'express';
import type { SiteResponse } from '@galley/site';

export function sendPage(
  response: Response,
  method: string,
  { status, headers, body }: SiteResponse,
): void {
  response.writeHead(status, {
    // A HEAD answer states the length of the omitted body; a 304 has none.
    ...(status !== 304 && { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : body);
}
