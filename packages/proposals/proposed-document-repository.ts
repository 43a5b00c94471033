import type { Database, Transaction } from '@galley/database';

export interface ProposedDraft {
  readonly proposalId: string;
  readonly path: string;
  readonly patchSha256: string;
  readonly agentId: string;
  /** Null for a new file. */
  readonly beforeText: string | null;
  /** Null until the draft exists. */
  readonly documentId: number | null;
  readonly revision: string | null;
  readonly approvedBy: string | null;
  readonly submittedAt: Date;
}

export interface CreatedDraft {
  readonly proposalId: string;
  readonly path: string;
  readonly documentId: number;
  readonly revision: string;
}

export interface DraftInReview extends ProposedDraft {
  readonly workspaceId: string;
}

const columns = [
  'proposal_id as proposalId',
  'path',
  'proposal_documents.patch_sha256 as patchSha256',
  'agent_id as agentId',
  'before_text as beforeText',
  'document_id as documentId',
  'revision',
  'approved_by as approvedBy',
  'submitted_at as submittedAt',
] as const;

export class ProposedDocumentRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  find(proposalId: string, path: string): Promise<ProposedDraft | undefined> {
    return this.#drafts(proposalId).where('path', '=', path).executeTakeFirst();
  }

  list(proposalId: string): Promise<ProposedDraft[]> {
    return this.#drafts(proposalId).orderBy('path').execute();
  }

  /** Called before the draft is created, for recovery. An undefined previous text keeps the stored one. */
  async begin(
    draft: Pick<ProposedDraft, 'proposalId' | 'path' | 'patchSha256' | 'agentId'> & {
      readonly beforeText: string | null | undefined;
    },
    at: Date,
  ): Promise<void> {
    const { proposalId, path, patchSha256, agentId, beforeText } = draft;
    const before = beforeText === undefined ? {} : { before_text: beforeText };
    const patch = { ...before, patch_sha256: patchSha256, agent_id: agentId, submitted_at: at };
    await this.#db
      .insertInto('proposal_documents')
      .values({ proposal_id: proposalId, path, ...patch })
      .onConflict((conflict) =>
        conflict
          .columns(['proposal_id', 'path'])
          .doUpdateSet({ ...patch, approved_by: null, decision_id: null }),
      )
      .execute();
  }

  async made({ proposalId, path, documentId, revision }: CreatedDraft): Promise<void> {
    await this.#db
      .updateTable('proposal_documents')
      .set({ document_id: documentId, revision })
      .where('proposal_id', '=', proposalId)
      .where('path', '=', path)
      .execute();
  }

  /** Records approval by a decision on the proposal, or without one by a person who approved the document. */
  async approve(
    { proposalId, path }: Pick<ProposedDraft, 'proposalId' | 'path'>,
    by: { readonly username: string; readonly decisionId: string | null },
  ): Promise<void> {
    await this.#db
      .updateTable('proposal_documents')
      .set({ approved_by: by.username, decision_id: by.decisionId })
      .where('proposal_id', '=', proposalId)
      .where('path', '=', path)
      // The resulting event must not replace the decision, which may be undone.
      .$if(by.decisionId === null, (update) => update.where('approved_by', 'is', null))
      .execute();
  }

  /** Returns the drafts. */
  revoke(decisionId: string): Promise<ProposedDraft[]> {
    return this.#db
      .updateTable('proposal_documents')
      .set({ approved_by: null, decision_id: null })
      .where('decision_id', '=', decisionId)
      .returning(columns)
      .execute();
  }

  /** Only from undecided proposals, for their newest patch. */
  listInReview(documentId: number): Promise<DraftInReview[]> {
    return this.#db
      .selectFrom('proposal_documents')
      .innerJoin('proposals', 'proposals.id', 'proposal_documents.proposal_id')
      .select(columns)
      .select((row) => row.ref('proposals.workspace_id').$notNull().as('workspaceId'))
      .where('document_id', '=', documentId)
      .where('proposals.status', '=', 'in_review')
      .where('proposals.workspace_id', 'is not', null)
      .orderBy('proposals.seq')
      .execute();
  }

  #drafts(proposalId: string) {
    return this.#db
      .selectFrom('proposal_documents')
      .select(columns)
      .where('proposal_id', '=', proposalId);
  }
}
