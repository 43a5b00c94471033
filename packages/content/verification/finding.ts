/** What a finding is about. */
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

/** Something that is not as it should be. */
export interface Fault {
  /** An error is certain; a warning is for somebody to look at; a notice says what could not be told. */
  readonly severity: 'error' | 'warning' | 'notice';
  readonly check: FindingSubject;
  /** The entry of the history that it is about. */
  readonly seq?: number | undefined;
  /** Written for a person; it does not repeat the path. */
  readonly message: string;
}

/** A fault, and where it is. */
export interface Finding extends Fault {
  /** Null when it is about the project as a whole. */
  readonly path: string | null;
  readonly documentId?: number | undefined;
}

/** What is certain, of an entry or of the document. */
export function fault(check: FindingSubject, message: string, seq?: number): Fault {
  return { severity: 'error', check, message, ...(seq !== undefined && { seq }) };
}
