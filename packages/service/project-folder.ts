import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceProblems } from './problems.ts';

/** Written last: its presence marks a complete project. */
export const projectFile = 'galley.yaml';

export function isProject(directory: string): boolean {
  return existsSync(join(directory, projectFile)) || existsSync(join(directory, 'content'));
}

/** @throws `not_a_project` */
export function requireProject(directory: string): void {
  if (isProject(directory)) return;
  throw serviceProblems.not_a_project(
    `${directory} is not a Galley project (it has no galley.yaml). Specify one with --project.`,
  );
}
