import { sql, type RawBuilder } from 'kysely';

/** As `coordinator.scope` says it. */
export type WorkScopeSetting = 'database' | 'workspace' | 'run';

/** Whose tasks and proposals are read: of everybody, of one workspace (null: of those that have none), of one run. */
export type WorkScope =
  'database' | { readonly workspaceId: string | null } | { readonly runId: string };

/** What the setting comes to for one run. */
export function workScope(
  setting: WorkScopeSetting,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string | null },
): WorkScope {
  if (setting === 'database') return setting;
  return setting === 'run' ? { runId: id } : { workspaceId };
}

/** The condition on a table that has a `workspace_id` and a `run_id`. */
export function inScope(scope: WorkScope): RawBuilder<boolean> {
  if (scope === 'database') return sql`true`;
  if ('runId' in scope) return sql`run_id = ${scope.runId}`;
  if (scope.workspaceId === null) return sql`workspace_id is null`;
  return sql`workspace_id = ${scope.workspaceId}`;
}
