import type { Response } from 'express';
import { LogContext, withLogContext, type LogAttributes } from '@galley/kernel';

/** Undefined where nothing has given the request an id. */
export function logContextOf(response: Response): LogContext | undefined {
  return response.locals['logContext'] as LogContext | undefined;
}

export function setLogContext(response: Response, context: LogContext): void {
  response.locals['logContext'] = context;
}

/**
 * Does what a request asks for, so that what is logged meanwhile says what it was: also once the client has left, and
 * wherever the body of the request came from. The context of the request itself ends with its answer.
 */
export async function doingFor<T>(
  response: Response,
  about: LogAttributes,
  work: () => Promise<T>,
): Promise<T> {
  const request = logContextOf(response);
  request?.add(about);
  const context = new LogContext({ ...request?.attributes, ...about });
  try {
    return await withLogContext(context, work);
  } finally {
    context.end();
  }
}
