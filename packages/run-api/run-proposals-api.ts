import { contract } from '@galley/contract';
import type { AnswerKeeper, OperationRouter } from '@galley/http';
import type { ProposalDecisions } from '@galley/proposals';
import { presentProposalDetail } from './present-run-records.ts';
import { runActor } from './run-actor.ts';
import type { RunRecordsApiOptions } from './run-records-api.ts';

export interface ProposalsApiOptions extends RunRecordsApiOptions {
  readonly decisions: ProposalDecisions;
  readonly answers: AnswerKeeper;
}

const decisions = [
  ['accept', contract.proposals.accept],
  ['reject', contract.proposals.reject],
  ['request_revision', contract.proposals.requestRevision],
] as const;

interface Place {
  readonly id: string;
  readonly proposal: string;
}

/** People's decisions on proposals; each is answered with the proposal as it is after it. */
export function mountProposals(router: OperationRouter, options: ProposalsApiOptions): void {
  const { answers, records, proposalViews } = options;
  const shown = async ({ id, proposal }: Place) => {
    const found = await records.getProposal(id, proposal);
    return presentProposalDetail(found, await proposalViews.look(id, found));
  };
  for (const [decision, operation] of decisions) {
    router.mountOnce(operation, answers, async ({ params, body, ...call }) => {
      const { patch_sha256: patchSha256 = null, base_revision: baseRevision, note } = body;
      const place = { workspaceId: params.id, proposalId: params.proposal };
      await records.getProposal(params.id, params.proposal);
      await options.decisions.decide({
        ...place,
        decision,
        patchSha256,
        baseRevision,
        note,
        by: runActor(call),
      });
      return shown(params);
    });
  }
  router.mountOnce(contract.proposals.rollback, answers, async ({ params, body, ...call }) => {
    await records.getProposal(params.id, params.proposal);
    const place = { workspaceId: params.id, proposalId: params.proposal };
    await options.decisions.rollBack({ ...place, note: body.note, by: runActor(call) });
    return shown(params);
  });
}
