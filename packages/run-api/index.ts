export { composeRuns } from './compose-runs.ts';
export type { RunControlApiOptions } from './run-control-api.ts';
export { projectRunMetrics, tellProjectRuns } from './project-run-metrics.ts';
export { runsRouter, type RunsApiParts } from './runs-router.ts';
