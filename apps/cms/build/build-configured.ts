import { DocumentReadModel } from '@galley/content';
import type { Database } from '@galley/database';
import { ShutdownStack, requireProject } from '@galley/service';
import type { Config } from '@galley/settings';
import { describeFinding } from '@galley/site';
import type { ProjectOptions } from '../people/administer-users.ts';
import { openContent } from '../open-content.ts';
import { readyContent } from '../ready-content.ts';
import type { BuiltProject } from './built-project.ts';
import { releaseMemory } from './release-memory.ts';
import type { BuildOptions } from './site-builder.ts';

/** @throws like `buildProject` */
export async function buildConfigured(
  options: ProjectOptions & { readonly config: Config },
  buildOptions: BuildOptions,
): Promise<Omit<BuiltProject, 'publicDirectory' | 'durationMs'>> {
  const { logger } = options;
  requireProject(options.projectDirectory);
  const cleanUp = new ShutdownStack(logger);
  try {
    const content = await openContent({ ...options, cleanUp });
    await readyContent(content, logger);
    await content.services.plugins.run(cleanUp);
    // Frees the memory of the tree scan for the build threads.
    releaseMemory();
    const report = await content.services.build.builds.buildNow(null, buildOptions);
    return {
      ...report,
      notices: await noticesOf(content.db),
      findings: report.findings.map((one) => ({ ...one, message: describeFinding(one) })),
    };
  } finally {
    await cleanUp.run();
  }
}

async function noticesOf(db: Database): Promise<BuiltProject['notices']> {
  const documents = await new DocumentReadModel(db).problems();
  return documents.flatMap(({ place: { path }, problem, notice }) => {
    const said = problem ?? notice;
    const severity = problem ? 'error' : 'notice';
    return said ? [{ path, line: said.line, message: said.message, severity }] : [];
  });
}
