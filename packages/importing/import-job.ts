import type { ImportCounts } from './import-counts.ts';
import type { ImportFormat } from './sources.ts';

/**
 * `reading` is the dry run of an uploaded source, which ends as `ready`. `interrupted` is an import whose process ended;
 * a repeated import completes it.
 */
export type ImportState =
  'reading' | 'ready' | 'importing' | 'done' | 'failed' | 'cancelled' | 'interrupted';

export interface ImportJob {
  readonly id: string;
  readonly state: ImportState;
  /** A process works on it. Without the lock of that process, the process has ended. */
  readonly isRunning: boolean;
  readonly format: ImportFormat;
  /** Files by which the format was recognised; null when it was given. Absent in files of earlier versions. */
  readonly signs?: readonly string[] | null;
  /** Name of the uploaded file, or path given on the command line. */
  readonly source: string;
  readonly publish: boolean;
  /** `galley` for the command line. */
  readonly requestedBy: string;
  /** Rights of that person at the start; the import may do nothing else. */
  readonly grants: readonly string[];
  /** Account of the operating system, for the command line. */
  readonly systemUser: string | null;
  /** Named in the history of each document; null until the import begins. */
  readonly batch: string | null;
  readonly counts: ImportCounts;
  /** Documents found by the dry run. */
  readonly total: number | null;
  readonly error: string | null;
  /** ISO 8601. */
  readonly requestedAt: string;
  readonly updatedAt: string;
}

export const isActive = ({ state }: Pick<ImportJob, 'state'>): boolean =>
  state === 'reading' || state === 'importing';
