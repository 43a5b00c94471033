export type CheckStatus = 'ok' | 'notice' | 'warning' | 'error';

export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  readonly message: string;
  /** A setting, folder or file; set, like `why` and `advice`, whenever the status is not ok. */
  readonly where?: string;
  readonly why?: string;
  readonly advice?: string;
}

export type Complaint = Required<Omit<Check, 'name' | 'status'>>;

export interface DiagnosedFinding {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly check: string;
  /** Null for the project as a whole. */
  readonly path: string | null;
  readonly document_id?: number | undefined;
  readonly seq?: number | undefined;
  readonly message: string;
}

export interface Diagnosis {
  readonly ok: boolean;
  readonly checks: readonly Check[];
  readonly findings: readonly DiagnosedFinding[];
}

export interface Examined {
  readonly checks: readonly Check[];
  readonly findings: readonly DiagnosedFinding[];
}

export function ok(name: string, message: string): Check {
  return { name, status: 'ok', message };
}

/** A check that requires no action. */
export function notice(name: string, complaint: Complaint): Check {
  return { name, status: 'notice', ...complaint };
}

/** A check that works but needs attention. */
export function warning(name: string, complaint: Complaint): Check {
  return { name, status: 'warning', ...complaint };
}

export function failed(name: string, complaint: Complaint): Check {
  return { name, status: 'error', ...complaint };
}

/** Formats `ada, bo and 3 more`. */
export function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most);
  const left = names.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
