import { existsSync, lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { loadConfig, type Config } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';
import { BuildThreads, minPagesForThreads } from './build-threads.ts';
import type { BuiltProject } from './built-project.ts';
import { limitYoungGeneration } from './release-memory.ts';
import type { BuildOptions } from './site-builder.ts';

/**
 * A server may run at the same time (CMS-CLI-2).
 * @throws for errors in the project and pages that cannot be made, leaving the output as it was
 */
export async function buildProject(
  options: ProjectOptions,
  buildOptions: BuildOptions = {},
): Promise<BuiltProject> {
  const started = performance.now();
  limitYoungGeneration();
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const threads = await startThreadsEarly(config, buildOptions);
  try {
    // Lets the threads start while this module loads.
    const { buildConfigured } = await import('./build-configured.ts');
    const report = await buildConfigured({ ...options, config }, { ...buildOptions, threads });
    return {
      ...report,
      publicDirectory: config.storage.publicDirectory,
      durationMs: Math.round(performance.now() - started),
    };
  } finally {
    await threads?.end();
  }
}

/** Estimates by the number of files alone. */
async function startThreadsEarly(
  { storage: { contentDirectory, publicDirectory } }: Config,
  { isFull = false }: BuildOptions,
): Promise<BuildThreads | undefined> {
  if (!isFull && hasOutput(publicDirectory)) return undefined;
  // The build itself reports errors in this folder.
  const files = await readdir(contentDirectory, { recursive: true }).catch(() => []);
  const documents = files.filter((file) => file.endsWith('.md')).length;
  if (documents < minPagesForThreads) return undefined;
  return new BuildThreads(documents);
}

/** Whether a build has created the directory as a link to one of its trees. A server creates an empty folder. */
function hasOutput(publicDirectory: string): boolean {
  return existsSync(publicDirectory) && lstatSync(publicDirectory).isSymbolicLink();
}
