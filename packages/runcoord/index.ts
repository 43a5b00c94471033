export { runProblems } from './problems.ts';
export {
  actionsOfRun,
  isInProgress,
  runActions,
  runStates,
  transitions,
  type RunAction,
} from './transitions.ts';
export {
  activeProposalStatuses,
  blockedTaskStatus,
  terminalTaskStatuses,
} from './classification.ts';
export { IdempotencyRepository } from './idempotency-repository.ts';
export type { AgentRecord } from './agent-records-read-model.ts';
export { ApprovalService } from './approval-service.ts';
export type { Page, RecordQuery } from './record-page.ts';
export type { Patience } from './find-in-time.ts';
export { RunEventFeed } from './run-event-feed.ts';
export { RunEventWaker } from './run-event-waker.ts';
export { RunRecords, type AgentBudget, type RunWithUse } from './run-records.ts';
export type { RunCensus, RunRecord } from './run-records-read-model.ts';
export { newestPatch } from './newest-patch-read-model.ts';
export type { ProposalDetail, ProposalRecord } from './proposal-records-read-model.ts';
export type { Task } from './task-repository.ts';
export { BudgetControl } from './budgets/budget-control.ts';
export type { Budget, BudgetUse } from './budgets/budget.ts';
export {
  RunControlService,
  type NewRunCommand,
  type RunActor,
  type RunTransition,
} from './run-control.ts';
export { RecipeRequestRepository } from './recipes/recipe-request-repository.ts';
export {
  RecipeRunsReadModel,
  type LastFiring,
  type LastRun,
} from './recipes/recipe-runs-read-model.ts';
export {
  RecipeScheduleRepository,
  removeOldFirings,
  type Firing,
  type PlannedFiring,
} from './recipes/recipe-schedule-repository.ts';
export {
  checkOutcomes,
  ProposalCheckRepository,
  type CheckResult,
  type ChosenChecks,
  type DueChecks,
} from './checks/proposal-check-repository.ts';
export { isReadyForPeople, reasonsToReturn } from './checks/vote-policy.ts';
export { VotePolicyReadModel, type JudgedProposal } from './checks/vote-policy-read-model.ts';
export type { RecipeCause, VotePolicy } from './recipes/run-recipe-repository.ts';
export { StatusProjection, type RunStatus } from './status-projection.ts';
export { AgentRepository } from './agent-repository.ts';
export { configuredAdapters, configuredAgents } from './configured-agents.ts';
export { requireWorkspace } from './require-workspace.ts';
export { RunControlRepository } from './run-control-repository.ts';
export { LeaseRepository, type HeldLease } from './lease-repository.ts';
export { RunEventRepository } from './run-event-repository.ts';
export type { NewRunEvent, RunEvent } from './run-event.ts';
export { RunJournal } from './run-journal.ts';
export { RunLeases, type RunLease } from './run-lease.ts';
export {
  IterationLimitError,
  runHeadless,
  RunLoop,
  type LoopEnd,
  type RunLoopOptions,
} from './run-loop.ts';
export { RunMeasuresReadModel } from './run-measures-read-model.ts';
export { RunOpening, type OpenedRun } from './run-opening.ts';
export { statesInProgress } from './transitions.ts';
export { Conversation } from './people/conversation.ts';
export { MemoryControl } from './people/memory-control.ts';
export { classOfTask, isActiveProposal } from './classification.ts';
export type { Question } from './people/question-repository.ts';
export { TaskControl } from './people/task-control.ts';
export { TurnControl } from './people/turn-control.ts';
export type { ProposalPullRequest } from './pull-request-read-model.ts';
export { RunWaitingReadModel } from './run-waiting-read-model.ts';
export type { RunWaiting } from './run-waiting.ts';
export { RunRepository, type Run } from './run-repository.ts';
export { RunSnapshotRepository } from './run-snapshot-repository.ts';
export { combineHealth, RunSupervision, type SupervisionHealth } from './run-supervision.ts';
export { RunTicker, type TickSettings } from './run-ticker.ts';
export type { TickMeasures } from './tick-meter.ts';
export { WatchedTicks } from './watched-ticks.ts';
export { workScope } from './work-scope-read-model.ts';
export { decideRunState, type Enforcement } from './run-state-decision.ts';
export {
  RunBoardReadModel,
  type BoardAgent,
  type BoardApproval,
  type BoardClaim,
  type BoardList,
  type BoardProposal,
  type BoardRequest,
  type BoardRun,
  type BoardTask,
  type BoardWork,
} from './run-board-read-model.ts';
export { Authorizations } from './clients/authorizations.ts';
export { ClientRegistrations, type ClientMetadata } from './clients/client-registrations.ts';
export { ClientTokens, type TokenRequest } from './clients/client-tokens.ts';
export { ConnectedClients } from './clients/connected-clients.ts';
export type { Authority, AuthorizationRequest, McpGrant } from './clients/mcp-client.ts';
export { redirectHost } from './clients/redirect-uri.ts';
export { OAuthError } from './clients/oauth-error.ts';
export { workerScopes, type Worker, type WorkerScope } from './workers/worker.ts';
export { WorkerTokenService } from './workers/worker-token-service.ts';
export type { WorkerTokenRecord } from './workers/worker-token-repository.ts';
export type { FileChange, Hunk } from './workers/file-change.ts';
export { PersonalDecisionsReadModel } from './personal-decisions-read-model.ts';
export { ProposalCommentRepository, type ProposalComment } from './proposal-comment-repository.ts';
export { readPatch } from './workers/patch-check.ts';
export {
  chooseHunks,
  findPatchLine,
  listPatchHunks,
  type HunkSelection,
  type PatchLocation,
} from './workers/patch-hunks.ts';
export { editText, notEditable, type FileEdit } from './workers/file-edit.ts';
export type { BuiltPatch, PatchExtension, PatchOnBase, PatchTrial } from './workers/patch-trial.ts';
export type { WorkProposal } from './workers/proposal-work-repository.ts';
export { WorkerService, type Work, type WorkAnswer } from './workers/worker-service.ts';
export {
  compare,
  decideEnding,
  isBeatDue,
  isToBeStarted,
  type FoundAgent,
} from './sessions/session-rules.ts';
export { sanitizeEvent } from './sessions/sanitize-event.ts';
export { SessionEventFeed } from './sessions/session-event-feed.ts';
export {
  SessionEventRepository,
  type EventBatch,
  type StoredEvent,
} from './sessions/session-event-repository.ts';
export { SessionEventWaker } from './sessions/session-event-waker.ts';
export { SessionRecords } from './sessions/session-records.ts';
export type { SessionRecord } from './sessions/session-records-read-model.ts';
export type { LivingSession, SessionEnd } from './sessions/session.ts';
export type { SessionErrorCode, SessionEvent, SessionUsage } from './sessions/session-event.ts';
export {
  SupervisorRepository,
  type PlaceFence,
  type StuckWork,
  type SupervisorRecord,
  type SupervisorStatus,
} from './sessions/supervisor-repository.ts';
export type { HeldPlace, SupervisorGateway } from './sessions/supervisor-gateway.ts';
export { SupervisorService } from './sessions/supervisor-service.ts';
