import { basename, dirname } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { httpProblems } from '@galley/http';
import type { MediaLibrary, VariantFile } from '@galley/media';

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
    // No address on a page contains a stray percent sign.
    return undefined;
  }
}

/** The address contains the content's hash, so clients may cache it, unless it is a stand-in. */
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
      // A client that disconnected is ignored; a file that vanished before the answer began is an error.
      if (error && !response.headersSent) reject(error);
      else resolve();
    });
  });
}

function notFound({ originalUrl }: Request): Error {
  return httpProblems.not_found(`No such image: ${originalUrl.split('?', 1)[0]!}.`);
}
