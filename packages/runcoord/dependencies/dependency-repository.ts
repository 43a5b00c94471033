import type { Database, Transaction } from '@galley/database';

export interface DependentTask {
  readonly id: string;
  readonly title: string;
  readonly dependsOn: readonly string[];
}

export class DependencyRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  listOfRun(runId: string): Promise<DependentTask[]> {
    return this.#db
      .selectFrom('tasks')
      .select(['id', 'title', 'depends_on as dependsOn'])
      .where('run_id', '=', runId)
      .execute();
  }
}
