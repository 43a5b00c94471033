import { readPatch, type ProposalDetail } from '@galley/runcoord';
import { DomainError, type Logger } from '@galley/kernel';
import {
  conflictsOf,
  type BaseConflict,
  type WorkspaceRepository,
} from './workspace-repository.ts';

export interface ProposalView {
  /** Whether the patch goes onto the branch as it is; null when there is nothing to say. */
  readonly isBaseCurrent: boolean | null;
  readonly conflicts: readonly BaseConflict[];
}

const nothing: ProposalView = { isBaseCurrent: null, conflicts: [] };

/** What people see of a proposal before they decide: whether its base is current. */
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

  /** Of one that is decided, or whose repository cannot be read, there is nothing to say. */
  async look(workspaceId: string, { patch, status }: ProposalDetail): Promise<ProposalView> {
    if (!patch || !['pending', 'in_review', 'revision_requested'].includes(status)) return nothing;
    try {
      return await this.#compare(workspaceId, patch);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#logger.warn('the base of a proposal cannot be looked at', { error: error.message });
      return nothing;
    }
  }

  async #compare(
    workspaceId: string,
    { baseRevision, text }: { readonly baseRevision: string; readonly text: string },
  ): Promise<ProposalView> {
    const repository = await this.#repository.open(workspaceId);
    const base = await repository?.snapshot(baseRevision);
    if (!repository || !base) return nothing;
    const { commit } = await repository.head();
    if (commit === baseRevision) return { isBaseCurrent: true, conflicts: [] };
    const head = (await repository.snapshot(commit))!;
    const conflicts = await conflictsOf(readPatch(text), base, head);
    return { isBaseCurrent: conflicts.length === 0, conflicts };
  }
}
