import type { ErrorRequestHandler, Response } from 'express';
import {
  DomainError,
  kernelProblems,
  OnceAMinute,
  storageFailureOf,
  type Logger,
  type ProblemFactory,
  type ProblemKind,
  type StorageCause,
} from '@galley/kernel';
import type { Exchange } from './exchange.ts';
import { httpProblems } from './problems.ts';

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
  insufficient_storage: 507,
  internal: 500,
};

const retryAfterSeconds = 5;

/** RFC 9457. `detail` is for people; it must hold nothing about the host. */
export function sendProblem(response: Response, error: DomainError): void {
  startProblem(response, error).set('Content-Type', problemType).send(problemText(response, error));
}

/** Status and headers of an error, whatever the form of its body. */
export function startProblem(response: Response, error: DomainError): Response {
  const status = statusOfKind[error.kind];
  if (status === 429 || status === 503) {
    response.set('Retry-After', String(error.details.retry_after ?? retryAfterSeconds));
  }
  // RFC 9110 requires it with every 401; browsers show no password dialog for `Bearer`.
  if (status === 401 && !response.hasHeader('WWW-Authenticate')) {
    response.set('WWW-Authenticate', 'Bearer');
  }
  return response.status(status).set('Cache-Control', 'no-store');
}

export const problemType = 'application/problem+json; charset=utf-8';

export function problemText(response: Response, error: DomainError): string {
  const { status, ...rest } = describeProblem(error);
  return JSON.stringify({ ...rest, status, request_id: response.locals['requestId'] as string });
}

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
  readonly isUnavailable: (error: unknown) => boolean;
  /** For an unavailable database; default `unavailable`. */
  readonly unavailable?: ProblemFactory;
  /** Default: as problem+json. */
  readonly send?: (response: Response, error: DomainError) => void;
}

/** Last middleware. Logs defects. */
export function problemHandler(options: ErrorHandlerOptions): ErrorRequestHandler {
  const { logger, send = sendProblem } = options;
  return (error: unknown, request, response, next) => {
    const problem = toProblem(error, options);
    if (!response.headersSent) {
      if (problem) logCause(problem, error, { request, response }, logger);
      send(response, problem ?? toInternalProblem(error, { request, response }, logger));
      return;
    }
    toInternalProblem(error, { request, response }, logger);
    // A partial answer must not look complete. Express would print the error outside the log.
    response.destroy();
    next();
  };
}

/** Per log, as it is the log that must not fill up. */
const throttles = new WeakMap<Logger, OnceAMinute>();

/** How often the cause was suppressed since it was last logged; `undefined` within a minute of that. */
function throttleLog(logger: Logger, cause: string): number | undefined {
  const throttle = throttles.get(logger) ?? new OnceAMinute();
  throttles.set(logger, throttle);
  return throttle.admit(cause);
}

/** Logs once a minute per cause. The problem for the client has no internals. */
export function toInternalProblem(
  error: unknown,
  { request, response }: Exchange,
  logger: Logger,
): DomainError {
  const cause = error instanceof Error ? error.stack : String(error);
  const repeated = throttleLog(logger, `internal ${cause}`);
  if (repeated !== undefined) {
    logger.error('request failed', {
      request_id: response.locals['requestId'],
      method: request.method,
      error: cause,
      ...(repeated > 0 && { repeated }),
    });
  }
  return httpProblems.internal('An internal error occurred. The server log has the cause.');
}

function logCause(
  problem: DomainError,
  error: unknown,
  { request, response }: Exchange,
  logger: Logger,
): void {
  const status = statusOfKind[problem.kind];
  if (status < 500) return;
  const { cause = causeOf(error) } = problem.details;
  // Detail texts vary, so they cannot serve as a cause.
  const isInWords = error instanceof DomainError && problem.details['cause'] === undefined;
  const repeated = throttleLog(logger, `${problem.code} ${isInWords ? '' : String(cause)}`);
  if (repeated === undefined) return;
  logger.warn('request could not be served', {
    request_id: response.locals['requestId'],
    method: request.method,
    status,
    code: problem.code,
    cause,
    repeated,
  });
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && !(error instanceof DomainError) ? code : error.message;
}

function toProblem(
  error: unknown,
  { isUnavailable, unavailable = kernelProblems.unavailable }: ErrorHandlerOptions,
): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (isDatabaseFull(error))
    return kernelProblems.insufficient_storage(
      'The database disk is full. Nothing was saved. Free disk space, then try again.',
      { cause: 'database_full' },
    );
  if (isUnavailable(error)) {
    return unavailable('The database is unavailable. Try again shortly.');
  }
  // Express throws `URIError` for an address with invalid percent-encoding.
  if (error instanceof URIError)
    return httpProblems.invalid_request('The address has invalid percent-encoding.');
  return fromStorage(error) ?? fromBodyParser(error);
}

/** PostgreSQL's `disk_full`. */
function isDatabaseFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100';
}

function fromStorage(error: unknown): DomainError | undefined {
  const failure = storageFailureOf(error);
  if (!failure || !reportedCauses.has(failure.cause)) return undefined;
  const { cause, why } = failure;
  const code = cause === 'disk_full' ? 'insufficient_storage' : 'storage_failed';
  const message = `A project folder cannot be used (${why}). Fix the cause, then try again.`;
  return kernelProblems[code](message, { cause });
}

/** Other errors of the file system are treated as defects. */
const reportedCauses: ReadonlySet<StorageCause> = new Set([
  'disk_full',
  'read_only',
  'not_permitted',
  'too_many_files',
]);

/** Errors of Express and its body parser, by `type` where they have one. */
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
        ? httpProblems.invalid_request('The body does not match its Content-Encoding.')
        : undefined;
  }
}
