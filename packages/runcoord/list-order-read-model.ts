import { sql, type RawBuilder } from 'kysely';

/** Sort columns of each listed table. Cursors rely on these columns never changing. */
export const listOrders = {
  runs: { columns: ['started_at', 'seq'], newestFirst: true },
  tasks: { columns: ['seq'], newestFirst: false },
  proposals: { columns: ['seq'], newestFirst: false },
  questions: { columns: ['seq'], newestFirst: true },
  memories: { columns: ['seq'], newestFirst: true },
  deliberations: { columns: ['created_at', 'id'], newestFirst: true },
  approval_requests: { columns: ['requested_at', 'id'], newestFirst: true },
  resource_claims: { columns: ['claimed_at', 'id'], newestFirst: false },
  agent_sessions: { columns: ['started_at', 'id'], newestFirst: true },
  agents: { columns: ['id'], newestFirst: false },
  mcp_grants: { columns: ['granted_at', 'id'], newestFirst: true },
  worker_tokens: { columns: ['created_at', 'id'], newestFirst: true },
} as const;
export type ListedTable = keyof typeof listOrders;

export function inListOrder(table: ListedTable): RawBuilder<unknown> {
  const { columns, newestFirst } = listOrders[table];
  const direction = sql.raw(newestFirst ? 'desc' : 'asc');
  return sql.join(columns.map((name) => sql`${sql.ref(`${table}.${name}`)} ${direction}`));
}

/** Compared inside the database, whose timestamps are finer than JavaScript's. */
export function behind(table: ListedTable, id: string | undefined): RawBuilder<boolean> {
  if (id === undefined) return sql`true`;
  const { columns, newestFirst } = listOrders[table];
  const own = columns.map((name) => sql.ref(`${table}.${name}`));
  const its = columns.map(
    (name) => sql`(select ${sql.ref(name)} from ${sql.table(table)} where id = ${id})`,
  );
  return sql`(${sql.join(own)}) ${sql.raw(newestFirst ? '<' : '>')} (${sql.join(its)})`;
}
