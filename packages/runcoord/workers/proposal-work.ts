import { isInPattern, newId, sha256 } from '@galley/kernel';
import {
  ProposalCheckRepository,
  type ProposalCheck,
} from '../checks/proposal-check-repository.ts';
import { ApprovalRepository } from '../approval-repository.ts';
import { isActiveProposal } from '../classification.ts';
import type { PatchFacts } from '../newest-patch-read-model.ts';
import { runProblems } from '../problems.ts';
import { ProposalCommentRepository, type ProposalComment } from '../proposal-comment-repository.ts';
import type { Page } from '../record-page.ts';
import { RunRecipeRepository } from '../recipes/run-recipe-repository.ts';
import { quoteName } from '../require-workspace.ts';
import { ReviewRequestRepository } from '../review-request-repository.ts';
import { acceptsWork } from '../run-state-decision.ts';
import { TaskRepository } from '../task-repository.ts';
import type { FileChange } from './file-change.ts';
import { notEditable, type FileEdit } from './file-edit.ts';
import { isMiscounted, listTouchedPaths, readMiscountedPatch, readPatch } from './patch-check.ts';
import type { PatchHunk } from './patch-hunks.ts';
import { pathFault } from './patch-path.ts';
import type { BuiltPatch } from './patch-trial.ts';
import {
  ProposalWorkRepository,
  type ProposalList,
  type WorkProposal,
} from './proposal-work-repository.ts';
import { TaskWork } from './task-work.ts';
import { holdRun, tell, type WorkContext } from './work-context.ts';
import type { ProposalPullRequest } from '../pull-request-read-model.ts';
import { TurnTaskReadModel } from './turn-task-read-model.ts';
import { workPage } from './work-page.ts';

export interface ProposalText {
  readonly title: string;
  readonly body: string;
  readonly risk: string;
  readonly taskId?: string | undefined;
}

export interface ProposalWithText extends WorkProposal {
  readonly patch: (PatchFacts & { readonly text: string }) | null;
  readonly comments: readonly ProposalComment[];
  readonly leftOut: readonly PatchHunk[];
  readonly pullRequest: ProposalPullRequest | null;
  /** About the newest patch; null until all are finished. */
  readonly checks: readonly ProposalCheck[] | null;
}

const undecided = {
  decidedBy: null,
  decidedAt: null,
  decisionNote: null,
  decidedPatchSha256: null,
  rolledBackBy: null,
  rolledBackAt: null,
} as const;

export class ProposalWork {
  readonly #context: WorkContext;
  readonly #proposals: ProposalWorkRepository;
  readonly #turnTasks: TurnTaskReadModel;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#proposals = new ProposalWorkRepository(context.db);
    this.#turnTasks = new TurnTaskReadModel(context.db);
  }

  /** @throws `proposal_not_found`, also for a proposal of another run. */
  async get(id: string): Promise<ProposalWithText> {
    const proposal = await this.#get(id);
    const { patch } = proposal;
    const text = await this.#proposals.patchText(id);
    const { db } = this.#context;
    const checks = await new ProposalCheckRepository(db).findFinished(id, patch?.sha256);
    const comments = await new ProposalCommentRepository(db).list(id);
    const leftOut = await this.#proposals.leftOutHunks(id);
    const pullRequest = await this.#proposals.findPullRequest(id);
    const shown = { ...proposal, patch: patch && { ...patch, text } };
    return { ...shown, checks, comments, leftOut, pullRequest };
  }

  list(query: Omit<ProposalList, 'runId'>): Promise<Page<WorkProposal>> {
    const { runId } = this.#context.worker;
    return workPage(query, {
      list: (page) => this.#proposals.list({ ...query, ...page, runId }),
      has: async (id) => (await this.#proposals.find(runId, id)) !== undefined,
    });
  }

  /** Belongs to the task of the turn, unless it names another. The next tick requests its review. @throws `task_not_found`. */
  async create({ title, body, risk, taskId }: ProposalText): Promise<WorkProposal> {
    const { worker, clock } = this.#context;
    if (taskId !== undefined) await new TaskWork(this.#context).get(taskId);
    const ownTask = taskId ?? (await this.#turnTasks.find(worker));
    const now = clock.now();
    const proposal: WorkProposal = {
      id: newId(now.getTime()),
      title,
      body,
      risk,
      status: 'pending',
      patch: null,
      ...undecided,
      workspaceId: worker.workspaceId,
      runId: worker.runId,
      taskId: ownTask ?? null,
      proposedBy: worker.agentId,
      createdAt: now,
      updatedAt: now,
    };
    await this.#proposals.insert(proposal);
    await this.#tell('proposal.created', proposal, { title, risk });
    return proposal;
  }

  /**
   * Stores a patch whose line counts are wrong with correct ones.
   * @throws `invalid_patch`, `proposal_not_found`, `not_yours`, `proposal_closed`, `proposal_applying`,
   * `path_not_allowed`, and the errors of `PatchTrial`.
   */
  async attachPatch(id: string, baseRevision: string, given: string): Promise<WorkProposal> {
    const changes = readMiscountedPatch(given);
    const proposal = await this.#holdOwn(id);
    const patch = isMiscounted(changes) ? await this.#recount(baseRevision, changes) : given;
    return this.#attach(proposal, { baseRevision, patch: patch ?? given });
  }

  /**
   * Extends the newest patch, or begins one on the newest commit.
   * @throws as `attachPatch`, and `text_not_unique`, `not_editable`.
   */
  async edit(id: string, edit: FileEdit): Promise<WorkProposal> {
    const { worker, patches } = this.#context;
    const fault = pathFault(edit.path);
    if (fault !== undefined) throw notEditable(edit.path, fault);
    const proposal = await this.#holdOwn(id);
    const newest = proposal.patch && {
      baseRevision: proposal.patch.baseRevision,
      changes: readPatch(await this.#proposals.patchText(id)),
    };
    const { workspaceId } = worker;
    const built = await patches?.extend({ workspaceId, newest: newest ?? undefined, edit });
    if (built) return this.#attach(proposal, built);
    throw runProblems.not_editable(
      'The workspace has no repository. Ask an operator to set coordinator.workspace.repository.',
    );
  }

  #recount(baseRevision: string, changes: readonly FileChange[]): Promise<string | undefined> {
    const { worker, patches } = this.#context;
    const { workspaceId } = worker;
    return patches?.recount({ workspaceId, baseRevision, changes }) ?? Promise.resolve(undefined);
  }

  async #attach(
    proposal: WorkProposal,
    { baseRevision, patch }: BuiltPatch,
  ): Promise<WorkProposal> {
    const { worker, clock, patches } = this.#context;
    const { id } = proposal;
    const changes = readPatch(patch);
    await this.#requireAllowed(proposal, listTouchedPaths(changes));
    await patches?.tryPatch({ workspaceId: worker.workspaceId, baseRevision, changes });
    const by = { attachedBy: worker.agentId, attachedAt: clock.now() };
    const hash = sha256(patch);
    await this.#proposals.attach({ proposalId: id, baseRevision, patch, sha256: hash, ...by });
    const told = {
      patch_sha256: hash,
      base_revision: baseRevision,
      files: listTouchedPaths(changes).length,
    };
    await this.#tell('proposal.patch_attached', proposal, told);
    return this.#get(id);
  }

  /**
   * If the run accepts no new work now, the first tick that does requests the review.
   * @throws `proposal_not_found`, `not_yours`, `proposal_closed`, `review_requested`.
   */
  async requestReview(id: string): Promise<WorkProposal> {
    const { db, worker, clock, enforcement } = this.#context;
    const state = await holdRun(this.#context);
    const { status } = await this.#holdOwn(id);
    if (status === 'in_review') {
      throw runProblems.review_requested(
        'The proposal is already in review. Call vote_list for the votes.',
      );
    }
    const now = clock.now();
    if (status === 'revision_requested') await this.#proposals.setStatus(id, 'pending', now);
    if (acceptsWork(enforcement, state)) {
      const request = { runId: worker.runId, scope: 'database', proposalId: id, now } as const;
      await new ReviewRequestRepository(db).request(request);
    }
    return this.#get(id);
  }

  async #requireAllowed({ taskId }: WorkProposal, touched: readonly string[]): Promise<void> {
    const { db, worker } = this.#context;
    requireInPaths('This run', await new RunRecipeRepository(db).findPaths(worker.runId), touched);
    // So that naming another task lifts no limit.
    const ofTurn = await this.#turnTasks.find(worker);
    for (const id of new Set([taskId, ofTurn])) {
      if (typeof id !== 'string') continue;
      const task = await new TaskRepository(db).findLimits(id);
      requireInPaths(`The task “${task.title}”`, task.paths, touched);
    }
  }

  /** Also withdraws undecided approval requests. @throws `proposal_not_found`, `not_yours`, `proposal_closed`. */
  async withdraw(id: string): Promise<WorkProposal> {
    const { db, clock } = this.#context;
    const proposal = await this.#holdOwn(id);
    await this.#proposals.setStatus(id, 'withdrawn', clock.now());
    await new ApprovalRepository(db).withdrawOf(id);
    await this.#tell('proposal.withdrawn', proposal);
    return this.#get(id);
  }

  /** Locks its state. @throws `proposal_closed`, and `proposal_applying` while it is being accepted. */
  async holdActive(id: string): Promise<WorkProposal> {
    await this.#proposals.lock(this.#context.worker.runId, id);
    const proposal = await this.#get(id);
    if (await this.#proposals.isApplying(id)) throw applying();
    if (isActiveProposal(proposal.status)) return proposal;
    throw runProblems.proposal_closed(
      `The proposal is ${quoteName(proposal.status)} and cannot change. Create another proposal.`,
      { proposal_status: proposal.status },
    );
  }

  async #holdOwn(id: string): Promise<WorkProposal> {
    const proposal = await this.holdActive(id);
    if (proposal.proposedBy === this.#context.worker.agentId) return proposal;
    throw runProblems.not_yours(
      `The proposal belongs to ${proposal.proposedBy}. Suggest changes in your vote, or create your own proposal.`,
    );
  }

  async #get(id: string): Promise<WorkProposal> {
    const found = await this.#proposals.find(this.#context.worker.runId, id);
    if (found) return found;
    throw runProblems.proposal_not_found(
      `Proposal "${quoteName(id)}" not found in your run. Call proposal_list for its proposals.`,
    );
  }

  #tell(
    type: 'proposal.created' | 'proposal.patch_attached' | 'proposal.withdrawn',
    { id }: WorkProposal,
    more: object = {},
  ): Promise<void> {
    const payload = { proposal_id: id, agent_id: this.#context.worker.agentId, ...more };
    return tell(this.#context, type, payload);
  }
}

/** Without patterns, every path is allowed. @throws `path_not_allowed` */
function requireInPaths(
  limited: string,
  patterns: readonly string[] = [],
  touched: readonly string[],
): void {
  if (patterns.length === 0) return;
  const outside = touched.filter((path) => !patterns.some((pattern) => isInPattern(path, pattern)));
  if (outside.length === 0) return;
  throw runProblems.path_not_allowed(
    `${limited} may change only ${patterns.join(', ')}, not ${outside.join(', ')}. Leave the other files as they are.`,
    { paths: outside },
  );
}

/** Acceptance applies exactly the patch that a person read. */
function applying(): Error {
  return runProblems.proposal_applying(
    'A person is accepting the proposal. Call proposal_get shortly for the result.',
  );
}
