import type { Database } from '@galley/database';
import { newestPatch } from '@galley/runcoord';

export interface Submission {
  readonly proposalId: string;
  readonly patchSha256: string;
  readonly at: Date;
  readonly refusal: string | null;
}

export interface RefusedSubmission {
  readonly proposalId: string;
  readonly patchSha256: string;
  readonly refusal: string;
}

export class SubmissionRepository {
  readonly #db: Database;
  readonly #waitsForChecks: boolean;

  /** `waitsForChecks`: patches are due only after their checks. */
  constructor(db: Database, waitsForChecks = false) {
    this.#db = db;
    this.#waitsForChecks = waitsForChecks;
  }

  async hasDue(workspaceId: string): Promise<boolean> {
    const found = await this.#newest(workspaceId)
      .where((is) =>
        is.or([is('submitted.proposal_id', 'is', null), is('submitted.refusal', 'is not', null)]),
      )
      .select('proposals.id')
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** In database order. */
  async listDue(workspaceId: string, limit: number): Promise<string[]> {
    const rows = await this.#newest(workspaceId)
      .where('submitted.proposal_id', 'is', null)
      .select('proposals.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** In database order. */
  async listRefused(workspaceId: string, limit: number): Promise<RefusedSubmission[]> {
    return this.#newest(workspaceId)
      .where('submitted.refusal', 'is not', null)
      .select(['proposals.id as proposalId', 'newest.sha256 as patchSha256'])
      .select((row) => row.ref('submitted.refusal').$notNull().as('refusal'))
      .limit(limit)
      .execute();
  }

  #newest(workspaceId: string) {
    return this.#db
      .selectFrom('proposals')
      .innerJoinLateral(newestPatch, (join) => join.onTrue())
      .leftJoin('proposal_submissions as submitted', (join) =>
        join
          .onRef('submitted.proposal_id', '=', 'proposals.id')
          .onRef('submitted.patch_sha256', '=', 'newest.sha256'),
      )
      .where('workspace_id', '=', workspaceId)
      .where('status', '=', 'in_review')
      .$if(this.#waitsForChecks, (query) =>
        query.where((is) =>
          is.exists(
            is
              .selectFrom('proposal_check_runs as checked')
              .select('checked.proposal_id')
              .whereRef('checked.proposal_id', '=', 'proposals.id')
              .whereRef('checked.patch_sha256', '=', 'newest.sha256')
              .where('checked.finished_at', 'is not', null),
          ),
        ),
      )
      .orderBy('proposals.seq');
  }

  find(proposalId: string, patchSha256: string): Promise<{ refusal: string | null } | undefined> {
    return this.#db
      .selectFrom('proposal_submissions')
      .select('refusal')
      .where('proposal_id', '=', proposalId)
      .where('patch_sha256', '=', patchSha256)
      .executeTakeFirst();
  }

  /** The patch is submitted again. */
  async remove(proposalId: string, patchSha256: string): Promise<void> {
    await this.#db
      .deleteFrom('proposal_submissions')
      .where('proposal_id', '=', proposalId)
      .where('patch_sha256', '=', patchSha256)
      .execute();
  }

  async put({ proposalId, patchSha256, at, refusal }: Submission): Promise<void> {
    await this.#db
      .insertInto('proposal_submissions')
      .values({ proposal_id: proposalId, patch_sha256: patchSha256, submitted_at: at, refusal })
      .onConflict((conflict) =>
        conflict
          .columns(['proposal_id', 'patch_sha256'])
          .doUpdateSet({ submitted_at: at, refusal }),
      )
      .execute();
  }
}
