import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { silentLogger, type LogContext, type Logger } from '@galley/kernel';
import { clientAddress } from './client-address.ts';
import { logContextOf } from './logged-context.ts';

export interface RequestLogOptions {
  /** Such as `/__preview/`: sub-paths are secrets. */
  readonly secretBelow?: readonly string[];
}

/** As `debug`, since addresses can hold personal data. */
export function requestLog(logger: Logger, options: RequestLogOptions = {}): RequestHandler {
  const isSilent = logger.debug === silentLogger.debug;
  return (request, response, next) => {
    // A socket does not know the address after its client has left.
    const remoteAddr = clientAddress(request);
    const requestId: unknown = response.locals['requestId'];
    const context = logContextOf(response);
    const about = { request, response, remoteAddr, requestId, context };
    if (!isSilent) logRequest(logger, { ...about, ...options });
    next();
  };
}

export interface LoggedRequest extends RequestLogOptions {
  readonly request: IncomingMessage & { readonly originalUrl?: string };
  readonly response: ServerResponse;
  readonly remoteAddr: string | undefined;
  readonly requestId: unknown;
  readonly context?: LogContext | undefined;
}

export function logRequest(
  logger: Logger,
  { request, response, remoteAddr, requestId, context, secretBelow = [] }: LoggedRequest,
): void {
  const started = performance.now();
  response.on('close', () => {
    logger.debug('request', {
      ...context?.attributes,
      request_id: requestId,
      method: request.method,
      path: withoutSecrets(request.originalUrl ?? request.url!, secretBelow),
      status: response.statusCode,
      aborted: !response.writableFinished,
      duration_ms: Math.round(performance.now() - started),
      remote_addr: remoteAddr,
      user_agent: request.headers['user-agent'],
    });
  });
}

/** Searches the decoded address: an encoded one holds the same secret. */
function withoutSecrets(address: string, folders: readonly string[]): string {
  const read = decoded(address).toLowerCase();
  const folder = folders.find((one) => read.includes(one));
  return folder === undefined ? address : `${folder}[redacted]`;
}

function decoded(address: string): string {
  return address.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
}
