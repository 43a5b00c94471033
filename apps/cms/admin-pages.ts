import express, { type RequestHandler } from 'express';
import { fileURLToPath } from 'node:url';
import { adminApp } from './admin-app.ts';

/** Whether the admin is the single-page app of `apps/admin`, or still the pages below. */
export const servesNewAdmin: boolean = false;

const folder = fileURLToPath(new URL('./admin', import.meta.url));

const headers = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** The admin, to be mounted at `/{adminPath}`. */
export function adminPages(adminPath: string): RequestHandler[] {
  return servesNewAdmin ? adminApp(adminPath) : plainPages(adminPath);
}

/**
 * The admin's pages, to be mounted at `/{adminPath}`. Its start, the set-up and the choice of a new password are
 * one page, which tells from its address what to show and asks for everything relative to `/{adminPath}/`. What is
 * below `api/` is left to the next handler; all else that is not there is 404.
 */
export function plainPages(adminPath: string): RequestHandler[] {
  const home = `/${adminPath}/`;
  const pages = express.Router({ caseSensitive: true, strict: true });
  pages.use((request, response, next) => {
    if (/^\/api(\/|$)/i.test(request.path)) {
      next('router');
      return;
    }
    response.set(headers);
    next();
  });
  pages.get(['/', '/setup', '/reset'], (request, response) => {
    const [path, query] = request.originalUrl.split('?', 2);
    if (request.path === '/' && !path!.endsWith('/')) {
      response.redirect(307, query === undefined ? home : `${home}?${query}`);
    } else response.sendFile('index.html', { root: folder, cacheControl: false });
  });
  pages.use(express.static(folder, { index: false, redirect: false, cacheControl: false }));
  pages.use((_request, response) => {
    const text = `There is no such page in the admin. It begins at ${home}\n`;
    response.status(404).type('text/plain').send(text);
  });
  return [pages];
}
