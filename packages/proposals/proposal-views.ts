import { readPatch, type ProposalDetail } from '@galley/runcoord';
import { DomainError, type Logger } from '@galley/kernel';
import {
  findConflicts,
  type BaseConflict,
  type WorkspaceRepository,
} from './workspace-repository.ts';

export interface ProposalView {
  /** Null when unknown. */
  readonly isBaseCurrent: boolean | null;
  readonly conflicts: readonly BaseConflict[];
}

const unknownView: ProposalView = { isBaseCurrent: null, conflicts: [] };

export class ProposalViews {
  readonly #repository: WorkspaceRepository;
  readonly #logger: Logger;

  constructor({
    repository,
    logger,
  }: {
    readonly repository: WorkspaceRepository;
    readonly logger: Logger;
  }) {
    this.#repository = repository;
    this.#logger = logger;
  }

  /** Unknown for decided proposals and unreadable repositories. */
  async look(workspaceId: string, { patch, status }: ProposalDetail): Promise<ProposalView> {
    if (!patch || !['pending', 'in_review', 'revision_requested'].includes(status))
      return unknownView;
    try {
      return await this.#compare(workspaceId, patch);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#logger.warn('base of a proposal not readable', { error: error.message });
      return unknownView;
    }
  }

  async #compare(
    workspaceId: string,
    { baseRevision, text }: { readonly baseRevision: string; readonly text: string },
  ): Promise<ProposalView> {
    const repository = await this.#repository.open(workspaceId);
    const base = await repository?.snapshot(baseRevision);
    if (!repository || !base) return unknownView;
    const { commit } = await repository.head();
    if (commit === baseRevision) return { isBaseCurrent: true, conflicts: [] };
    const head = (await repository.snapshot(commit))!;
    const conflicts = await findConflicts(readPatch(text), base, head);
    return { isBaseCurrent: conflicts.length === 0, conflicts };
  }
}
