import { contract } from '@galley/contract';
import type { AnswerKeeper, OperationRouter } from '@galley/http';
import type { ApprovalService } from '@galley/runcoord';
import { presentApproval } from './present-run-records.ts';
import { runActor } from './run-actor.ts';

export interface ApprovalsApiOptions {
  readonly approvals: ApprovalService;
  readonly answers: AnswerKeeper;
}

const decisions = [
  ['approve', contract.approvals.approve],
  ['reject', contract.approvals.reject],
] as const;

/** People's decisions on what they were asked to approve. */
export function mountApprovals(
  router: OperationRouter,
  { approvals, answers }: ApprovalsApiOptions,
): void {
  for (const [decision, operation] of decisions) {
    router.mountOnce(operation, answers, async ({ params, body, ...call }) => {
      const { patch_sha256: patchSha256 = null, note } = body;
      const request = { workspaceId: params.id, approvalId: params.approval };
      const by = runActor(call);
      return presentApproval(
        await approvals.decide({ ...request, decision, patchSha256, note, by }),
      );
    });
  }
}
