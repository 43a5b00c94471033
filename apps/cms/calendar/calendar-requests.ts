import type { RequestHandler } from 'express';
import type { CalendarFeeds } from './calendar-feeds.ts';

/** Ignores cookies: the address is the credential. All invalid addresses get the same answer. */
export function calendarRequests(feeds: CalendarFeeds): RequestHandler {
  return async ({ method, path }, response) => {
    const [, token] = /^\/([\w-]{43})\.ics$/.exec(path) ?? [];
    const isRead = method === 'GET' || method === 'HEAD';
    const text = isRead && token !== undefined ? await feeds.read(token) : undefined;
    response.set('Cache-Control', 'private, no-cache').set('X-Robots-Tag', 'noindex');
    if (text === undefined) {
      response.status(404).type('text/plain').send('There is no such calendar.\n');
      return;
    }
    response.type('text/calendar; charset=utf-8').send(text);
  };
}
