import type { WorkingCopy, WorkingCopyState, WorkingCopySummary } from '@galley/content';
import type { contract, AnswerOf } from '@galley/contract';

type WireSummary = AnswerOf<typeof contract.documents.workingCopies>[number];

export function presentWorkingCopyState({ savedAt, baseRevision, isStale }: WorkingCopyState) {
  return { saved_at: savedAt.toISOString(), base_revision: baseRevision, is_stale: isStale };
}

export function presentWorkingCopy({
  path,
  draftKey,
  content,
  frontmatter,
  ...state
}: WorkingCopy) {
  return {
    ...presentWorkingCopyState(state),
    path,
    draft_key: draftKey,
    content,
    frontmatter: frontmatter && { ...frontmatter },
  };
}

export function presentWorkingCopySummary(summary: WorkingCopySummary): WireSummary {
  const { path, draftKey, title, isGone, trashPath } = summary;
  return {
    ...presentWorkingCopyState(summary),
    path,
    draft_key: draftKey,
    title,
    is_gone: isGone,
    trash_path: trashPath,
  };
}
