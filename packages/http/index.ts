export { refuseForeignOrigin, requireCsrfToken } from './csrf.ts';
export { OperationRouter, type Call, type MountOptions, type SignedInCall } from './mount.ts';
export {
  problemHandler,
  sendProblem,
  statusOfKind,
  type ErrorHandlerOptions,
} from './problem-response.ts';
export { httpProblems } from './problems.ts';
export { requestId } from './request-id.ts';
export { requestLog } from './request-log.ts';
export { securityHeaders } from './security-headers.ts';
export {
  endSession,
  sessions,
  startSession,
  type NewSession,
  type SessionBackend,
  type SessionIdentity,
  type SessionOptions,
} from './sessions.ts';
