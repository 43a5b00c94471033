export {
  administerWorkerTokens,
  type ShownWorkerToken,
  type WorkerTokenAdministration,
  type WorkerTokenWish,
  type WorkerTokensOptions,
} from './administer-worker-tokens.ts';
export { IterationLimitError } from '@galley/runcoord';
export { coordinatorProblems } from './problems.ts';
export { runProject, type RunOptions, type RunReport } from './run.ts';
export { startCoordinator, type RunningCoordinator, type StartOptions } from './start.ts';
export { described } from './take-run.ts';
export { coordinatorMetrics } from './run-metrics.ts';
