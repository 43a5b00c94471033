import { CompiledQuery, sql } from 'kysely';
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
  readonly 'Actual Loops'?: number;
}

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Work = (noted: Database) => Promise<unknown>;

export function planSteps(database: TestDatabase, work: Work): Promise<PlanStep[]> {
  return explained(database, work, (db, { sql: text, parameters }) =>
    plan(db, `explain (format json) ${text}`, parameters),
  );
}

/** Executes the statements as prepared ones: PostgreSQL plans a frequent one without its parameters. */
export function executedSteps(
  database: TestDatabase,
  planCacheMode: 'force_generic_plan' | 'force_custom_plan',
  work: Work,
): Promise<PlanStep[]> {
  return explained(database, work, async (db, { sql: text, parameters }) => {
    const values = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : '';
    await sql.raw(`set local plan_cache_mode = ${planCacheMode}`).execute(db);
    await sql.raw(`prepare noted as ${text}`).execute(db);
    const steps = await plan(db, `explain (analyze, format json) execute noted${values}`);
    await sql.raw('deallocate noted').execute(db);
    return steps;
  });
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  // PostgreSQL writes arrays in braces.
  const text = JSON.stringify(value).replace(/^\[(.*)\]$/, '{$1}');
  return pg.escapeLiteral(typeof value === 'string' ? value : text);
}

/** Not `begin` and `commit`. */
export async function statementsOf({ db }: TestDatabase, work: Work): Promise<Statement[]> {
  const statements: Statement[] = [];
  const noted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await work(noted);
  return statements;
}

/** Updates the planner statistics of a table, as autovacuum does. */
export async function analyze({ db }: TestDatabase, table: string): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db);
}

/** In one transaction, so that `set local` statements apply. */
async function explained(
  database: TestDatabase,
  work: Work,
  explain: (db: Database, statement: Statement) => Promise<PlanStep[]>,
): Promise<PlanStep[]> {
  const statements = await statementsOf(database, work);
  return database.db.transaction().execute(async (transaction) => {
    const steps: PlanStep[] = [];
    for (const statement of statements)
      if (statement.sql.startsWith('set local')) await sql.raw(statement.sql).execute(transaction);
      else steps.push(...(await explain(transaction, statement)));
    return steps;
  });
}

async function plan(
  db: Database,
  explain: string,
  parameters: readonly unknown[] = [],
): Promise<PlanStep[]> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(explain, [...parameters]),
  );
  return stepsOf(rows[0]!['QUERY PLAN'][0].Plan);
}

/** Without steps that were not executed. */
function stepsOf(node: PlanNode): PlanStep[] {
  if (node['Actual Loops'] === 0) return [];
  return [node, ...(node.Plans ?? []).flatMap(stepsOf)];
}
