import type { ErrorRequestHandler, Response } from 'express';
import {
  DomainError,
  kernelProblems,
  type Logger,
  type ProblemFactory,
  type ProblemKind,
} from '@galley/kernel';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';

/** The one place where a kind of problem becomes a status. */
export const statusOfKind: Readonly<Record<ProblemKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  rate_limited: 429,
  upstream_failed: 502,
  unavailable: 503,
  upstream_timeout: 504,
  internal: 500,
};

const retryAfterSeconds = 5;

/** Answers with a problem document (RFC 9457). Its `detail` is for people; nothing of the host goes in. */
export function sendProblem(response: Response, error: DomainError): void {
  const status = statusOfKind[error.kind];
  if (status === 429 || status === 503) {
    response.set('Retry-After', String(error.details.retry_after ?? retryAfterSeconds));
  }
  // RFC 9110 wants one with every 401; browsers ask nobody for a password for this scheme.
  if (status === 401 && !response.hasHeader('WWW-Authenticate')) {
    response.set('WWW-Authenticate', 'Bearer');
  }
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .set('Content-Type', problemType)
    .send(problemText(response, error));
}

export const problemType = 'application/problem+json; charset=utf-8';

/** The problem document that answers the request of `response`. */
export function problemText(response: Response, error: DomainError): string {
  const { status, ...rest } = describeProblem(error);
  return JSON.stringify({ ...rest, status, request_id: response.locals['requestId'] as string });
}

/** What a problem document says of a problem, whichever request met it. */
export function describeProblem(error: DomainError) {
  const { retry_after, ...details } = error.details;
  return {
    ...details,
    type: `urn:galley:problem:${error.code}`,
    title: error.definition.title,
    status: statusOfKind[error.kind],
    detail: error.message,
    code: error.code,
  };
}

export interface ErrorHandlerOptions {
  readonly logger: Logger;
  /** Recognises that the database is away, which is nobody's mistake. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** What that is then called; `unavailable` when it is left out. */
  readonly unavailable?: ProblemFactory;
}

/** The last middleware: every error becomes a problem document, and a defect becomes a log entry as well. */
export function problemHandler(options: ErrorHandlerOptions): ErrorRequestHandler {
  const { logger } = options;
  return (error: unknown, request, response, next) => {
    const problem = toProblem(error, options);
    if (!response.headersSent) {
      sendProblem(response, problem ?? defect(error, { request, response }, logger));
      return;
    }
    defect(error, { request, response }, logger);
    // What was begun must not look complete. Express, told of the error, would print it past the log.
    response.destroy();
    next();
  };
}

/** Logs what nobody is told the inside of, and returns what they are told. */
export function defect(
  error: unknown,
  { request, response }: Exchange,
  logger: Logger,
): DomainError {
  logger.error('request failed', {
    request_id: response.locals['requestId'],
    method: request.method,
    error: error instanceof Error ? error.stack : String(error),
  });
  return httpProblems.internal(
    'The server met an error of its own; the log has it under this request id.',
  );
}

function toProblem(
  error: unknown,
  { isUnavailable, unavailable = kernelProblems.unavailable }: ErrorHandlerOptions,
): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isUnavailable(error)) {
    return unavailable('The database cannot answer at the moment. Try again shortly.');
  }
  // Express decodes a route's parameters, and says so of an address with a broken percent sign.
  if (error instanceof URIError)
    return httpProblems.invalid_request('The address is not properly percent-encoded.');
  return fromBodyParser(error);
}

/** Express and its body parser throw http-errors; `type`, where there is one, names what they met. */
function fromBodyParser(error: unknown): DomainError | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  switch ('type' in error && error.type) {
    case 'entity.parse.failed':
      return httpProblems.invalid_json(`The body is not JSON: ${error.message}.`);
    case 'entity.too.large':
      return httpProblems.payload_too_large(
        `The body is larger than ${String((error as { limit?: number }).limit)} bytes.`,
      );
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return httpProblems.unsupported_media_type(
        'Send JSON in UTF-8, plain or compressed with gzip, deflate or br.',
      );
    case 'request.aborted':
    case 'request.size.invalid':
    case 'stream.encoding.set':
      return httpProblems.invalid_request('The body ended before it was complete.');
    default:
      return error.status === 400
        ? httpProblems.invalid_request('The body is not compressed in the way that it says.')
        : undefined;
  }
}
