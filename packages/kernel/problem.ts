import { summarizeFieldErrors, type FieldError } from './field-errors.ts';

/** `http` maps it to a status. */
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

/** Also members of one code; `retry_after` is in seconds. */
export interface ProblemDetails {
  readonly errors?: readonly FieldError[];
  readonly retry_after?: number;
  readonly [member: string]: unknown;
}

export interface ProblemDefinition {
  /** Stable, snake_case; callers branch on it. */
  readonly code: string;
  readonly kind: ProblemKind;
  /** The same for every occurrence. */
  readonly title: string;
  /** Where a contract gives one code several statuses. */
  readonly otherKinds?: readonly ProblemKind[];
}

/** Callers may see it. Any other thrown error is a defect and answers 500. */
export class DomainError extends Error {
  readonly definition: ProblemDefinition;
  readonly details: ProblemDetails;

  /** `message` is shown to people: what was wrong, and what would be right. */
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
  /** With one of its `otherKinds`. */
  as(kind: ProblemKind, message: string, details?: ProblemDetails): DomainError;
  is(error: unknown): error is DomainError;
  /** With field errors, whose summary follows `introduction` in the message. */
  at(errors: readonly FieldError[], introduction?: string): DomainError;
  readonly definition: ProblemDefinition;
}

/** Creates a factory per `{ code: [kind, title, ...otherKinds] }`, so that every thrown code is in the reference. */
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
        at: (errors: readonly FieldError[], introduction = '') =>
          new DomainError(definition, `${introduction}${summarizeFieldErrors(errors)}.`, {
            errors,
          }),
        is: (error: unknown): error is DomainError =>
          error instanceof DomainError && error.code === code,
      },
    );
  }
  return factories;
}
