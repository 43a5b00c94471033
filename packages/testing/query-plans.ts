import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '@galley/database';
import type { TestDatabase } from './test-database.ts';

/** A step of a plan, as far as tests ask. */
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

/** Does some work, and has PostgreSQL explain each of its statements once more: every step of every plan. */
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

/** Lets PostgreSQL know what is in a table by now, as it does by itself after a while. */
export async function analyze({ db }: TestDatabase, table: string): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db);
}

/** In one transaction, in which what a statement sets for its own is set too. */
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
