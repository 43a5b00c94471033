import { sql } from 'kysely';
import {
  listDependentAccounts,
  listServiceHolders,
  type Database,
  type Transaction,
} from '@galley/database';
import type { HunkSelection } from '@galley/runcoord';

export interface DecidedProposal {
  readonly id: string;
  readonly runId: string | null;
  readonly title: string;
  readonly body: string;
  readonly status: string;
  readonly proposedBy: string;
  readonly rolledBackAt: Date | null;
  readonly patch: DecidedPatch | null;
  readonly onBehalfOf: readonly string[];
  readonly askedBy: readonly string[];
  /** Contributors, and all who count as one of them (ADD-SSO-4, ADD-SVC-3). */
  readonly barred: ReadonlySet<string>;
}

export interface DecidedPatch {
  readonly sha256: string;
  readonly baseRevision: string;
  readonly text: string;
  readonly attachedBy: string;
}

export interface RecordedDecision {
  readonly id: string;
  readonly status: string;
  readonly by: string;
  readonly at: Date;
  readonly note: string | null;
  readonly patchSha256: string | null;
  readonly hunks: HunkSelection | null;
}

export class DecidedProposalRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  /** `undefined` also for a proposal of another workspace. */
  async find(workspaceId: string, id: string): Promise<DecidedProposal | undefined> {
    const row = await this.#db
      .selectFrom('proposals')
      .leftJoin('runs', 'runs.id', 'proposals.run_id')
      .select(['proposals.id', 'run_id as runId', 'title', 'body', 'proposals.status'])
      .select(['proposed_by as proposedBy', 'rolled_back_at as rolledBackAt'])
      .select(runStarter.as('startedBy'))
      .where('proposals.id', '=', id)
      .where('proposals.workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (!row) return undefined;
    const { startedBy: by, ...found } = row;
    const [patch, asked] = [await this.#newestPatch(id), await this.#pendingRequests(id)];
    const onBehalfOf = by === null ? [] : [by, ...(await listServiceHolders(this.#db, [by]))];
    const contributors = [found.proposedBy, patch?.attachedBy, ...asked];
    const barred = await listDependentAccounts(this.#db, contributors);
    return { ...found, onBehalfOf, patch: patch ?? null, askedBy: asked, barred };
  }

  /** Blocks changes and new patches until the transaction ends. */
  async lock(id: string): Promise<void> {
    await this.#db.selectFrom('proposals').select('id').where('id', '=', id).forUpdate().execute();
  }

  async record({ id, status, by, at, note, patchSha256, hunks }: RecordedDecision): Promise<void> {
    await this.#db
      .updateTable('proposals')
      .set({ status, updated_at: at, decided_by: by, decided_at: at })
      .set({ decision_note: note, decided_patch_sha256: patchSha256 })
      .set({ decided_hunks: hunks && JSON.stringify(hunks) })
      .where('id', '=', id)
      .execute();
  }

  async recordRollback(id: string, by: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('proposals')
      .set({ rolled_back_at: at, rolled_back_by: by, updated_at: at })
      .where('id', '=', id)
      .execute();
  }

  decideRequests(
    { id, by, at, note, patchSha256 }: RecordedDecision,
    status: 'approved' | 'rejected' | 'withdrawn',
  ): Promise<{ id: string; runId: string | null }[]> {
    return this.#db
      .updateTable('approval_requests')
      .set({ status, decided_by: by, decided_at: at, patch_sha256: patchSha256, note })
      .where('proposal_id', '=', id)
      .where('status', '=', 'requested')
      .returning(['id', 'run_id as runId'])
      .execute();
  }

  #newestPatch(id: string): Promise<DecidedPatch | undefined> {
    return this.#db
      .selectFrom('proposal_patches')
      .select(['sha256', 'base_revision as baseRevision', 'patch as text'])
      .select('attached_by as attachedBy')
      .where('proposal_id', '=', id)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  async #pendingRequests(id: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('approval_requests')
      .select('requested_by as requestedBy')
      .where('proposal_id', '=', id)
      .where('status', '=', 'requested')
      .execute();
    return rows.map(({ requestedBy }) => requestedBy);
  }
}

/** Releases before 1.1 recorded it only in the audit log; runs started from the command line have no starter. */
const runStarter = sql<string | null>`coalesce(runs.started_by, (
  select actor from audit_entries
  where action = 'run.start' and target = runs.id order by at, id limit 1
))`;
