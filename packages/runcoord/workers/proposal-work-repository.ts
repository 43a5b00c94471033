import { toColumns, type Database, type Transaction } from '@galley/database';
import { behind, inListOrder } from '../list-order-read-model.ts';
import {
  newestPatch,
  proposalColumns,
  type PatchFacts,
  type ProposalFacts,
} from '../newest-patch-read-model.ts';
import { pullRequest, type ProposalPullRequest } from '../pull-request-read-model.ts';
import type { PageRequest } from '../record-page.ts';
import type { HunkSelection, PatchHunk } from './patch-hunks.ts';

export interface WorkProposal extends ProposalFacts {
  readonly workspaceId: string | null;
  readonly body: string;
  readonly decidedPatchSha256: string | null;
  readonly patch: PatchFacts | null;
}

export interface ProposalList extends PageRequest {
  readonly runId: string;
  readonly statuses?: readonly string[] | undefined;
  readonly taskId?: string | undefined;
}

export interface NewPatch extends PatchFacts {
  readonly proposalId: string;
  readonly patch: string;
}

type Row = Omit<WorkProposal, 'patch'> & { [Name in keyof PatchFacts]: PatchFacts[Name] | null };

export class ProposalWorkRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async find(runId: string, id: string): Promise<WorkProposal | undefined> {
    const row = await this.#proposalQuery(runId).where('proposals.id', '=', id).executeTakeFirst();
    return row && withPatch(row);
  }

  /** Blocks changes, decisions and new patches until the end of the transaction. */
  async lock(runId: string, id: string): Promise<void> {
    await this.#db
      .selectFrom('proposals')
      .select('id')
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .forUpdate()
      .execute();
  }

  async isApplying(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('proposal_applications')
      .select('id')
      .where('proposal_id', '=', id)
      .where('state', '=', 'applying')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** In database order. */
  async list({ runId, statuses, taskId, after, limit }: ProposalList): Promise<WorkProposal[]> {
    const rows = await this.#proposalQuery(runId)
      .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses!))
      .$if(taskId !== undefined, (query) => query.where('task_id', '=', taskId!))
      .where(behind('proposals', after))
      .orderBy(inListOrder('proposals'))
      .limit(limit)
      .execute();
    return rows.map(withPatch);
  }

  async findPullRequest(proposalId: string): Promise<ProposalPullRequest | null> {
    const row = await this.#db
      .selectFrom('proposals')
      .select(pullRequest.as('pullRequest'))
      .where('id', '=', proposalId)
      .executeTakeFirst();
    return row?.pullRequest ?? null;
  }

  /** Hunks that the acceptance omitted. */
  async leftOutHunks(proposalId: string): Promise<readonly PatchHunk[]> {
    const row = await this.#db
      .selectFrom('proposals')
      .select('decided_hunks')
      .where('id', '=', proposalId)
      .executeTakeFirst();
    return (row?.decided_hunks as HunkSelection | null | undefined)?.leftOut ?? [];
  }

  /** Empty without a patch. */
  async patchText(proposalId: string): Promise<string> {
    const row = await this.#db
      .selectFrom('proposal_patches')
      .select('patch')
      .where('proposal_id', '=', proposalId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.patch ?? '';
  }

  async insert({ patch: _, ...proposal }: WorkProposal): Promise<void> {
    await this.#db.insertInto('proposals').values(toColumns(proposal)).execute();
  }

  async attach({ proposalId, patch, ...about }: NewPatch): Promise<void> {
    await this.#db
      .insertInto('proposal_patches')
      .values({
        proposal_id: proposalId,
        patch,
        sha256: about.sha256,
        base_revision: about.baseRevision,
        attached_by: about.attachedBy,
        attached_at: about.attachedAt,
      })
      .execute();
    await this.#touch(proposalId, { updated_at: about.attachedAt });
  }

  setStatus(id: string, status: string, at: Date): Promise<void> {
    return this.#touch(id, { status, updated_at: at });
  }

  async #touch(id: string, change: { status?: string; updated_at: Date }): Promise<void> {
    await this.#db.updateTable('proposals').set(change).where('id', '=', id).execute();
  }

  #proposalQuery(runId: string) {
    return this.#db
      .selectFrom('proposals')
      .leftJoinLateral(newestPatch, (join) => join.onTrue())
      .select(proposalColumns)
      .select(['workspace_id as workspaceId', 'body', 'decided_patch_sha256 as decidedPatchSha256'])
      .where('run_id', '=', runId);
  }
}

function withPatch({ sha256, baseRevision, attachedBy, attachedAt, ...rest }: Row): WorkProposal {
  // The columns of a patch are all set or all null.
  const patch = { sha256, baseRevision, attachedBy, attachedAt } as PatchFacts;
  return { ...rest, patch: sha256 === null ? null : patch };
}
