import type { Database, Transaction } from '@galley/database';
import { DomainError, type AuditLog, type Clock, type Logger } from '@galley/kernel';
import { runProblems } from '@galley/runcoord';
import type { Application } from './application.ts';
import { ApplicationRepository } from './application-repository.ts';
import { removeLeftLock } from './branch.ts';
import { bringAlong, bringToBranch } from './bring-in.ts';
import { DecidedProposalRepository } from './decided-proposal-repository.ts';
import { recordDecision } from './decision-records.ts';
import { requireDecidable } from './decision-rules.ts';
import type { ProposalDocuments } from './proposal-documents.ts';
import { type Repository } from './repository.ts';
import { removeLeftIndexLock, withIndexLock } from './staged-files.ts';
import type { WorkspaceRepository } from './workspace-repository.ts';

export interface ApplicationsOptions {
  /** The connection that has the lock of the workspace. */
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly auditIn: (transaction: Transaction) => AuditLog;
  readonly repository: WorkspaceRepository;
  readonly documents?: ProposalDocuments | undefined;
}

/**
 * Brings planned commits onto their branches, exactly once. The order: the row, the documents, the branch, the working
 * tree and the index, and in one transaction the end of the row, the decision, the log and the events. Whoever finds a
 * row that was left looks where the branch is: the commit is in it, then the rest is done; or it is not, then the row
 * is undone. Under the lock of the workspace.
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

  /** False when the branch had moved; then nothing was done. Throws what the documents refuse it with. */
  async carryOut(repository: Repository, application: Application): Promise<boolean> {
    await this.#begin(application);
    this.#tell('begun', application);
    await this.#askDocuments(application);
    this.#tell('decided', application);
    const isThere = await this.#move(repository, application);
    if (isThere) await this.#finish(repository, application);
    else await this.#undo(application);
    return isThere;
  }

  /** Finishes, or undoes, what somebody was at who died. */
  async finishLeft(workspaceId: string): Promise<void> {
    const repository = await this.#options.repository.open(workspaceId);
    if (!repository) return;
    await removeLeftIndexLock(repository);
    const left = await this.repository.findApplying(workspaceId);
    if (!left) return;
    await removeLeftLock(repository, { branch: left.branch, to: left.commitId });
    const tip = await repository.tip(left.branch);
    const isIn = tip !== undefined && (await repository.isIn(left.commitId, tip));
    this.#tell(isIn ? 'finished after a crash' : 'undone after a crash', left);
    if (!isIn) return this.#undo(left);
    if (repository.workingTree === undefined) return this.#finish(repository, left);
    return withIndexLock(repository, () => this.#finish(repository, left));
  }

  async #begin(application: Application): Promise<void> {
    const { workspaceId, proposalId, patchSha256, rollbackOf, by } = application;
    await this.db.transaction().execute(async (transaction) => {
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
    });
  }

  async #askDocuments(application: Application): Promise<void> {
    const { id, proposalId: proposal, patchSha256, rollbackOf, by, note } = application;
    const decision = rollbackOf === null ? 'accept' : 'rollback';
    try {
      await this.#options.documents?.decide({ id, proposal, patchSha256, decision, by, note });
    } catch (error) {
      // A refusal has decided nothing; what else went wrong may have, and is left to `finishLeft`.
      if (error instanceof DomainError) await this.#end(application, 'undone');
      throw error;
    }
  }

  async #move(repository: Repository, application: Application): Promise<boolean> {
    try {
      return await bringToBranch(repository, application, () =>
        this.repository.isApplying(application.id),
      );
    } catch (error) {
      const tip = await repository.tip(application.branch);
      if (tip === application.commitId) return true;
      await removeLeftLock(repository, {
        branch: application.branch,
        to: application.commitId,
      });
      await this.#undo(application);
      throw error;
    }
  }

  async #finish(repository: Repository, application: Application): Promise<void> {
    this.#tell('on its branch', application);
    await bringAlong(repository, application, this.#options.documents);
    this.#tell('on disk', application);
    await this.db.transaction().execute((transaction) => this.#settle(transaction, application));
    this.#tell('done', application);
  }

  async #settle(transaction: Transaction, application: Application): Promise<void> {
    const { proposalId, workspaceId, rollbackOf, by, note, patchSha256 } = application;
    const at = this.#options.clock.now();
    const proposals = new DecidedProposalRepository(transaction);
    await proposals.lock(proposalId);
    // Somebody who thought this process dead has done it already.
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
        proposal: proposal!,
        decision: rollbackOf === null ? 'accept' : 'rollback',
        more: { base_revision, commit },
      },
      this.#options,
    );
  }

  /** The documents first: they are told again as long as the row is there. */
  async #undo(application: Application): Promise<void> {
    await this.#options.documents?.undo(application.id);
    await this.#end(application, 'undone');
  }

  async #end({ id }: Application, state: 'undone'): Promise<void> {
    await this.repository.end(id, state, this.#options.clock.now());
  }

  #tell(step: string, { proposalId, commitId, rollbackOf }: Application): void {
    const what = rollbackOf === null ? 'a proposal is brought in' : 'a proposal is taken back';
    this.#options.logger.info(what, { step, proposal_id: proposalId, commit: commitId });
  }
}
