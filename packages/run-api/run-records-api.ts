import {
  getProposalOperation,
  getRunOperation,
  listAgentsOperation,
  listApprovalsOperation,
  listClaimsOperation,
  listDeliberationsOperation,
  listProposalsOperation,
  listRunsOperation,
  listTasksOperation,
} from '@galley/contract';
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
  router.mount(listRunsOperation, async (call) =>
    presentPage(await records.listRuns(asked(call)), presentRun),
  );
  router.mount(getRunOperation, async ({ params }) => {
    const run = await records.getRun(params.id, params.run);
    return presentRunDetail(run, await records.countWork(run));
  });
  router.mount(listTasksOperation, async (call) =>
    presentPage(await records.listTasks(asked(call)), presentTask),
  );
  router.mount(listProposalsOperation, async (call) =>
    presentPage(await records.listProposals(asked(call)), presentProposal),
  );
  router.mount(getProposalOperation, async ({ params }) => {
    const proposal = await records.getProposal(params.id, params.proposal);
    return presentProposalDetail(proposal, await proposalViews.look(params.id, proposal));
  });
  router.mount(listDeliberationsOperation, async (call) =>
    presentPage(await records.listDeliberations(asked(call)), presentDeliberation),
  );
  router.mount(listApprovalsOperation, async (call) =>
    presentPage(await records.listApprovals(asked(call)), presentApproval),
  );
  router.mount(listAgentsOperation, async (call) =>
    presentPage(await records.listAgents(asked(call)), presentAgent),
  );
  router.mount(listClaimsOperation, async (call) =>
    presentPage(await records.listClaims(asked(call)), presentClaim),
  );
}
