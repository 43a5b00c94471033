import type { BuildReport } from '@galley/site';

/** What came of a build of a project. */
export interface BuiltProject extends Omit<BuildReport, 'findings'> {
  readonly publicDirectory: string;
  readonly durationMs: number;
  /** Each with what it means, for a person. */
  readonly findings: readonly (BuildReport['findings'][number] & { readonly message: string })[];
}
