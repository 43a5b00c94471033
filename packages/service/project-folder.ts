import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceProblems } from './problems.ts';

/** Written last: a folder that has it is a whole project. */
export const projectFile = 'galley.yaml';

export function isProject(directory: string): boolean {
  return existsSync(join(directory, projectFile)) || existsSync(join(directory, 'content'));
}

/** Throws `not_a_project`. */
export function requireProject(directory: string): void {
  if (isProject(directory)) return;
  throw serviceProblems.not_a_project(
    `${directory} is no Galley project (it has no galley.yaml). Name one with --project.`,
  );
}
