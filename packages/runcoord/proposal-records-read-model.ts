import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { checksState, type ChecksState } from './checks/checks-state-read-model.ts';
import { ProposalCheckRepository, type ProposalCheck } from './checks/proposal-check-repository.ts';
import { pullRequest, type ProposalPullRequest } from './pull-request-read-model.ts';
import {
  newestPatch,
  proposalColumns,
  type PatchFacts,
  type ProposalFacts,
} from './newest-patch-read-model.ts';
import { behind, inListOrder } from './list-order-read-model.ts';
import type { RecordQuery } from './record-page.ts';
import { ProposalCommentRepository, type ProposalComment } from './proposal-comment-repository.ts';
import type { HunkSelection, PatchHunk } from './workers/patch-hunks.ts';
import { VoteWorkRepository, type Vote } from './workers/vote-work-repository.ts';

export interface PatchRecord extends PatchFacts {
  readonly bytes: number;
}

export interface ProposalRecord extends ProposalFacts {
  readonly appliedCommit: string | null;
  readonly patch: PatchRecord | null;
  /** About the newest patch. */
  readonly checksState: ChecksState;
  /** Null if its run has none. */
  readonly pullRequest: ProposalPullRequest | null;
}

export interface ProposalDetail extends ProposalRecord {
  readonly body: string;
  readonly patch: (PatchRecord & { readonly text: string }) | null;
  readonly votes: readonly Vote[];
  readonly comments: readonly ProposalComment[];
  /** Hunks that an acceptance omitted. */
  readonly leftOut: readonly PatchHunk[];
  /** About the newest patch. */
  readonly checks: readonly ProposalCheck[];
}

type PatchColumns = { readonly [Name in keyof PatchRecord]: PatchRecord[Name] | null };

export class ProposalRecordsReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list({ workspaceId, status, runId, after, limit }: RecordQuery): Promise<ProposalRecord[]> {
    const rows = await this.#proposals()
      .where('workspace_id', '=', workspaceId)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .$if(runId !== undefined, (query) => query.where('run_id', '=', runId!))
      .where(behind('proposals', after))
      .orderBy(inListOrder('proposals'))
      .limit(limit)
      .execute();
    return rows.map(withPatch);
  }

  async find(workspaceId: string, id: string): Promise<ProposalDetail | undefined> {
    const row = await this.#proposals()
      .select(['body', 'newest.patch as text', 'decided_hunks as hunks'])
      .where('proposals.id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (!row) return undefined;
    const { body, text, hunks, ...found } = row;
    const { patch, ...rest } = withPatch(found);
    const votes = await new VoteWorkRepository(this.#db).list(id);
    const comments = await new ProposalCommentRepository(this.#db).list(id);
    const checks = await new ProposalCheckRepository(this.#db).list(id, patch?.sha256);
    const leftOut = (hunks as HunkSelection | null)?.leftOut ?? [];
    const read = patch && { ...patch, text: text! };
    return { ...rest, body, patch: read, votes, checks, comments, leftOut };
  }

  #proposals() {
    return this.#db
      .selectFrom('proposals')
      .leftJoinLateral(newestPatch, (join) => join.onTrue())
      .select(proposalColumns)
      .select(checksState.as('checksState'))
      .select(pullRequest.as('pullRequest'))
      .select((from) =>
        from
          .selectFrom('proposal_applications as applied')
          .select('applied.commit_id')
          .whereRef('applied.proposal_id', '=', 'proposals.id')
          .where('applied.state', '=', 'applied')
          .where('applied.rollback_of', 'is', null)
          .as('appliedCommit'),
      )
      .select(sql<number | null>`octet_length(newest.patch)`.as('bytes'));
  }
}

function withPatch<Row extends PatchColumns>(
  row: Row,
): Omit<Row, keyof PatchColumns> & { patch: PatchRecord | null } {
  const { sha256, baseRevision, bytes, attachedBy, attachedAt, ...rest } = row;
  // The columns of a patch are all set or all null.
  const patch = { sha256, baseRevision, bytes, attachedBy, attachedAt } as PatchRecord;
  return { ...rest, patch: sha256 === null ? null : patch };
}
