import { contract } from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import type { ProposalViews } from '@galley/proposals';
import type { RecordQuery, RunRecords } from '@galley/runcoord';
import {
  presentAgent,
  presentApproval,
  presentClaim,
  presentDeliberation,
  presentPage,
  presentProposal,
  presentProposalDetail,
  presentRun,
  presentRunDetail,
  presentTask,
} from './present-run-records.ts';

const usual = 50;
const most = 200;

/** How many items a page has when so many are asked for. */
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

/** What runs leave in the database, as people look at it. */
export function mountRunRecords(
  router: OperationRouter,
  { records, proposalViews }: RunRecordsApiOptions,
): void {
  router.mount(contract.runs.list, async (call) =>
    presentPage(await records.listRuns(asked(call)), presentRun),
  );
  router.mount(contract.runs.get, async ({ params }) => {
    const run = await records.getRun(params.id, params.run);
    return presentRunDetail(run, await records.countWork(run));
  });
  router.mount(contract.tasks.list, async (call) =>
    presentPage(await records.listTasks(asked(call)), presentTask),
  );
  router.mount(contract.proposals.list, async (call) =>
    presentPage(await records.listProposals(asked(call)), presentProposal),
  );
  router.mount(contract.proposals.get, async ({ params }) => {
    const proposal = await records.getProposal(params.id, params.proposal);
    return presentProposalDetail(proposal, await proposalViews.look(params.id, proposal));
  });
  router.mount(contract.deliberations.list, async (call) =>
    presentPage(await records.listDeliberations(asked(call)), presentDeliberation),
  );
  router.mount(contract.approvals.list, async (call) =>
    presentPage(await records.listApprovals(asked(call)), presentApproval),
  );
  router.mount(contract.agents.list, async (call) =>
    presentPage(await records.listAgents(asked(call)), presentAgent),
  );
  router.mount(contract.claims.list, async (call) =>
    presentPage(await records.listClaims(asked(call)), presentClaim),
  );
}
