import type { Database } from '@galley/database';
import { readPatch, runProblems, type FileChange } from '@galley/runcoord';
import { DecidedProposalRepository } from './decided-proposal-repository.ts';
import type { PatchedFile } from './patched-files.ts';
import { applyToBase, type WorkspaceRepository } from './workspace-repository.ts';

export interface PatchedFiles {
  /** The agent that attached the patch. */
  readonly agentId: string;
  readonly changes: readonly FileChange[];
  readonly files: readonly PatchedFile[];
}

export interface ProposalPatchesOptions {
  readonly db: Database;
  readonly workspaceId: string;
  readonly repository: WorkspaceRepository;
}

/** Files as the newest patch of a proposal leaves them. */
export class ProposalPatches {
  readonly #options: ProposalPatchesOptions;

  constructor(options: ProposalPatchesOptions) {
    this.#options = options;
  }

  /**
   * Undefined without a patch or a repository.
   * Throws `proposal_not_found`, `base_not_found`, `patch_does_not_apply`, `repository_unusable`.
   */
  async find(proposalId: string): Promise<PatchedFiles | undefined> {
    const { db, workspaceId, repository: workspace } = this.#options;
    const proposal = await new DecidedProposalRepository(db).find(workspaceId, proposalId);
    if (!proposal)
      throw runProblems.proposal_not_found(`Proposal "${proposalId}" not found in the workspace.`);
    if (!proposal.patch) return undefined;
    const repository = await workspace.open(workspaceId);
    if (!repository) return undefined;
    const { text, baseRevision, attachedBy: agentId } = proposal.patch;
    const changes = readPatch(text);
    const { files } = await applyToBase(repository, baseRevision, changes);
    return { agentId, changes, files };
  }
}
