export { isFinal, type IdempotencyStore } from './with-idempotency.ts';
export type { AuditNote } from './auditing.ts';
export { bearerOf, bearerTokens } from './bearer-tokens.ts';
export { limitBodyArrival, uploadArrivalMs } from './body-arrival.ts';
export { callerOf, type Caller } from './callers.ts';
export { clientAddress } from './client-address.ts';
export type { Outcome } from './each-target.ts';
export { builtInMetrics, type DescribedMetric } from './built-in-metrics.ts';
export { Metrics } from './metrics.ts';
export { answerGathering, serveWorkerMetrics } from './worker-metrics.ts';
export {
  samplesBy,
  unixSeconds,
  type MetricDefinition,
  type MetricsSource,
} from './metrics-source.ts';
export type { Exchange } from './exchange.ts';
export { FixedToken } from './fixed-token.ts';
export { parseInput } from './input.ts';
export { inputErrors } from './input-errors.ts';
export { OperationRouter, type MountOptions } from './operation-router.ts';
export { receiving, type HandlerOf, type Module, type SignedInCall } from './module.ts';
export {
  describeProblem,
  problemHandler,
  problemType,
  startProblem,
  statusOfKind,
} from './problem-response.ts';
export { httpProblems } from './problems.ts';
export {
  countForWorkers,
  countPublic,
  limitPublic,
  limitRegistrations,
  RateLimits,
  RequestCounter,
  spendForToken,
} from './rate-limit.ts';
export { requestId, requestIdOf } from './request-id.ts';
export { logRequest, requestLog } from './request-log.ts';
export { tracked, trackWork, workOf } from './request-work.ts';
export { securityHeaders } from './security-headers.ts';
export { endSession, sessions, startSession } from './sessions.ts';
export { openSocketAccess } from './socket-access.ts';
export type { StreamAnswer } from './stream-answer.ts';
