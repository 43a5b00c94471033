import { newId, redactSecrets } from '@galley/kernel';
import { ApprovalRepository, type ApprovalRecord } from '../approval-repository.ts';
import { runProblems } from '../problems.ts';
import { quoteName } from '../require-workspace.ts';
import { ProposalWork } from './proposal-work.ts';
import { TaskWork } from './task-work.ts';
import { tell, type WorkContext } from './work-context.ts';

export interface ApprovalInput {
  readonly proposalId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly reason: string;
}

export class ApprovalWork {
  readonly #context: WorkContext;
  readonly #approvals: ApprovalRepository;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#approvals = new ApprovalRepository(context.db);
  }

  /** @throws `proposal_not_found`, `proposal_closed`, `task_not_found`, and `approval_pending` if one is undecided. */
  async request({ proposalId, taskId, reason }: ApprovalInput): Promise<ApprovalRecord> {
    const { worker, clock } = this.#context;
    if (proposalId !== undefined) await this.#requireUnasked(proposalId);
    if (taskId !== undefined) await new TaskWork(this.#context).get(taskId);
    const at = clock.now();
    const request: ApprovalRecord = {
      id: newId(at.getTime()),
      runId: worker.runId,
      status: 'requested',
      proposalId: proposalId ?? null,
      taskId: taskId ?? null,
      requestedBy: worker.agentId,
      requestedAt: at,
      // Shown to people in lists and in the terminal.
      reason: redactSecrets(reason),
      decidedBy: null,
      decidedAt: null,
      patchSha256: null,
      note: null,
    };
    await this.#approvals.insert(request);
    await tell(this.#context, 'human.approval_requested', {
      approval_id: request.id,
      agent_id: worker.agentId,
      proposal_id: request.proposalId,
      task_id: request.taskId,
    });
    return request;
  }

  /** @throws `approval_not_found`, also for a request of another run. */
  async get(id: string): Promise<ApprovalRecord> {
    const found = await this.#approvals.findOfRun(this.#context.worker.runId, id);
    if (found) return found;
    throw runProblems.approval_not_found(`Approval "${quoteName(id)}" not found in your run.`);
  }

  async #requireUnasked(proposalId: string): Promise<void> {
    await new ProposalWork(this.#context).holdActive(proposalId);
    const pending = await this.#approvals.findPending(proposalId);
    if (pending === undefined) return;
    throw runProblems.approval_pending(
      'An approval of this proposal is already requested. Call human_approval_status for its status.',
      { approval_id: pending },
    );
  }
}
