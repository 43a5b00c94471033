export { composeRuns } from './compose-runs.ts';
export type { RunNoun } from './modules.ts';
export { projectRunMetrics } from './project-run-metrics.ts';
export { runsRouter, type RunsApiParts } from './runs-router.ts';
