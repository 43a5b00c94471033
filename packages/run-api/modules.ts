import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { approvalHandlers, type ApprovalsApiOptions } from './run-approvals-api.ts';
import { runControlHandlers, type RunControlApiOptions } from './run-control-api.ts';
import { runEventsHandlers, type RunEventsApiOptions } from './run-events-api.ts';
import { proposalHandlers, type ProposalsApiOptions } from './run-proposals-api.ts';
import { runRecordsHandlers } from './run-records-api.ts';
import { workerTokensHandlers, type WorkerTokensApiOptions } from './worker-tokens-api.ts';

export interface RunServices
  extends
    RunControlApiOptions,
    RunEventsApiOptions,
    ApprovalsApiOptions,
    ProposalsApiOptions,
    WorkerTokensApiOptions {}

export type RunNoun =
  | 'runs'
  | 'tasks'
  | 'proposals'
  | 'deliberations'
  | 'approvals'
  | 'agents'
  | 'claims'
  | 'workerTokens';

export function runModules(services: RunServices): {
  readonly [Noun in RunNoun]: Module<(typeof contract)[Noun]>;
} {
  const { runs, proposals, approvals, ...records } = runRecordsHandlers(services);
  return {
    ...records,
    // The status route has to precede routes with a run id; no run has the id `status`.
    runs: { ...runControlHandlers(services), ...runs, ...runEventsHandlers(services) },
    proposals: { ...proposals, ...proposalHandlers(services) },
    approvals: { ...approvals, ...approvalHandlers(services) },
    workerTokens: workerTokensHandlers(services),
  };
}
