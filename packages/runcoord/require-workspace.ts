import { runProblems } from './problems.ts';
import type { RunControlRepository } from './run-control-repository.ts';

const maxShownLength = 100;

/** @throws `workspace_not_found`. */
export async function requireWorkspace(
  workspaces: RunControlRepository,
  id: string,
): Promise<void> {
  // PostgreSQL rejects NUL, so no stored id contains it.
  if (!id.includes('\0') && (await workspaces.hasWorkspace(id))) return;
  throw runProblems.workspace_not_found(`Workspace "${quoteName(id)}" not found.`);
}

export function quoteName(name: string): string {
  return name.slice(0, maxShownLength);
}
