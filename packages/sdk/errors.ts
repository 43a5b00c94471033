import type { FieldErrorCode } from './generated/field-errors.ts';
import type { ProblemCode } from './generated/problems.ts';

/** Error in a part of the input, by path (`frontmatter.date`). Translate by `code` and `params`. */
export interface FieldError {
  readonly path: string;
  /** A newer server may send codes outside `FieldErrorCode`. */
  readonly code: FieldErrorCode | (string & {});
  readonly params: Readonly<Record<string, string | number | readonly (string | number)[]>>;
  /** English text. */
  readonly message: string;
}

/** Base class for failed calls: an error response, no response, or a response that is not Galley's. */
export abstract class GalleyError extends Error {
  /** Id of the operation: `documents.save`. */
  readonly operation: string;

  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.operation = operation;
  }
}

export interface AnswerFacts {
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
}

/** Error response of the server; `message` is the server's text for people. */
export class GalleyProblem extends GalleyError {
  readonly status: number;
  /** Stable code for control flow. A newer server may send codes outside `ProblemCode`. */
  readonly code: ProblemCode | (string & {});
  /** Short title, the same for every occurrence of the code. */
  readonly title: string;
  /** Errors of the input by field; empty for other problems. */
  readonly errors: readonly FieldError[];
  /** Id of the request in the server log. */
  readonly requestId: string;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;
  /** Additional members of the code, such as `current_revision` for `stale_revision`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(facts: AnswerFacts, body: Readonly<Record<string, unknown>>) {
    const { type, title, status, detail, code, request_id, errors, ...details } = body;
    super(facts.operation, String(detail ?? title ?? code));
    this.status = facts.status;
    this.code = String(code);
    this.title = String(title);
    this.errors = (errors ?? []) as FieldError[];
    this.requestId = String(request_id);
    this.retryAfter = parseRetryAfter(facts.headers);
    this.details = details;
  }
}

/** The server does not know the operation: it has another version than this client, or is the other service. */
export class GalleyUnknownOperation extends GalleyProblem {
  constructor(facts: AnswerFacts, body: Readonly<Record<string, unknown>>) {
    const reason = `This server does not support ${facts.operation}. Its version may differ from the client, or it is the other service. Use checkVersion() to compare versions.`;
    super(facts, { ...body, detail: reason });
  }
}

/** The response is missing or incomplete. A change may or may not have taken effect. */
export class GalleyUnreachable extends GalleyError {
  constructor(operation: string, cause: unknown) {
    const reason = cause instanceof Error ? findRootCause(cause).message : String(cause);
    super(operation, `The server sent no complete response: ${reason}`, { cause });
  }
}

function findRootCause(error: Error): Error {
  return error.cause instanceof Error ? findRootCause(error.cause) : error;
}

/** A response that does not match any operation, for example from a proxy or another server. */
export class GalleyUnexpectedAnswer extends GalleyError {
  readonly status: number;
  readonly contentType: string;
  /** First 500 characters of the body. */
  readonly excerpt: string;
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined;

  constructor({ operation, status, headers }: AnswerFacts, text: string) {
    const contentType = headers.get('content-type') ?? '';
    super(
      operation,
      `Unexpected response to ${operation} (status ${status}, ${contentType || 'no content type'}). Check the base URL and any proxy in front of the server.`,
    );
    this.status = status;
    this.contentType = contentType;
    this.excerpt = text.slice(0, 500);
    this.retryAfter = parseRetryAfter(headers);
  }
}

/** Tells if an error is a `GalleyProblem`, with one of the codes if any are given. */
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is GalleyProblem & { readonly code: Code } {
  if (!(error instanceof GalleyProblem)) return false;
  return codes.length === 0 || (codes as readonly string[]).includes(error.code);
}

/** Reads Retry-After, in seconds or as a date. */
function parseRetryAfter(headers: Headers): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
