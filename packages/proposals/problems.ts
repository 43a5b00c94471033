import { defineProblems } from '@galley/kernel';

export const proposalProblems = defineProblems({
  base_not_found: ['unprocessable', 'The repository does not have the base of the patch'],
  patch_does_not_apply: ['unprocessable', 'The patch does not apply to its base'],
  repository_missing: ['conflict', 'The workspace has no repository'],
  repository_unusable: ['unavailable', 'The repository cannot be used at the moment'],
  no_branch: ['conflict', 'No branch is checked out in the repository'],
  base_moved: ['conflict', 'What the patch changes has changed since its base'],
  uncommitted_changes: ['conflict', 'What the patch changes has changes that are not committed'],
  changed_since: ['conflict', 'What would be taken back has changed since'],
  illegal_proposal_decision: ['conflict', 'The proposal cannot be decided so from its status'],
  decision_undone: ['conflict', 'The branch moved while the patch was brought in'],
  not_applied: ['conflict', 'There is nothing of the proposal to take back'],
  no_hunks_chosen: ['unprocessable', 'No hunk is chosen'],
  unknown_hunks: ['conflict', 'The patch does not have these hunks'],
  line_not_in_patch: ['unprocessable', 'The patch does not show this line'],
  note_required: ['unprocessable', 'It takes a note'],
  not_proposable: ['unprocessable', 'Nothing can be proposed about this file'],
  document_moved: ['conflict', 'The document has changed since the base of the patch'],
  documents_busy: ['unavailable', 'The document is being edited'],
  decided_as_documents: ['conflict', 'The proposal is decided as its documents are'],
});
