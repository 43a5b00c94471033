import type { Request, RequestHandler } from 'express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Best compression first. */
const codings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];
const assetName = /^\/([\w-][\w.-]*)$/;

/** Serves admin assets. Their names contain their hash, so clients may cache them indefinitely. */
export function adminAssets(folder: string): RequestHandler {
  return (request, response, next) => {
    const [, name] = assetName.exec(request.path) ?? [];
    if (name === undefined || codings.some(({ ending }) => name.endsWith(ending))) {
      next();
      return;
    }
    const coding = bestCoding(request, join(folder, name));
    const options = {
      root: folder,
      cacheControl: false,
      acceptRanges: false,
      headers: {
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(coding && { 'Content-Encoding': coding.name }),
      },
    };
    response.type(name.slice(name.lastIndexOf('.')));
    response.sendFile(`${name}${coding?.ending ?? ''}`, options, (error?: Error) => {
      // The client has disconnected.
      if (!error || response.headersSent) return;
      response.removeHeader('Content-Type');
      next();
    });
  };
}

function bestCoding(request: Request, path: string) {
  return codings.find(
    ({ name, ending }) => request.acceptsEncodings(name) === name && existsSync(path + ending),
  );
}
