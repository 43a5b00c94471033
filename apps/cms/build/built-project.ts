import type { BuildReport } from '@galley/site';

/** What came of a build of a project. */
export interface BuiltProject extends Omit<BuildReport, 'findings'> {
  readonly publicDirectory: string;
  readonly durationMs: number;
  /** Documents without a page: their file cannot be read, or counts as a draft where it comes from. */
  readonly notices: readonly {
    readonly path: string;
    readonly line: number;
    readonly message: string;
    readonly severity: 'error' | 'notice';
  }[];
  /** Each with what it means, for a person. */
  readonly findings: readonly (BuildReport['findings'][number] & { readonly message: string })[];
}
