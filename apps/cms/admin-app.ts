import express, { type Request, type RequestHandler, type Response } from 'express';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adminAssets } from './admin-assets.ts';

const built = fileURLToPath(new URL('../admin/dist', import.meta.url));

const headers = {
  // The page differs on each request (nonce), and its assets carry a hash in their names.
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** `nonce` allows the styles that the page's scripts add, as editors and overlays do. */
function contentSecurityPolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Leaves `api/` and `plugin-api/` to the next handler. */
export function adminApp(adminPath: string, folder: string = built): RequestHandler[] {
  const home = `/${adminPath}/`;
  const pages = express.Router({ caseSensitive: true, strict: true });
  pages.use((request, response, next) => {
    if (/^\/(plugin-)?api(\/|$)/i.test(request.path)) {
      next('router');
      return;
    }
    response.set({ ...headers, 'Content-Security-Policy': contentSecurityPolicy() });
    if (request.method === 'GET' || request.method === 'HEAD') next();
    else
      response
        .status(405)
        .set('Allow', 'GET, HEAD')
        .type('text/plain')
        .send('Only GET and HEAD are allowed here.\n');
  });
  pages.get('/', (request, response, next) => {
    const [path, query] = request.originalUrl.split('?', 2);
    if (path!.endsWith('/')) next();
    else response.redirect(307, query === undefined ? home : `${home}?${query}`);
  });
  // The static file lacks the `<base>` that `sendPage` inserts, so its relative links would not resolve.
  pages.get('/index.html', (_request, response) => response.redirect(307, home));
  pages.use('/assets', adminAssets(join(folder, 'assets')), (_request, response) =>
    refuse(response, home),
  );
  pages.use(express.static(folder, { index: false, redirect: false, cacheControl: false }));
  pages.use(async (request, response) => {
    // Document names with dots occur only further down; directly below the base a dot means a missing file.
    if (/^\/[^/]*\.[^/]*$/.test(request.path)) refuse(response, home);
    else await sendPage(request, response, { home, folder });
  });
  return [pages];
}

async function sendPage(
  request: Request,
  response: Response,
  { home, folder }: { home: string; folder: string },
): Promise<void> {
  const page = await pageOf(folder);
  if (page === undefined) {
    response.status(503).type('text/plain').send(notBuilt);
    return;
  }
  const nonce = randomBytes(16).toString('base64');
  const head = `<base href="${home}"><meta property="csp-nonce" nonce="${nonce}">`;
  const [, first] = request.path.split('/', 2);
  const text = page
    .replace('<head>', (tag) => tag + head)
    .replace(pageLink, (link, name) => (name === first ? link : ''));
  response.set({
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(text)),
  });
  // Without the ETag that `send` would add: a revalidated page would carry the nonce of an earlier answer.
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** Loads scripts of one page of the admin early: `apps/admin/page-scripts.ts`. */
const pageLink = /<link [^>]*data-page="(\w+)"[^>]*>\s*/g;

/** Reads the page on each request: it is small, and may be rebuilt while a server runs. `undefined` if missing. */
async function pageOf(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const notBuilt = `The admin has not been built yet. In the installation folder of Galley, run

  npm run build:admin

and reload this page; no restart is needed. "npm start" builds the admin automatically.
`;

function refuse(response: Response, home: string): void {
  const text = `No such file in the admin, which is at ${home}\n`;
  response.status(404).type('text/plain').send(text);
}
