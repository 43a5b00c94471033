export { composeRuns } from './compose-runs.ts';
export { messagesAfter } from './event-messages.ts';
export { isSafeForOAuth, mcpAuthority } from './mcp-addresses.ts';
export type { RunNoun } from './modules.ts';
export { presentQuestion, presentRun, presentRunDetail } from './present-run-records.ts';
export {
  presentSession,
  presentSessionEvent,
  type PresentedSessionEvent,
} from './present-session.ts';
export { ProjectRecipes, type RecipeRunRequest } from './recipes/project-recipes.ts';
export { RecipeFirings } from './recipes/recipe-firings.ts';
export { RecipeTriggers } from './recipes/recipe-triggers.ts';
export { listRecipes } from './recipes/recipes-api.ts';
export { lastEventId } from './run-events-api.ts';
export { WaitingRoom } from './waiting-room.ts';
export { projectRunMetrics } from './project-run-metrics.ts';
export { runsRouter, type RunsApiParts } from './runs-router.ts';
