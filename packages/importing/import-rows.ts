import type { ImportReport } from './import-report.ts';

/** A line of the table of an import. */
export interface ImportRow {
  readonly kind: 'document' | 'media' | 'skipped' | 'warning';
  readonly source: string;
  readonly path: string | null;
  readonly title: string | null;
  /** State of the document; null for other rows. */
  readonly status: string | null;
  readonly change: 'new' | 'changed' | 'unchanged' | null;
  readonly redirects: readonly string[];
  /** Why it is skipped, or what is missing. */
  readonly reason: string | null;
}

const nothingElse = { path: null, title: null, status: null, change: null, redirects: [] };

/** Skipped pages and warnings first: they need a person's attention. */
export function rowsOf({ documents, files, skipped, warnings }: ImportReport): ImportRow[] {
  return [
    ...skipped.map((row): ImportRow => ({ ...nothingElse, ...row, kind: 'skipped' })),
    ...warnings.map(({ source, message }): ImportRow => ({
      ...nothingElse,
      kind: 'warning',
      source,
      reason: message,
    })),
    ...documents.map(({ source, path, title, status, change, redirects }): ImportRow => ({
      kind: 'document',
      source,
      path,
      title,
      status,
      change,
      redirects,
      reason: null,
    })),
    ...files.map((file): ImportRow => ({
      ...nothingElse,
      ...file,
      kind: 'media',
      reason: null,
    })),
  ];
}
