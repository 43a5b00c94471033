export {
  changedParts,
  chooseAssignment,
  namesIn,
  type AssignmentInput,
} from './choose-assignment.ts';
export { mayComment, type CommentAction, type CommentRoles } from './comment-rights.ts';
export { decideAssignment } from './decide-assignment.ts';
export { decideDue, type DueStep, type ScheduledAct } from './decide-due.ts';
export { decideExternal } from './decide-external.ts';
export { decideReview } from './decide-review.ts';
export { decideMove, decideSave } from './decide-save.ts';
export {
  decideSchedule,
  createScheduleError,
  scheduleKeys,
  type ScheduleChange,
  type ScheduleQuestion,
  type ScheduleRequest,
} from './decide-schedule.ts';
export type { Decision } from './decision.ts';
export { documentStatuses, isDocumentStatus, type DocumentStatus } from './document-status.ts';
export { editorialBlock, maxEvents } from './editorial-block.ts';
export {
  currentApproval,
  currentApprovals,
  noAssignment,
  oneMoreNeeded,
  type Approval,
  type Assignment,
  type EditorialAction,
  type EditorialEvent,
  type EditorialFacts,
  type ReviewAction,
} from './editorial-facts.ts';
export { factsAfter } from './facts-after.ts';
export { isIndependent, relationOf, type Independence, type Parties } from './independence.ts';
export { findJointApprovers } from './joint-approvers.ts';
export { moves, stateAfterEdit } from './moves.ts';
export { mayReview, type People, type Person } from './people.ts';
export { editorialProblems } from './problems.ts';
export { reviewRequest } from './review-request.ts';
