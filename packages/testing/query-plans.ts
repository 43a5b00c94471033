import { CompiledQuery, sql } from 'kysely';
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
  { db }: TestDatabase,
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
  // In one transaction, so that `set local` statements apply.
  return db.transaction().execute((transaction) => explained(transaction, statements));
}

/** Updates the planner statistics of a table, as autovacuum does. */
export async function analyze({ db }: TestDatabase, table: string): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db);
}

async function explained(db: Database, statements: readonly Statement[]): Promise<PlanStep[]> {
  const steps: PlanStep[] = [];
  for (const { sql: text, parameters } of statements) {
    const isSetting = text.startsWith('set local');
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      CompiledQuery.raw(isSetting ? text : `explain (format json) ${text}`, [...parameters]),
    );
    if (!isSetting) steps.push(...stepsOf(rows[0]!['QUERY PLAN'][0].Plan));
  }
  return steps;
}

function stepsOf(node: PlanNode): PlanStep[] {
  return [node, ...(node.Plans ?? []).flatMap(stepsOf)];
}
