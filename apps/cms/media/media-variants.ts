import { basename, dirname } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { httpProblems } from '@galley/http';
import type { MediaLibrary, VariantFile } from '@galley/media';

/** Pictures of the media library in the sizes and formats that pages offer, under `/media-variants`. */
export function mediaVariants(library: MediaLibrary): RequestHandler {
  return async (request, response) => {
    const { method } = request;
    const asked = method === 'GET' || method === 'HEAD' ? decodedPath(request) : undefined;
    const found = asked === undefined ? undefined : await library.findVariant(asked);
    if (found === undefined) throw notFound(request);
    await send(response, found);
  };
}

function decodedPath({ path }: Request): string | undefined {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    // A stray percent sign is in no address that a page has.
    return undefined;
  }
}

/** Its address has the hash of what it shows, so it may be kept for good; a stand-in is better the next time. */
function send(response: Response, { file, mediaType, isStandIn }: VariantFile): Promise<void> {
  response.set({
    'Content-Type': mediaType,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': isStandIn ? 'no-store' : 'public, max-age=31536000, immutable',
  });
  const options = { root: dirname(file), cacheControl: false, acceptRanges: false };
  return new Promise((resolve, reject) => {
    response.sendFile(basename(file), options, (error?: Error) => {
      // Who went away meanwhile gets nothing more; what vanished before it began is told.
      if (error && !response.headersSent) reject(error);
      else resolve();
    });
  });
}

function notFound({ originalUrl }: Request): Error {
  return httpProblems.not_found(`There is no picture ${originalUrl.split('?', 1)[0]!}.`);
}
