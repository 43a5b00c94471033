import type { Database, Transaction } from '@galley/database';
import type { HunkSelection } from '@galley/runcoord';
import type { Application, AppliedFile } from './application.ts';

const columns = [
  'id',
  'proposal_id as proposalId',
  'workspace_id as workspaceId',
  'rollback_of as rollbackOf',
  'patch_sha256 as patchSha256',
  'base_revision as baseRevision',
  'branch',
  'parent_commit as parentCommit',
  'tree_id as treeId',
  'commit_id as commitId',
  'files',
  'hunks',
  'decided_by as username',
  'address',
  'request_id as requestId',
  'note',
  'started_at as startedAt',
] as const;

export class ApplicationRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert({ by, files, hunks, ...application }: Application): Promise<void> {
    await this.#db
      .insertInto('proposal_applications')
      .values({
        id: application.id,
        proposal_id: application.proposalId,
        workspace_id: application.workspaceId,
        rollback_of: application.rollbackOf,
        patch_sha256: application.patchSha256,
        base_revision: application.baseRevision,
        branch: application.branch,
        parent_commit: application.parentCommit,
        tree_id: application.treeId,
        commit_id: application.commitId,
        files: JSON.stringify(files),
        hunks: hunks && JSON.stringify(hunks),
        state: 'applying',
        decided_by: by.username,
        address: by.address,
        request_id: by.requestId,
        note: application.note,
        started_at: application.startedAt,
        applied_at: null,
      })
      .execute();
  }

  async findApplying(workspaceId: string): Promise<Application | undefined> {
    const row = await this.#db
      .selectFrom('proposal_applications')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'applying')
      .executeTakeFirst();
    return row && toApplication(row);
  }

  /** Ignores applications that were rolled back. */
  async findApplied(proposalId: string): Promise<Application | undefined> {
    const row = await this.#db
      .selectFrom('proposal_applications as one')
      .select(columns.map((column) => `one.${column}` as const))
      .where('one.proposal_id', '=', proposalId)
      .where('one.state', '=', 'applied')
      .where('one.rollback_of', 'is', null)
      .where((one) =>
        one.not(
          one.exists(
            one
              .selectFrom('proposal_applications as back')
              .select('back.id')
              .whereRef('back.rollback_of', '=', 'one.id')
              .where('back.state', '=', 'applied'),
          ),
        ),
      )
      .executeTakeFirst();
    return row && toApplication(row);
  }

  async isApplying(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('proposal_applications')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'applying')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** False when it had already ended. */
  async end(id: string, state: 'applied' | 'undone', at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('proposal_applications')
      .set({ state, applied_at: state === 'applied' ? at : null })
      .where('id', '=', id)
      .where('state', '=', 'applying')
      .executeTakeFirst();
    return numUpdatedRows > 0;
  }

  async isProposalApplying(proposalId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('proposal_applications')
      .select('id')
      .where('proposal_id', '=', proposalId)
      .where('state', '=', 'applying')
      .executeTakeFirst();
    return row !== undefined;
  }
}

interface Row extends Omit<Application, 'by' | 'files' | 'hunks'> {
  readonly files: unknown;
  readonly hunks: unknown;
  readonly username: string;
  readonly address: string;
  readonly requestId: string;
}

function toApplication(row: Row): Application {
  const { username, address, requestId, files, hunks, ...rest } = row;
  const by = { username, address, requestId };
  return { ...rest, files: files as AppliedFile[], hunks: hunks as HunkSelection | null, by };
}
