import type { ImportReport } from './import-report.ts';

/** `new`, `changed` and `unchanged` are documents; `media` are new and changed files. */
export interface ImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly media: number;
  readonly redirects: number;
  readonly menus: number;
  readonly skipped: number;
  readonly warnings: number;
}

export const noCounts: ImportCounts = {
  new: 0,
  changed: 0,
  unchanged: 0,
  media: 0,
  redirects: 0,
  menus: 0,
  skipped: 0,
  warnings: 0,
};

export function countRows(report: ImportReport): ImportCounts {
  const { documents, media, redirects, menus, skipped, warnings } = report;
  const counts = { new: 0, changed: 0, unchanged: 0 };
  for (const { change } of documents) counts[change] += 1;
  return {
    ...counts,
    media,
    redirects,
    menus,
    skipped: skipped.length,
    warnings: warnings.length,
  };
}
