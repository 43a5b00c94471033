export { composeRuns } from './compose-runs.ts';
export type { RunNoun } from './modules.ts';
export { presentRun, presentRunDetail } from './present-run-records.ts';
export {
  presentSession,
  presentSessionEvent,
  type PresentedSessionEvent,
} from './present-session.ts';
export { projectRunMetrics } from './project-run-metrics.ts';
export { runsRouter, type RunsApiParts } from './runs-router.ts';
