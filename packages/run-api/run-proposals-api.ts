import type { contract } from '@galley/contract';
import type { HandlerOf, Module } from '@galley/http';
import type { ProposalComments, ProposalDecisions } from '@galley/proposals';
import { presentProposalDetail } from './present-run-records.ts';
import { runActor } from './run-actor.ts';
import type { RunRecordsApiOptions } from './run-records-api.ts';

export interface ProposalsApiOptions extends RunRecordsApiOptions {
  readonly decisions: ProposalDecisions;
  readonly comments: ProposalComments;
}

type Proposals = typeof contract.proposals;

interface Place {
  readonly id: string;
  readonly proposal: string;
}

export function proposalHandlers(
  options: ProposalsApiOptions,
): Pick<Module<Proposals>, 'accept' | 'reject' | 'requestRevision' | 'comment' | 'rollback'> {
  const { records, proposalViews, decisions, comments } = options;
  const shown = async ({ id, proposal }: Place) => {
    const found = await records.getProposal(id, proposal);
    return presentProposalDetail(found, await proposalViews.look(id, found));
  };
  const decide =
    (
      decision: 'accept' | 'reject' | 'request_revision',
    ): HandlerOf<Proposals['accept']> & HandlerOf<Proposals['requestRevision']> =>
    async ({ params, body, ...call }) => {
      const { patch_sha256: patchSha256 = null, base_revision: baseRevision, note, ...rest } = body;
      const place = { workspaceId: params.id, proposalId: params.proposal };
      const by = runActor(call);
      await records.getProposal(params.id, params.proposal);
      await decisions.decide({ ...place, decision, patchSha256, baseRevision, note, ...rest, by });
      return shown(params);
    };
  return {
    accept: decide('accept'),
    reject: decide('reject'),
    requestRevision: decide('request_revision'),
    comment: async ({ params, body: { patch_sha256: patchSha256, ...comment }, ...call }) => {
      await records.getProposal(params.id, params.proposal);
      const place = { workspaceId: params.id, proposalId: params.proposal };
      await comments.add({ ...place, patchSha256, ...comment, by: runActor(call) });
      return shown(params);
    },
    rollback: async ({ params, body, ...call }) => {
      await records.getProposal(params.id, params.proposal);
      const place = { workspaceId: params.id, proposalId: params.proposal };
      await decisions.rollBack({ ...place, note: body.note, by: runActor(call) });
      return shown(params);
    },
  };
}
