import { CleanUp, requireProject } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { describeFinding, type BuildReport } from '@galley/site';
import type { ProjectOptions } from '../administer-users.ts';
import { openContent } from '../open-content.ts';
import { readyContent } from '../ready-content.ts';
import { giveMemoryBack } from './give-memory-back.ts';
import type { BuildOptions } from './site-builder.ts';

export interface BuiltProject extends Omit<BuildReport, 'findings'> {
  readonly publicDirectory: string;
  readonly durationMs: number;
  /** Each with what it means, for a person. */
  readonly findings: readonly (BuildReport['findings'][number] & { readonly message: string })[];
}

/**
 * Makes the static output of a project (CMS-CLI-2); a server may run meanwhile. Throws what is wrong with the project,
 * or why a page cannot be made; the output then stays as it was.
 */
export async function buildProject(
  options: ProjectOptions,
  buildOptions: BuildOptions = {},
): Promise<BuiltProject> {
  const { logger } = options;
  requireProject(options.projectDirectory);
  const started = performance.now();
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new CleanUp(logger);
  try {
    const content = await openContent({ ...options, config, cleanUp });
    const { builds } = content.parts;
    cleanUp.add('the build', () => builds.rest());
    await Promise.all([builds.prepare(buildOptions), readyContent(content, logger)]);
    await content.plugins.run(cleanUp);
    // What looking through the tree took, threads can use.
    giveMemoryBack();
    const report = await builds.buildNow(null, buildOptions);
    return {
      ...report,
      publicDirectory: config.storage.publicDirectory,
      durationMs: Math.round(performance.now() - started),
      findings: report.findings.map((one) => ({ ...one, message: describeFinding(one) })),
    };
  } finally {
    await cleanUp.run();
  }
}
