import { sql, type RawBuilder } from 'kysely';

export type WorkScopeSetting = 'database' | 'workspace' | 'run';

/** Null: rows without a workspace. */
export type WorkScope =
  'database' | { readonly workspaceId: string | null } | { readonly runId: string };

export function workScope(
  setting: WorkScopeSetting,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string | null },
): WorkScope {
  if (setting === 'database') return setting;
  return setting === 'run' ? { runId: id } : { workspaceId };
}

export function inScope(scope: WorkScope): RawBuilder<boolean> {
  if (scope === 'database') return sql`true`;
  if ('runId' in scope) return sql`run_id = ${scope.runId}`;
  if (scope.workspaceId === null) return sql`workspace_id is null`;
  return sql`workspace_id = ${scope.workspaceId}`;
}
