import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

const running = new WeakMap<ServerResponse, Promise<unknown>>();

/** Work for a request that runs to its end also after the client has left. */
export function trackWork<T>(response: ServerResponse, work: Promise<T>): Promise<T> {
  const others = running.get(response);
  running.set(response, Promise.allSettled([others, work]));
  return work;
}

export function tracked(
  handler: (request: Request, response: Response, next: NextFunction) => Promise<void>,
): RequestHandler {
  return (request, response, next) => trackWork(response, handler(request, response, next));
}

/** Resolves when all tracked work of the request has ended, however it ended. */
export async function workOf(response: ServerResponse): Promise<void> {
  // A handler that has ended may have started the next one.
  for (let seen: unknown; seen !== running.get(response);) {
    seen = running.get(response);
    await seen;
  }
}
