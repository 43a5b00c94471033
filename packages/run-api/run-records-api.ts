import { toWire } from '@galley/kernel';
import type { ProposalViews } from '@galley/proposals';
import type { RecordQuery, RunRecords } from '@galley/runcoord';
import type { PartialModules } from './partial-modules.ts';
import {
  presentAgent,
  presentPage,
  presentProposal,
  presentProposalDetail,
  presentQuestion,
  presentRun,
  presentRunDetail,
} from './present-run-records.ts';

const usual = 50;
const most = 200;

export function pageLength(limit: number = usual): number {
  return Math.min(limit, most);
}

interface ListCall {
  readonly params: { readonly id: string };
  readonly query: {
    readonly limit?: number | undefined;
    readonly after?: string | undefined;
    readonly status?: string | undefined;
    readonly run_id?: string | undefined;
  };
}

function asked({ params, query: { limit, run_id: runId, ...rest } }: ListCall): RecordQuery {
  return { ...rest, workspaceId: params.id, limit: pageLength(limit), runId };
}

export interface RunRecordsApiOptions {
  readonly records: RunRecords;
  readonly proposalViews: ProposalViews;
}

export function runRecordsHandlers({ records, proposalViews }: RunRecordsApiOptions) {
  return {
    runs: {
      list: async (call) => presentPage(await records.listRuns(asked(call)), presentRun),

      get: async ({ params }) => {
        const run = await records.getRun(params.id, params.run);
        const [census, waiting, budgets] = await Promise.all([
          records.countWork(run),
          records.findWaiting(run),
          records.listBudgets(run.id),
        ]);
        return presentRunDetail(run, { census, waiting, budgets });
      },

      messages: async (call) =>
        presentPage(await records.listMessages(call.params.run, asked(call)), toWire),
    },

    tasks: {
      list: async (call) => presentPage(await records.listTasks(asked(call)), toWire),
    },

    questions: {
      list: async (call) => presentPage(await records.listQuestions(asked(call)), presentQuestion),
    },

    memories: {
      list: async (call) => {
        const { agent_id: agentId, q: text } = call.query;
        const query = { ...asked(call), agentId, text };
        return presentPage(await records.listMemories(query), toWire);
      },
    },

    proposals: {
      list: async (call) => presentPage(await records.listProposals(asked(call)), presentProposal),

      get: async ({ params }) => {
        const proposal = await records.getProposal(params.id, params.proposal);
        return presentProposalDetail(proposal, await proposalViews.look(params.id, proposal));
      },
    },

    deliberations: {
      list: async (call) => presentPage(await records.listDeliberations(asked(call)), toWire),

      posts: async (call) => {
        const { deliberation } = call.params;
        return presentPage(await records.listPosts(deliberation, asked(call)), toWire);
      },
    },

    approvals: {
      list: async (call) => presentPage(await records.listApprovals(asked(call)), toWire),
    },

    agents: {
      list: async (call) => presentPage(await records.listAgents(asked(call)), presentAgent),
    },

    claims: {
      list: async (call) => presentPage(await records.listClaims(asked(call)), toWire),
    },
  } satisfies PartialModules;
}
