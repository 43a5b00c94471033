import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';
import { newestPatch } from '../newest-patch-read-model.ts';

export const checkOutcomes = ['pass', 'fail', 'error'] as const;

export interface CheckResult {
  readonly name: string;
  /** `error`: the check could not be carried out. */
  readonly outcome: (typeof checkOutcomes)[number];
  readonly detail: string;
}

export interface ProposalCheck extends CheckResult {
  readonly at: Date;
}

/** Patch of a proposal. */
export interface PatchKey {
  readonly proposalId: string;
  readonly patchSha256: string;
}

export interface DueChecks extends PatchKey {
  readonly runId: string | null;
  readonly chosen: ChosenChecks;
}

export interface ChosenChecks {
  /** Checks that the recipe names; null: all. */
  readonly ofRecipe: readonly string[] | null;
  /** A task can only add checks, because agents write it. */
  readonly ofTask: readonly string[];
}

const checkedStatuses = ['pending', 'in_review'] as const;

export class ProposalCheckRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** Newest patches without results, in database order of their proposals. */
  async listDue(workspaceId: string, limit: number): Promise<DueChecks[]> {
    const due = await this.#db
      .selectFrom('proposals')
      .innerJoinLateral(newestPatch, (join) => join.onTrue())
      .leftJoin('run_recipes', 'run_recipes.run_id', 'proposals.run_id')
      .leftJoin('tasks', 'tasks.id', 'proposals.task_id')
      .leftJoin('proposal_check_runs as checked', (join) =>
        join
          .onRef('checked.proposal_id', '=', 'proposals.id')
          .onRef('checked.patch_sha256', '=', 'newest.sha256'),
      )
      .select(['proposals.id as proposalId', 'newest.sha256 as patchSha256'])
      .select(['proposals.run_id as runId', 'run_recipes.checks as ofRecipe'])
      .select('tasks.checks as ofTask')
      .where('proposals.workspace_id', '=', workspaceId)
      .where('proposals.status', 'in', checkedStatuses)
      .where('checked.finished_at', 'is', null)
      .orderBy('proposals.seq')
      .limit(limit)
      .execute();
    return due.map(({ ofRecipe, ofTask, ...key }) => ({
      ...key,
      chosen: { ofRecipe, ofTask: ofTask ?? [] },
    }));
  }

  /** Returns the number of this attempt; 0 if the checks are finished. */
  async claim({ proposalId, patchSha256 }: PatchKey, at: Date): Promise<number> {
    const row = await this.#db
      .insertInto('proposal_check_runs')
      .values({
        proposal_id: proposalId,
        patch_sha256: patchSha256,
        attempts: 1,
        claimed_at: at,
        finished_at: null,
        returned_at: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['proposal_id', 'patch_sha256'])
          .doUpdateSet({
            attempts: sql<number>`proposal_check_runs.attempts + 1`,
            claimed_at: at,
          })
          .where('proposal_check_runs.finished_at', 'is', null),
      )
      .returning('attempts')
      .executeTakeFirst();
    return row?.attempts ?? 0;
  }

  /** An attempt that a shutdown ended does not count. */
  async release({ proposalId, patchSha256 }: PatchKey): Promise<void> {
    await this.#db
      .updateTable('proposal_check_runs')
      .set({ attempts: sql<number>`attempts - 1` })
      .where('proposal_id', '=', proposalId)
      .where('patch_sha256', '=', patchSha256)
      .where('finished_at', 'is', null)
      .execute();
  }

  /** False if they were finished before. */
  async finish(
    { proposalId, patchSha256 }: PatchKey,
    results: readonly CheckResult[],
    at: Date,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('proposal_check_runs')
      .set({ finished_at: at })
      .where('proposal_id', '=', proposalId)
      .where('patch_sha256', '=', patchSha256)
      .where('finished_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (results.length === 0) return true;
    const key = { proposal_id: proposalId, patch_sha256: patchSha256 };
    const rows = results.map((result) => ({ ...key, ...result, at }));
    await this.#db.insertInto('proposal_checks').values(rows).execute();
    return true;
  }

  /** Null until the checks of the patch are finished. */
  async findFinished(
    proposalId: string,
    patchSha256: string | undefined,
  ): Promise<ProposalCheck[] | null> {
    if (patchSha256 === undefined) return null;
    const row = await this.#db
      .selectFrom('proposal_check_runs')
      .select('finished_at')
      .where('proposal_id', '=', proposalId)
      .where('patch_sha256', '=', patchSha256)
      .executeTakeFirst();
    return row?.finished_at ? this.list(proposalId, patchSha256) : null;
  }

  /** Sorted by name. */
  async list(proposalId: string, patchSha256: string | undefined): Promise<ProposalCheck[]> {
    if (patchSha256 === undefined) return [];
    const rows = await this.#db
      .selectFrom('proposal_checks')
      .select(['name', 'outcome', 'detail', 'at'])
      .where('proposal_id', '=', proposalId)
      .where('patch_sha256', '=', patchSha256)
      .orderBy('name')
      .execute();
    // Only `finish` writes the column.
    return rows as ProposalCheck[];
  }

  /** False if the patch was returned before. */
  async markReturned({ proposalId, patchSha256 }: PatchKey, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('proposal_check_runs')
      .set({ returned_at: at })
      .where('proposal_id', '=', proposalId)
      .where('patch_sha256', '=', patchSha256)
      .where('returned_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
