export type CheckStatus = 'ok' | 'notice' | 'warning' | 'error';

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  /** What is so. */
  readonly message: string;
  /** A setting, a folder, a file; these three wherever it is not in order. */
  readonly where?: string;
  /** What comes of it. */
  readonly why?: string;
  /** What to do. */
  readonly advice?: string;
}

/** What is not in order, in the words that a check needs of it. */
export type Complaint = Required<Omit<Check, 'name' | 'status'>>;

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

/** What a part of the examination found. */
export interface Examined {
  readonly checks: readonly Check[];
  readonly findings: readonly DiagnosedFinding[];
}

export function ok(name: string, message: string): Check {
  return { name, status: 'ok', message };
}

/** Nobody has to do anything about it. */
export function notice(name: string, complaint: Complaint): Check {
  return { name, status: 'notice', ...complaint };
}

/** It works, and somebody should see to it. */
export function warning(name: string, complaint: Complaint): Check {
  return { name, status: 'warning', ...complaint };
}

/** It does not work, or is not safe. */
export function failed(name: string, complaint: Complaint): Check {
  return { name, status: 'error', ...complaint };
}

/** `ada, bo and 3 more`. */
export function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most);
  const left = names.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
