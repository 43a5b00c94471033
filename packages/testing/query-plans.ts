import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '@galley/database';
import type { TestDatabase } from './test-database.ts';

export interface PlanStep {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
}

interface PlanNode extends PlanStep {
  readonly Plans?: readonly PlanNode[];
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export async function planSteps(
  { db, url }: TestDatabase,
  work: (noted: Database) => Promise<unknown>,
): Promise<PlanStep[]> {
  const statements: Statement[] = [];
  const noted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await work(noted);
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await explained(client, statements);
  } finally {
    await client.end();
  }
}

/** Updates the planner statistics of a table, as autovacuum does. */
export async function analyze({ db }: TestDatabase, table: string): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db);
}

/** Runs in one transaction, so that `set local` statements apply. */
async function explained(client: pg.Client, statements: readonly Statement[]): Promise<PlanStep[]> {
  const steps: PlanStep[] = [];
  await client.query('begin');
  for (const { sql, parameters } of statements) {
    if (sql.startsWith('set local')) {
      await client.query(sql);
      continue;
    }
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) ${sql}`,
      [...parameters],
    );
    steps.push(...stepsOf(rows[0]!['QUERY PLAN'][0].Plan));
  }
  return steps;
}

function stepsOf(node: PlanNode): PlanStep[] {
  return [node, ...(node.Plans ?? []).flatMap(stepsOf)];
}
