import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { silentLogger, type LogContext, type Logger } from '@galley/kernel';
import { clientAddress } from './client-address.ts';
import { logContextOf } from './logged-context.ts';

export interface RequestLogOptions {
  /** Folders such as `/__preview/`: what an address has below one is a secret, which no log gets. */
  readonly secretBelow?: readonly string[];
}

/** One entry a finished request; what the client asked for is `debug`, since addresses can hold personal data. */
export function requestLog(logger: Logger, options: RequestLogOptions = {}): RequestHandler {
  const isSilent = logger.debug === silentLogger.debug;
  return (request, response, next) => {
    // Asked at once, for whatever asks later too: a socket tells it no more when its client has left, unless it did.
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
  /** Tells by then who asked, and for what. */
  readonly context?: LogContext | undefined;
}

/** Makes the entry when the answer has left, or the client. */
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

/** Looked for in the address as it reads: an encoded one that leads elsewhere has the same secret in it. */
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
