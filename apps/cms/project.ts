import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@galley/kernel';
import { isProject, projectFile, serviceProblems } from '@galley/service';
import { cmsProblems } from './problems.ts';

const exampleProject = fileURLToPath(new URL('example-project', import.meta.url));

/** Makes a project, with a small example site, in a folder that is empty or missing. */
export async function createProject(directory: string): Promise<void> {
  const names = await namesIn(directory);
  if (isProject(directory)) throw exists(directory);
  if (names.length > 0) {
    throw serviceProblems.not_a_project(
      `${directory} is neither empty nor a Galley project (it has no galley.yaml). ` +
        'Run galley in the folder of a project, or in an empty one to make a new project.',
    );
  }
  await mkdir(directory, { recursive: true });
  // Made beside its place, so that a copy that breaks off leaves no half project behind.
  const made = join(directory, `.galley-new-${newId()}`);
  try {
    await cp(exampleProject, made, { recursive: true });
    const parts = (await readdir(made)).sort(
      (a, b) => Number(a === projectFile) - Number(b === projectFile),
    );
    for (const part of parts) {
      const target = join(directory, part === 'gitignore' ? '.gitignore' : part);
      // An empty folder may hold hidden files, of a fresh git repository for instance: those stay as they are.
      if (part !== 'gitignore' || !existsSync(target)) await rename(join(made, part), target);
    }
  } catch (error) {
    // Folders do not take each other's place: another process has made the project meanwhile.
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOTEMPTY' || code === 'EEXIST' ? exists(directory) : error;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function exists(directory: string): Error {
  return cmsProblems.project_exists(`${directory} holds a Galley project already.`);
}

/** What a folder holds, apart from what a creation that was cut off left behind. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code !== 'ENOTDIR') throw error;
    throw serviceProblems.not_a_project(`${directory} is no folder; a Galley project is one.`);
  }
}
