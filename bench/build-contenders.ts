import { execFile } from 'node:child_process';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing, newId } from '@galley/kernel';
import {
  eleventyVersion,
  makeEleventySite,
  makeGalleyProject,
  makeHugoSite,
  type Corpus,
} from './build-sites.ts';
import { runTimed, type Command } from './process-usage.ts';
import { serveProject } from './served-process.ts';

const program = join(import.meta.dirname, '../apps/cli/bin/galley.mjs');
const run = promisify(execFile);

export interface Contender {
  readonly name: string;
  readonly command: Command;
  readonly output: string;
  /** Called before each run; resolves to the clean-up after it. */
  readonly prepare: () => Promise<() => Promise<void>>;
}

export interface Contenders {
  readonly contenders: readonly Contender[];
  readonly projects: Readonly<Record<'plain' | 'everything', string>>;
  /** Contenders that could not take part, with reasons. */
  readonly missing: readonly string[];
}

export async function makeContenders(folder: string, corpus: Corpus): Promise<Contenders> {
  const at = (name: string): string => join(folder, name);
  const projects = { plain: at('galley'), everything: at('everything') };
  const missing: string[] = [];
  for (const project of Object.values(projects)) await mkdir(project);
  await makeGalleyProject(projects.plain, corpus);
  await makeGalleyProject(projects.everything, corpus, { isEverything: true });
  await runTimed(galleyBuild(projects.everything));
  const hugo = await recordMissing(missing, () => hugoContenders(at('hugo'), projects.plain));
  const eleventy = await recordMissing(missing, () =>
    eleventyContender(at('eleventy'), projects.plain),
  );
  const contenders = [
    galley('galley build, the first of all', projects.plain, ['public', '.public', 'data']),
    galley('galley build', projects.plain, ['public', '.public']),
    ...(hugo ?? []).slice(0, 1),
    ...(eleventy ?? []),
    besideRunningServer(
      galley('galley build beside a server', projects.plain, ['public', '.public']),
    ),
    galley('galley build, nothing changed', projects.plain, []),
    ...(hugo ?? []).slice(1),
    galley('galley build, everything', projects.everything, ['public', '.public']),
  ];
  return { contenders, projects, missing };
}

function galleyBuild(project: string): Command {
  const args = [program, 'build', '--project', project];
  return { program: process.execPath, args, cwd: project, project };
}

function galley(name: string, project: string, removed: readonly string[]): Contender {
  const command = galleyBuild(project);
  return { name, command, output: join(project, 'public'), prepare: removing(project, removed) };
}

/** Runs the contender beside a server that does not build, and whose own work is not measured. */
function besideRunningServer(contender: Contender): Contender {
  const { prepare, command } = contender;
  return {
    ...contender,
    prepare: async () => {
      await prepare();
      const server = await serveProject(command.cwd, { GALLEY_BUILD__ON_PUBLISH: 'false' });
      return () => server.stop();
    },
  };
}

async function hugoContenders(site: string, project: string): Promise<Contender[]> {
  const { stdout } = await run('hugo', ['version']);
  const version = /v[\d.]+/.exec(stdout)?.[0] ?? '';
  await makeHugoSite(site, project);
  const command = { program: 'hugo', args: ['--quiet'], cwd: site };
  const output = join(site, 'public');
  const anew = removing(site, ['public', 'resources']);
  return [
    { name: `hugo ${version}`, command, output, prepare: anew },
    { name: `hugo ${version}, again`, command, output, prepare: removing(site, []) },
  ];
}

async function eleventyContender(site: string, project: string): Promise<Contender[]> {
  await makeEleventySite(site, project);
  const args = [join(site, 'node_modules/@11ty/eleventy/cmd.cjs'), '--quiet'];
  const command = { program: process.execPath, args, cwd: site };
  const prepare = removing(site, ['public']);
  return [{ name: `eleventy ${eleventyVersion}`, command, output: join(site, 'public'), prepare }];
}

/** Moves old output aside until the end: on some file systems, removals slow down new files for minutes. */
function removing(folder: string, names: readonly string[]) {
  return async () => {
    const aside = join(folder, '..', `aside-${newId()}`);
    for (const name of names) {
      await mkdir(aside, { recursive: true });
      await rename(join(folder, name), join(aside, name)).catch(throwUnlessMissing);
    }
    await run('sync');
    return async () => undefined;
  };
}

function throwUnlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

async function recordMissing<Result>(
  missing: string[],
  make: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await make();
  } catch (error) {
    missing.push(`Not measured: ${(error as Error).message}`);
    return undefined;
  }
}
