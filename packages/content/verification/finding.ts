export type FindingSubject =
  | 'history'
  | 'receipt'
  | 'approval'
  | 'public'
  | 'index'
  | 'editorial_block'
  | 'source'
  | 'not_public'
  | 'fields';

export interface Fault {
  /** Errors are certain, warnings need a person's judgement, notices report what could not be checked. */
  readonly severity: 'error' | 'warning' | 'notice';
  readonly check: FindingSubject;
  readonly seq?: number | undefined;
  /** For people; lacks the path, which is shown beside it. */
  readonly message: string;
}

export interface Finding extends Fault {
  /** Null for findings about the whole project. */
  readonly path: string | null;
  readonly documentId?: number | undefined;
}

export function fault(check: FindingSubject, message: string, seq?: number): Fault {
  return { severity: 'error', check, message, ...(seq !== undefined && { seq }) };
}
