import { contract } from '@galley/contract';
import type { AnswerKeeper, OperationRouter } from '@galley/http';
import type { Enforcement, RunControlService, StatusProjection } from '@galley/runcoord';
import { presentRunStatus } from './present-run-status.ts';
import { mountApprovals, type ApprovalsApiOptions } from './run-approvals-api.ts';
import { mountRunEvents, type RunEventsApiOptions } from './run-events-api.ts';
import { mountProposals, type ProposalsApiOptions } from './run-proposals-api.ts';
import { mountRunRecords } from './run-records-api.ts';
import { runActor } from './run-actor.ts';
import { mountWorkerTokens, type WorkerTokensApiOptions } from './worker-tokens-api.ts';

export interface RunControlApiOptions
  extends RunEventsApiOptions, ApprovalsApiOptions, ProposalsApiOptions, WorkerTokensApiOptions {
  readonly control: RunControlService;
  readonly status: StatusProjection;
  /** Where the answers to requests are kept that may be sent again. */
  readonly answers: AnswerKeeper;
  readonly enforcement: Enforcement;
}

/** The API of runs, on a router that is served under `/api/v1` and knows who calls. */
export function mountRunControl(router: OperationRouter, options: RunControlApiOptions): void {
  mountRunStatus(router, options);
  mountTransitions(router, options);
  mountRunRecords(router, options);
  mountRunEvents(router, options);
  mountApprovals(router, options);
  mountProposals(router, options);
  mountWorkerTokens(router, options);
}

/** Before all that names a run by its id, which no run's is. */
export function mountRunStatus(
  router: OperationRouter,
  { status, enforcement }: RunControlApiOptions,
): void {
  router.mount(contract.runs.status, async ({ params, response }) => {
    const { degraded, answer } = presentRunStatus(await status.read(params.id), enforcement);
    if (degraded.length > 0) response.set('X-Galley-Degraded', degraded.join(', '));
    return answer;
  });
}

function mountTransitions(
  router: OperationRouter,
  { control, answers }: RunControlApiOptions,
): void {
  router.mountOnce(contract.runs.control, answers, async ({ params, body, ...call }) => {
    const by = runActor(call);
    const { goal, reason } = body;
    const { id: workspaceId, action } = params;
    const { runId, state } = await control.control({ workspaceId, action, goal, reason, by });
    return { run_id: runId, state };
  });
}
