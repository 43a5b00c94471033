import { realpath } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import express, { type Request, type RequestHandler } from 'express';
import { httpProblems } from '@galley/http';
import { findPublicFile, publicMediaFolder } from '@galley/media';

/** Response headers keep scripts in files from running in the site's origin. */
export function mediaFiles(contentDirectory: string): RequestHandler[] {
  const directory = join(contentDirectory, 'media');
  const working = filesIn(directory);
  const approved = filesIn(join(contentDirectory, publicMediaFolder));
  const refuseRest: RequestHandler = (request) => {
    throw notFound(request);
  };
  const sendPublic: RequestHandler = async (request, response, next) => {
    if (isSidecar(request.path) || (await isOutside(directory, request.path)))
      throw notFound(request);
    const version = await publicVersionOf(contentDirectory, request.path);
    if (version === 'none') throw notFound(request);
    const send = version === 'copy' ? approved : working;
    send(request, response, next);
  };
  return [sendPublic, refuseRest];
}

async function publicVersionOf(
  contentDirectory: string,
  path: string,
): Promise<'working' | 'copy' | 'none'> {
  try {
    const below = normalize(decodeURIComponent(path));
    const file = await findPublicFile(contentDirectory, `media${below}`);
    if (file === undefined) return 'none';
    return file === join(contentDirectory, `media${below}`) ? 'working' : 'copy';
  } catch (error) {
    // A malformed address names no file.
    if (error instanceof URIError) return 'none';
    throw error;
  }
}

function filesIn(directory: string): RequestHandler {
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
  return (request, response, next) => {
    files(request, response, (error?: { status?: number }) => {
      // An unsatisfiable range is the client's error.
      if (error?.status === 416) response.status(416).end();
      else next(error);
    });
  };
}

/** Whatever its spelling: addresses may encode any character, and file systems may ignore case. */
function isSidecar(path: string): boolean {
  try {
    return decodeURIComponent(path).toLowerCase().endsWith('.meta.yaml');
  } catch {
    return false;
  }
}

/** A tree from another author may contain links to anything this account can read. */
async function isOutside(directory: string, path: string): Promise<boolean> {
  try {
    const [root, target] = await Promise.all([
      realpath(directory),
      realpath(join(directory, decodeURIComponent(path))),
    ]);
    return !target.startsWith(root + sep);
  } catch {
    return false;
  }
}

function notFound({ originalUrl }: Request): Error {
  return httpProblems.not_found(`No such file: ${originalUrl.split('?', 1)[0]!}.`);
}
