/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** What to do; only where there is something. */
  readonly advice?: string;
}

/** What the doctor says of one thing in particular, such as a document. */
export interface DiagnosedFinding {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly check: string;
  /** Null when it is about the project as a whole. */
  readonly path: string | null;
  readonly document_id?: number | undefined;
  readonly seq?: number | undefined;
  readonly message: string;
}

export interface Diagnosis {
  /** Nothing is an error. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
  readonly findings: readonly DiagnosedFinding[];
}

export function ok(name: string, message: string): Check {
  return { name, status: 'ok', message };
}

export function warning(name: string, message: string, advice: string): Check {
  return { name, status: 'warning', message, advice };
}

export function failed(name: string, message: string, advice?: string): Check {
  return { name, status: 'error', message, ...(advice !== undefined && { advice }) };
}
