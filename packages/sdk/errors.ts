import type { ProblemCode } from './generated/problems.ts';

/** One part of a bad input: where it is (`frontmatter.date`) and what would be right. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Why a call failed: a problem, no answer, or an answer that is none of Galley's. */
export abstract class GalleyError extends Error {
  /** The operation that was called: `documents.save`. */
  readonly operation: string;

  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.operation = operation;
  }
}

/** What an answer is known by. */
export interface AnswerFacts {
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
}

/** What the server refused, in its own words: `message` is written for people. */
export class GalleyProblem extends GalleyError {
  /** Of HTTP. */
  readonly status: number;
  /** Stable: what to branch on. A newer server may have one that is not in `ProblemCode`. */
  readonly code: ProblemCode | (string & {});
  /** The same for every occurrence of the code. */
  readonly title: string;
  /** By field, where the input was wrong; else empty. */
  readonly errors: readonly FieldError[];
  /** What the log of the server has more under. */
  readonly requestId: string;
  /** Seconds after which another attempt may do better. */
  readonly retryAfter: number | undefined;
  /** Members that the code has besides: of `stale_revision`, `current_revision`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(facts: AnswerFacts, body: Readonly<Record<string, unknown>>) {
    const { type, title, status, detail, code, request_id, errors, ...details } = body;
    super(facts.operation, String(detail ?? title ?? code));
    this.status = facts.status;
    this.code = String(code);
    this.title = String(title);
    this.errors = (errors ?? []) as FieldError[];
    this.requestId = String(request_id);
    this.retryAfter = retryAfterOf(facts.headers);
    this.details = details;
  }
}

/** The server does not know the operation: it is older, or newer, than this client; or of the other service. */
export class GalleyUnknownOperation extends GalleyProblem {
  constructor(facts: AnswerFacts, body: Readonly<Record<string, unknown>>) {
    const reason = `This server has no operation ${facts.operation}: it is of another version than this client, or the other service. checkVersion() tells its version.`;
    super(facts, { ...body, detail: reason });
  }
}

/** No answer came, or half of one. What changes something may have been done or not. */
export class GalleyUnreachable extends GalleyError {
  constructor(operation: string, cause: unknown) {
    const reason = cause instanceof Error ? deepest(cause).message : String(cause);
    super(operation, `No whole answer came from the server: ${reason}`, { cause });
  }
}

function deepest(error: Error): Error {
  return error.cause instanceof Error ? deepest(error.cause) : error;
}

/** An answer that no operation gives: of a proxy, say, or of another server. */
export class GalleyUnexpectedAnswer extends GalleyError {
  readonly status: number;
  readonly contentType: string;
  /** How it begins. */
  readonly excerpt: string;
  /** Seconds after which another attempt may do better. */
  readonly retryAfter: number | undefined;

  constructor({ operation, status, headers }: AnswerFacts, text: string) {
    const contentType = headers.get('content-type') ?? '';
    super(
      operation,
      `The answer to ${operation} is none of Galley’s (status ${status}, ${contentType || 'no content type'}). Is the address of the server right, and what stands before it?`,
    );
    this.status = status;
    this.contentType = contentType;
    this.excerpt = text.slice(0, 500);
    this.retryAfter = retryAfterOf(headers);
  }
}

/** Whether an error is a problem, and one of these codes, if some are named. */
export function isProblem<Code extends ProblemCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is GalleyProblem & { readonly code: Code } {
  if (!(error instanceof GalleyProblem)) return false;
  return codes.length === 0 || (codes as readonly string[]).includes(error.code);
}

/** In seconds; it may also be given as a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
