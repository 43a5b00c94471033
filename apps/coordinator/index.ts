export {
  administerWorkerTokens,
  type PresentedClient,
  type PresentedWorkerToken,
  type WorkerTokenAdministration,
  type WorkerTokenRequest,
} from './worker-tokens/administer-worker-tokens.ts';
export {
  checkAgents,
  listAgents,
  type CheckedAdapter,
  type ListedAgent,
} from './agents/check-agents.ts';
export { IterationLimitError, type Budget } from '@galley/runcoord';
export { bridgeAgent, type BridgeAgentOptions } from './mcp/bridge-agent.ts';
export { inspectMcp } from './mcp/inspect-mcp.ts';
export { coordinatorProblems } from './problems.ts';
export {
  inspectRuns,
  type PresentedRun,
  type PresentedProposal,
  type PresentedQuestion,
  type PresentedRunDetail,
  type PresentedTask,
  type PresentedTurn,
  type PresentedTurnEvent,
  type RunInspection,
} from './runs/inspect-runs.ts';
export {
  RunApiClient,
  type PresentedProposalDetail,
  type ProposalDecision,
} from './runs/run-api-client.ts';
export {
  listProjectRecipes,
  type PresentedRecipe,
  type PresentedRecipes,
} from './runs/list-recipes.ts';
export { runProject, type RunOptions, type RunReport } from './runs/run-project.ts';
export { startCoordinator, type RunningCoordinator, type StartOptions } from './start.ts';
export {
  superviseProject,
  type RunningSupervisor,
  type SuperviseOptions,
} from './supervisor/supervise.ts';
export { supervisorStatus, type PresentedSupervisor } from './supervisor/supervisor-status.ts';
export { describeHolder } from './runs/take-run.ts';
export { coordinatorMetrics } from './runs/run-metrics.ts';
