import type { contract } from '@galley/contract';
import type { HandlerOf, Module } from '@galley/http';
import { toWire } from '@galley/kernel';
import type { ApprovalService } from '@galley/runcoord';
import { runActor } from './run-actor.ts';

export interface ApprovalsApiOptions {
  readonly approvals: ApprovalService;
}

type Approvals = typeof contract.approvals;

export function approvalHandlers({
  approvals,
}: ApprovalsApiOptions): Pick<Module<Approvals>, 'approve' | 'reject'> {
  const decide =
    (decision: 'approve' | 'reject'): HandlerOf<Approvals['approve']> =>
    async ({ params, body, ...call }) => {
      const { patch_sha256: patchSha256 = null, note } = body;
      const request = { workspaceId: params.id, approvalId: params.approval };
      const by = runActor(call);
      return toWire(await approvals.decide({ ...request, decision, patchSha256, note, by }));
    };
  return { approve: decide('approve'), reject: decide('reject') };
}
