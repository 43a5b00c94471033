import type { BuildReport } from '@galley/site';

export interface BuiltProject extends Omit<BuildReport, 'findings'> {
  readonly publicDirectory: string;
  readonly durationMs: number;
  /** Documents without a page: their file is unreadable, or is marked as a draft by its source format. */
  readonly notices: readonly {
    readonly path: string;
    readonly line: number;
    readonly message: string;
    readonly severity: 'error' | 'notice';
  }[];
  readonly findings: readonly (BuildReport['findings'][number] & { readonly message: string })[];
}
