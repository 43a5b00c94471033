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
  insufficient_storage: 507,
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
      if (problem) logCause(problem, error, { request, response }, logger);
      sendProblem(response, problem ?? defect(error, { request, response }, logger));
      return;
    }
    defect(error, { request, response }, logger);
    // What was begun must not look complete. Express, told of the error, would print it past the log.
    response.destroy();
    next();
  };
}

/** One a log, as that is what must not fill up. */
const throttles = new WeakMap<Logger, OnceAMinute>();

/** How often the cause came unlogged since it was logged last; undefined within a minute of that. */
function admit(logger: Logger, cause: string): number | undefined {
  const throttle = throttles.get(logger) ?? new OnceAMinute();
  throttles.set(logger, throttle);
  return throttle.admit(cause);
}

/** Logs what nobody is told the inside of, once a minute for each cause, and returns what they are told. */
export function defect(
  error: unknown,
  { request, response }: Exchange,
  logger: Logger,
): DomainError {
  const cause = error instanceof Error ? error.stack : String(error);
  const repeated = admit(logger, `internal ${cause}`);
  if (repeated !== undefined) {
    logger.error('request failed', {
      request_id: response.locals['requestId'],
      method: request.method,
      error: cause,
      ...(repeated > 0 && { repeated }),
    });
  }
  return httpProblems.internal('The server met an error of its own; its log has the cause.');
}

/** Logs what a problem with a status of 500 and above comes from, once a minute for each cause. */
function logCause(
  problem: DomainError,
  error: unknown,
  { request, response }: Exchange,
  logger: Logger,
): void {
  const status = statusOfKind[problem.kind];
  if (status < 500) return;
  const { cause = causeOf(error) } = problem.details;
  // The words of a problem may name something else each time.
  const isInWords = error instanceof DomainError && problem.details['cause'] === undefined;
  const repeated = admit(logger, `${problem.code} ${isInWords ? '' : String(cause)}`);
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

/** `ECONNREFUSED`, or the words where there is no code. */
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
      'The disk of the database is full. Nothing was saved; try again when it has room.',
      { cause: 'database_full' },
    );
  if (isUnavailable(error)) {
    return unavailable('The database cannot answer at the moment. Try again shortly.');
  }
  // Express decodes a route's parameters, and says so of an address with a broken percent sign.
  if (error instanceof URIError)
    return httpProblems.invalid_request('The address is not properly percent-encoded.');
  return fromStorage(error) ?? fromBodyParser(error);
}

/** PostgreSQL's `disk_full`. */
function isDatabaseFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100';
}

/** A file that could not be written, or read, where nobody has said what became of the call. */
function fromStorage(error: unknown): DomainError | undefined {
  const failure = storageFailureOf(error);
  if (!failure || !passing.has(failure.cause)) return undefined;
  const { cause, why } = failure;
  const code = cause === 'disk_full' ? 'insufficient_storage' : 'storage_failed';
  const message = `A folder of the project cannot be used (${why}). Try again when that is mended.`;
  return kernelProblems[code](message, { cause });
}

/** What else the file system reports is a mistake of the program, until somebody says otherwise. */
const passing: ReadonlySet<StorageCause> = new Set([
  'disk_full',
  'read_only',
  'not_permitted',
  'too_many_files',
]);

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
