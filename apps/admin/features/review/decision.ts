import type { AuthSession, DocumentDetail, DocumentHistoryEntry } from '@galley/sdk';
import { may } from '../../app/session.ts';

/** Why somebody cannot decide on a document now, in the order in which the server asks. */
export type DecisionBar =
  'role' | 'owner' | 'assignee' | 'lastEditor' | 'otherReviewer' | 'notInReview';

/** Undefined when nothing bars them. The server has the last word: it knows more of the history. */
export function decisionBar(
  session: AuthSession,
  detail: DocumentDetail,
  history: readonly DocumentHistoryEntry[],
): DecisionBar | undefined {
  const me = session.username;
  const { author, last_editor: named, editorial, status } = detail;
  if (!may(session, 'documents.review')) return 'role';
  if (author === me) return 'owner';
  if (editorial.assignee === me) return 'assignee';
  if ([named, lastEditor(history)].includes(me)) return 'lastEditor';
  if (editorial.reviewer !== null && editorial.reviewer !== me) return 'otherReviewer';
  return status === 'in_review' ? undefined : 'notInReview';
}

/** Who changed the text last: another owner makes another revision, and nobody has edited; edits on disk are not signed. */
function lastEditor(newestFirst: readonly DocumentHistoryEntry[]): string | undefined {
  return newestFirst.find(
    ({ kind, revision }, place) =>
      kind !== 'external' && kind !== 'editorial' && revision !== newestFirst[place + 1]?.revision,
  )?.author;
}

export type PublishBar = 'role' | 'needsApproval' | 'published' | 'scheduled';

/** Why somebody cannot bring this revision to the public now. */
export function publishBar(
  session: AuthSession,
  { status, revision, editorial }: DocumentDetail,
  wanted: 'published' | 'scheduled',
): PublishBar | undefined {
  if (status === 'published') return 'published';
  if (status === 'scheduled' && wanted === 'scheduled') return 'scheduled';
  if (!may(session, 'documents.publish', true)) return 'role';
  const isApproved = editorial.approved_revision === revision;
  return editorial.require_approval && !isApproved ? 'needsApproval' : undefined;
}
