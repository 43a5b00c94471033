import type { Database } from '@galley/database';
import { DomainError, type Clock, type Logger } from '@galley/kernel';
import { readPatch } from '@galley/runcoord';
import type { DecidedPatch, DecidedProposal } from './decided-proposal-repository.ts';
import { DecidedProposalRepository } from './decided-proposal-repository.ts';
import type { ProposalDocuments } from './proposal-documents.ts';
import type { PatchedFile } from './patched-files.ts';
import type { Repository } from './repository.ts';
import { SubmissionRepository, type RefusedSubmission } from './submission-repository.ts';
import { applyToBase, type WorkspaceRepository } from './workspace-repository.ts';

export interface DocumentSubmissionsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly repository: WorkspaceRepository;
  readonly documents: ProposalDocuments;
  /** People see a draft only after the checks of its patch. Default: false. */
  readonly waitsForChecks?: boolean;
}

const batchSize = 50;

/** Held while patches of proposals become drafts. */
export const submissionLock = 'proposals about documents';

/** At least once each: a process that dies before recording a submission repeats it. */
export class DocumentSubmissions {
  readonly #options: DocumentSubmissionsOptions;
  readonly #submissions: SubmissionRepository;

  constructor(options: DocumentSubmissionsOptions) {
    this.#options = options;
    this.#submissions = new SubmissionRepository(options.db, options.waitsForChecks);
  }

  /** Includes refused submissions of proposals that stay in review. */
  hasDue(workspaceId: string): Promise<boolean> {
    return this.#submissions.hasDue(workspaceId);
  }

  listRefused(workspaceId: string): Promise<RefusedSubmission[]> {
    return this.#submissions.listRefused(workspaceId, batchSize);
  }

  /** Returns their number. Refusals are recorded and not repeated. */
  async submitDue(workspaceId: string): Promise<number> {
    const due = await this.#submissions.listDue(workspaceId, batchSize);
    const proposals = new DecidedProposalRepository(this.#options.db);
    for (const id of due) {
      const proposal = await proposals.find(workspaceId, id);
      if (proposal?.patch) await this.#submitOrRecord(workspaceId, proposal, proposal.patch);
    }
    return due.length;
  }

  /** Throws refusals of the documents. */
  async submit(workspaceId: string, proposal: DecidedProposal, patch: DecidedPatch): Promise<void> {
    const toSubmittedFile = await this.#submissions.find(proposal.id, patch.sha256);
    if (toSubmittedFile?.refusal === null) return;
    const repository = await this.#options.repository.open(workspaceId);
    if (repository) await this.#submit(repository, proposal, patch);
    await this.#record(proposal, patch, null);
  }

  async #submitOrRecord(
    workspaceId: string,
    proposal: DecidedProposal,
    patch: DecidedPatch,
  ): Promise<void> {
    try {
      await this.submit(workspaceId, proposal, patch);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      const about = { proposal_id: proposal.id, error: error.message };
      this.#options.logger.warn('documents refused a proposal', about);
      await this.#record(proposal, patch, error.message);
    }
  }

  async #submit(
    repository: Repository,
    { id, title, onBehalfOf }: DecidedProposal,
    { baseRevision, text, sha256, attachedBy }: DecidedPatch,
  ): Promise<void> {
    const { documents } = this.#options;
    const { files } = await applyToBase(repository, baseRevision, readPatch(text));
    const own = files.filter(({ path }) => documents.isDocument(path));
    if (own.length === 0) return;
    await documents.submit({
      proposal: id,
      patchSha256: sha256,
      agentId: attachedBy,
      title,
      onBehalfOf,
      files: await Promise.all(own.map((file) => toSubmittedFile(repository, file))),
    });
  }

  #record(proposal: DecidedProposal, patch: DecidedPatch, refusal: string | null): Promise<void> {
    const at = this.#options.clock.now();
    return this.#submissions.put({
      proposalId: proposal.id,
      patchSha256: patch.sha256,
      at,
      refusal,
    });
  }
}

async function toSubmittedFile(repository: Repository, { path, before, after }: PatchedFile) {
  const isFile = before !== null && before.type === 'blob';
  return {
    path,
    before: isFile ? await repository.readBlob(before.oid) : null,
    after: after?.bytes ?? null,
  };
}
