export { textPatch, type TextChange } from './build-patch.ts';
export { proposalProblems } from './problems.ts';
export { contentPrefix, isInRepository } from './content-prefix.ts';
export { documentsElsewhere } from './documents-elsewhere.ts';
export { decisionTable, type Decision } from './decision-rules.ts';
export { DocumentSubmissions, submissionLock } from './document-submissions.ts';
export { ProposalComments } from './proposal-comments.ts';
export { ProposalChecks, type PatchToCheck, type RunChecks } from './checks/proposal-checks.ts';
export { TreeTooLarge, writePatchedTree } from './checks/write-patched-tree.ts';
export { ProposalDecisions } from './proposal-decisions.ts';
export type {
  DocumentDecision,
  DocumentSubmission,
  ProposalDocuments,
  SubmittedFile,
} from './proposal-documents.ts';
export {
  ProposedDocumentRepository,
  type DraftInReview,
  type ProposedDraft,
} from './proposed-document-repository.ts';
export { ProposalPatches } from './proposal-patches.ts';
export { checkRemote } from './pull-requests/check-remote.ts';
export { PullRequests } from './pull-requests/pull-requests.ts';
export { ProposalViews, type ProposalView } from './proposal-views.ts';
export { repositoryFolder, WorkspaceRepository } from './workspace-repository.ts';
