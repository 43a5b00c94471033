import { existsSync, lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { loadConfig, type Config } from '@galley/settings';
import type { ProjectOptions } from '../people/administer-users.ts';
import { BuildThreads, leastForThreads } from './build-threads.ts';
import type { BuiltProject } from './built-project.ts';
import { makeNoMoreRoom } from './give-memory-back.ts';
import type { BuildOptions } from './site-builder.ts';

/**
 * Makes the static output of a project (CMS-CLI-2); a server may run meanwhile. Throws what is wrong with the project,
 * or why a page cannot be made; the output then stays as it was.
 */
export async function buildProject(
  options: ProjectOptions,
  buildOptions: BuildOptions = {},
): Promise<BuiltProject> {
  const started = performance.now();
  makeNoMoreRoom();
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const threads = await startAhead(config, buildOptions);
  try {
    // Threads load what they need while this one does.
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

/** Threads, where it can be seen from the files alone that there is much to do. */
async function startAhead(
  { storage: { contentDirectory, publicDirectory } }: Config,
  { isFull = false }: BuildOptions,
): Promise<BuildThreads | undefined> {
  if (!isFull && hasOutput(publicDirectory)) return undefined;
  // What is wrong with the folder is told when the build reads it.
  const files = await readdir(contentDirectory, { recursive: true }).catch(() => []);
  const documents = files.filter((file) => file.endsWith('.md')).length;
  if (documents < leastForThreads) return undefined;
  return new BuildThreads(documents);
}

/** Whether a build has made the directory: a link to one of its trees. A server makes a folder, empty. */
function hasOutput(publicDirectory: string): boolean {
  return existsSync(publicDirectory) && lstatSync(publicDirectory).isSymbolicLink();
}
