import express, { type Request, type RequestHandler } from 'express';
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { httpProblems } from '@galley/http';

/** Media of the content tree under `/media`. Whatever a file holds, no script in it runs in this site's name. */
export function mediaFiles(directory: string): RequestHandler[] {
  const refuseHidden: RequestHandler = async (request, _response, next) => {
    if (isSidecar(request.path) || (await leadsOutside(directory, request.path)))
      throw notFound(request);
    next();
  };
  const refuseRest: RequestHandler = (request) => {
    throw notFound(request);
  };
  const files = express.static(directory, {
    dotfiles: 'ignore',
    index: false,
    redirect: false,
    setHeaders: (response) => {
      response.setHeader(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
    },
  });
  const sendFile: RequestHandler = (request, response, next) => {
    files(request, response, (error?: { status?: number }) => {
      // A part that the file does not have is no fault of the server's.
      if (error?.status === 416) response.status(416).end();
      else next(error);
    });
  };
  return [refuseHidden, sendFile, refuseRest];
}

/** However it is spelt: an address may have any character encoded, and a file system take capitals for small letters. */
function isSidecar(path: string): boolean {
  try {
    return decodeURIComponent(path).toLowerCase().endsWith('.meta.yaml');
  } catch {
    // Misspelt, it is no file's.
    return false;
  }
}

/** A tree that somebody else wrote may hold links to whatever this account can read. */
async function leadsOutside(directory: string, path: string): Promise<boolean> {
  try {
    const [root, target] = await Promise.all([
      realpath(directory),
      realpath(join(directory, decodeURIComponent(path))),
    ]);
    return !target.startsWith(root + sep);
  } catch {
    // What is missing or misspelt leads nowhere.
    return false;
  }
}

function notFound({ originalUrl }: Request): Error {
  return httpProblems.not_found(`There is no file ${originalUrl.split('?', 1)[0]!}.`);
}
