/** What went wrong, in the words of the business; `http` alone turns a kind into a status. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported'
  | 'unprocessable'
  | 'rate_limited'
  | 'upstream_failed'
  | 'unavailable'
  | 'insufficient_storage'
  | 'upstream_timeout'
  | 'internal';

/** One part of a bad input: where it is (`frontmatter.date`) and what would be right. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Extra members of the problem document: `errors` for bad input, `retry_after` in seconds, and a code's own. */
export interface ProblemDetails {
  readonly errors?: readonly FieldError[];
  readonly retry_after?: number;
  readonly [member: string]: unknown;
}

export interface ProblemDefinition {
  /** Stable, snake_case; callers branch on it. */
  readonly code: string;
  readonly kind: ProblemKind;
  /** The same for every occurrence, written for a person. */
  readonly title: string;
  /** Those that it has besides, where a contract answers one code with several statuses. */
  readonly otherKinds?: readonly ProblemKind[];
}

/** A refusal that a caller is meant to see. Anything else that is thrown is a defect and answers 500. */
export class DomainError extends Error {
  readonly definition: ProblemDefinition;
  readonly details: ProblemDetails;

  /** `message` says what was wrong here, and what would be right; it is shown to people. */
  constructor(definition: ProblemDefinition, message: string, details: ProblemDetails = {}) {
    super(message);
    this.name = 'DomainError';
    this.definition = definition;
    this.details = details;
  }

  get kind(): ProblemKind {
    return this.definition.kind;
  }

  get code(): string {
    return this.definition.code;
  }
}

type ProblemRow = readonly [kind: ProblemKind, title: string, ...otherKinds: ProblemKind[]];

export interface ProblemFactory {
  (message: string, details?: ProblemDetails): DomainError;
  /** The problem as one of its `otherKinds`. */
  as(kind: ProblemKind, message: string, details?: ProblemDetails): DomainError;
  /** Whether an error is this problem. */
  is(error: unknown): error is DomainError;
  readonly definition: ProblemDefinition;
}

/**
 * The problems of one package, as data: `{ code: [kind, title, ...otherKinds] }` becomes one function a code,
 * so that `throw contentProblems.not_found('…')` can name no code that the reference does not list.
 */
export function defineProblems<Code extends string>(
  table: Record<Code, ProblemRow>,
): Record<Code, ProblemFactory> {
  const factories = {} as Record<Code, ProblemFactory>;
  for (const [code, [kind, title, ...otherKinds]] of Object.entries<ProblemRow>(table)) {
    const definition: ProblemDefinition = {
      code,
      kind,
      title,
      ...(otherKinds.length > 0 && { otherKinds }),
    };
    factories[code as Code] = Object.assign(
      (message: string, details?: ProblemDetails) => new DomainError(definition, message, details),
      {
        definition,
        as: (other: ProblemKind, message: string, details?: ProblemDetails) =>
          new DomainError({ ...definition, kind: other }, message, details),
        is: (error: unknown): error is DomainError =>
          error instanceof DomainError && error.code === code,
      },
    );
  }
  return factories;
}
