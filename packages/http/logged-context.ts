import type { Response } from 'express';
import { LogContext, withLogContext, type LogAttributes } from '@galley/kernel';

export function logContextOf(response: Response): LogContext | undefined {
  return response.locals['logContext'] as LogContext | undefined;
}

export function setLogContext(response: Response, context: LogContext): void {
  response.locals['logContext'] = context;
}

/** Log entries have `about`, whichever async context the body was read in, even after the client has left. */
export async function runWithRequestContext<T>(
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
