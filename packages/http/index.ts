export {
  isFinal,
  type AnswerKeeper,
  type Claim,
  type KeptAnswer,
  type RequestOnce,
} from './answer-once.ts';
export type { AuditNote } from './auditing.ts';
export {
  bearerOf,
  bearerTokens,
  type BearerOptions,
  type TokenBackend,
  type TokenIdentity,
} from './bearer-tokens.ts';
export { allowUploadTime, limitBodyArrival, uploadArrivalMs } from './body-arrival.ts';
export { callerOf, type Caller } from './callers.ts';
export { clientAddress } from './client-address.ts';
export type { Outcome, TargetWork } from './each-target.ts';
export { builtInMetrics, type DescribedMetric } from './built-in-metrics.ts';
export { MergedMetrics, type MetricsSnapshot } from './merged-metrics.ts';
export { Metrics, metricsPath, type MetricsGroup, type MetricsOptions } from './metrics.ts';
export {
  samplesBy,
  unixSeconds,
  type MetricDefinition,
  type MetricSample,
  type MetricsSource,
  type MetricValue,
} from './metrics-source.ts';
export type { Exchange } from './exchange.ts';
export { FixedToken } from './fixed-token.ts';
export { refuseForeignOrigin, requireCsrfToken } from './csrf.ts';
export type { FileReceiver, UploadedFile } from './multipart-body.ts';
export { OperationRouter, type MountOptions } from './operation-router.ts';
export { receiving, type HandlerOf, type Module, type SignedInCall } from './module.ts';
export {
  describeProblem,
  problemHandler,
  problemType,
  sendProblem,
  statusOfKind,
  type ErrorHandlerOptions,
} from './problem-response.ts';
export { httpProblems } from './problems.ts';
export {
  countForWorkers,
  countPublic,
  limitPublic,
  RateLimits,
  spendForToken,
  type RateLimitsOptions,
  type RequestLimits,
} from './rate-limit.ts';
export { requestId, requestIdOf } from './request-id.ts';
export { logRequest, requestLog, type RequestLogOptions } from './request-log.ts';
export { securityHeaders } from './security-headers.ts';
export {
  endSession,
  sessions,
  startSession,
  type NewSession,
  type SessionBackend,
  type SessionIdentity,
  type SessionOptions,
  type SessionStart,
} from './sessions.ts';
export type { FileAnswer } from './file-answer.ts';
export type { StreamAnswer } from './stream-answer.ts';
