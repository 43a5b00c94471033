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

export interface Wanted {
  readonly workspaceId: string;
  /** As in messages: `Run`. */
  readonly kind: string;
  readonly id: string;
  readonly problem: (message: string) => Error;
}

/** @throws `problem` if `find` finds nothing. */
export async function requireFound<T>(
  { workspaceId, kind, id, problem }: Wanted,
  find: () => Promise<T | undefined>,
): Promise<T> {
  // PostgreSQL rejects NUL, so no stored id contains it.
  const found = id.includes('\0') ? undefined : await find();
  if (found !== undefined) return found;
  throw problem(`${kind} "${quoteName(id)}" not found in the workspace "${workspaceId}".`);
}

export function quoteName(name: string): string {
  return name.slice(0, maxShownLength);
}
