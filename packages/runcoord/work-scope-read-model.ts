import { sql, type RawBuilder } from 'kysely';

/** Whose tasks and proposals are read: of everybody, or of one workspace (null: of those that have none). */
export type WorkScope = 'database' | { readonly workspaceId: string | null };

/** The condition on a table that has a `workspace_id`. */
export function inScope(scope: WorkScope): RawBuilder<boolean> {
  if (scope === 'database') return sql`true`;
  if (scope.workspaceId === null) return sql`workspace_id is null`;
  return sql`workspace_id = ${scope.workspaceId}`;
}
