import type { Database, Transaction } from '@galley/database';
import { DomainError, type AuditLog, type Clock, type Logger } from '@galley/kernel';
import { runProblems } from '@galley/runcoord';
import { documentsHash, type Application } from './application.ts';
import { ApplicationRepository } from './application-repository.ts';
import { removeStaleLock } from './branch.ts';
import { moveToCommit, readSubmittedFiles, updateWorkingTree } from './patch-commit.ts';
import { DecidedProposalRepository, type DecidedProposal } from './decided-proposal-repository.ts';
import { recordDecision } from './decision-records.ts';
import { requireDecidable } from './decision-rules.ts';
import type { DocumentDecision, ProposalDocuments } from './proposal-documents.ts';
import { type Repository } from './repository.ts';
import { removeStaleIndexLock, withIndexLock } from './staged-files.ts';
import { SubmissionRepository } from './submission-repository.ts';
import type { WorkspaceRepository } from './workspace-repository.ts';

export interface ApplicationsOptions {
  /** Connection that holds the workspace lock. */
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly auditIn: (transaction: Transaction) => AuditLog;
  readonly repository: WorkspaceRepository;
  readonly documents?: ProposalDocuments | undefined;
}

/**
 * Order: application row, documents, branch, working tree and index, then the end of the row and the decision in one
 * transaction. Recovery completes a row whose branch has the commit, and undoes others. Requires the workspace lock.
 */
export class Applications {
  readonly #options: ApplicationsOptions;
  readonly repository: ApplicationRepository;

  constructor(options: ApplicationsOptions) {
    this.#options = options;
    this.repository = new ApplicationRepository(options.db);
  }

  get db(): Database {
    return this.#options.db;
  }

  /** False when the branch had moved and nothing was done. Throws refusals of the documents. */
  async apply(repository: Repository, application: Application): Promise<boolean> {
    const proposal = await this.#begin(application);
    this.#logStep('begun', application);
    await this.#decideDocuments(repository, application, proposal);
    this.#logStep('decided', application);
    const isApplied = await this.#moveBranch(repository, application);
    if (isApplied) await this.#finish(repository, application);
    else await this.#undo(application);
    return isApplied;
  }

  async completeInterrupted(workspaceId: string): Promise<void> {
    const repository = await this.#options.repository.open(workspaceId);
    if (!repository) return;
    await removeStaleIndexLock(repository);
    const interrupted = await this.repository.findApplying(workspaceId);
    if (!interrupted) return;
    await removeStaleLock(repository, { branch: interrupted.branch, to: interrupted.commitId });
    const tip = await repository.tip(interrupted.branch);
    const isOnBranch = tip !== undefined && (await repository.isIn(interrupted.commitId, tip));
    this.#logStep(isOnBranch ? 'finished after a crash' : 'undone after a crash', interrupted);
    if (!isOnBranch) return this.#undo(interrupted);
    if (repository.workingTree === undefined) return this.#finish(repository, interrupted);
    return withIndexLock(repository, () => this.#finish(repository, interrupted));
  }

  async #begin(application: Application): Promise<DecidedProposal> {
    const { workspaceId, proposalId, patchSha256, rollbackOf, by } = application;
    return this.db.transaction().execute(async (transaction) => {
      const proposals = new DecidedProposalRepository(transaction);
      await proposals.lock(proposalId);
      const proposal = await proposals.find(workspaceId, proposalId);
      if (!proposal)
        throw runProblems.proposal_not_found(`The proposal "${proposalId}" is there no more.`);
      if (rollbackOf === null)
        requireDecidable(proposal, {
          workspaceId,
          proposalId,
          patchSha256,
          by,
          note: undefined,
          decision: 'accept',
        });
      await new ApplicationRepository(transaction).insert(application);
      return proposal;
    });
  }

  async #decideDocuments(
    repository: Repository,
    application: Application,
    proposal: DecidedProposal,
  ): Promise<void> {
    const { documents } = this.#options;
    if (!documents) return;
    const decision = await this.#documentDecision(repository, application, proposal);
    try {
      await documents.decide(decision);
    } catch (error) {
      // A refusal of a whole patch changed nothing. Other errors may have, and `completeInterrupted` handles them.
      if (error instanceof DomainError)
        await (application.hunks ? this.#undo(application) : this.#end(application, 'undone'));
      throw error;
    }
  }

  async #documentDecision(
    repository: Repository,
    application: Application,
    { title, onBehalfOf, patch }: DecidedProposal,
  ): Promise<DocumentDecision> {
    const { id, proposalId: proposal, patchSha256, rollbackOf, by, note, hunks } = application;
    const hash = documentsHash(application);
    if (rollbackOf !== null)
      return { id, proposal, patchSha256: hash, decision: 'rollback', by, note };
    const decision = { id, proposal, patchSha256, decision: 'accept', by, note } as const;
    if (hunks === null) return decision;
    const files = application.files.filter(({ path }) => this.#options.documents?.isDocument(path));
    const part = {
      proposal,
      title,
      onBehalfOf,
      patchSha256: hash,
      // The proposal was locked with this patch.
      agentId: patch!.attachedBy,
      files: await readSubmittedFiles(repository, files),
    };
    return { ...decision, part };
  }

  async #moveBranch(repository: Repository, application: Application): Promise<boolean> {
    try {
      return await moveToCommit(repository, application, () =>
        this.repository.isApplying(application.id),
      );
    } catch (error) {
      const tip = await repository.tip(application.branch);
      if (tip === application.commitId) return true;
      await removeStaleLock(repository, {
        branch: application.branch,
        to: application.commitId,
      });
      await this.#undo(application);
      throw error;
    }
  }

  async #finish(repository: Repository, application: Application): Promise<void> {
    this.#logStep('on its branch', application);
    await updateWorkingTree(repository, application, this.#options.documents);
    this.#logStep('on disk', application);
    await this.db
      .transaction()
      .execute((transaction) => this.#recordOutcome(transaction, application));
    this.#logStep('done', application);
  }

  async #recordOutcome(transaction: Transaction, application: Application): Promise<void> {
    const { proposalId, workspaceId, rollbackOf, by, note, patchSha256, hunks } = application;
    const at = this.#options.clock.now();
    const proposals = new DecidedProposalRepository(transaction);
    await proposals.lock(proposalId);
    // Another process that considered this one dead has completed it.
    if (!(await new ApplicationRepository(transaction).end(application.id, 'applied', at))) return;
    const proposal = await proposals.find(workspaceId, proposalId);
    const { baseRevision: base_revision, commitId: commit } = application;
    await recordDecision(
      transaction,
      {
        workspaceId,
        by,
        at,
        note,
        patchSha256,
        hunks,
        proposal: proposal!,
        decision: rollbackOf === null ? 'accept' : 'rollback',
        more: { base_revision, commit },
      },
      this.#options,
    );
  }

  /** Documents first: the call is repeated while the row exists. Their drafts of the whole patch are submitted again. */
  async #undo(application: Application): Promise<void> {
    const { id, proposalId, patchSha256, hunks } = application;
    await this.#options.documents?.undo(id);
    if (hunks) await new SubmissionRepository(this.db).remove(proposalId, patchSha256);
    await this.#end(application, 'undone');
  }

  async #end({ id }: Application, state: 'undone'): Promise<void> {
    await this.repository.end(id, state, this.#options.clock.now());
  }

  #logStep(step: string, { proposalId, commitId, rollbackOf }: Application): void {
    const message = rollbackOf === null ? 'applying a proposal' : 'rolling back a proposal';
    this.#options.logger.info(message, { step, proposal_id: proposalId, commit: commitId });
  }
}
