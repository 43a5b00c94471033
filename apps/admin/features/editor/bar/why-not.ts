import type { AuthSession, DocumentDetail, DocumentStatus } from '@galley/sdk';
import { may } from '../../../app/session.ts';
import { waysFrom } from '../../../lib/document-status.ts';
import { mayHere } from '../may-write.ts';
import type { actionWords } from './action-words.ts';

type Words = (typeof actionWords)['en'];

export interface Situation {
  readonly detail: DocumentDetail;
  readonly session: AuthSession;
  readonly isDirty: boolean;
  readonly isInConflict: boolean;
  readonly words: Words;
}

/** Reason why an action is disabled; `undefined` if it is enabled. The server has the final decision. */
type Reason = string | undefined;

function wayReason({ detail, words, isDirty }: Situation, to: DocumentStatus): Reason {
  const { status } = detail;
  // Saving unsaved text first turns a published or scheduled document into a draft.
  const from = isDirty && (status === 'published' || status === 'scheduled') ? 'draft' : status;
  return waysFrom[from].includes(to) ? undefined : words.notFromHere;
}

function approvalReason({ detail, isDirty, words }: Situation): Reason {
  const { require_approval: isNeeded, approved_revision: approved, revision } = detail.editorial;
  if (!isNeeded || (approved === revision && !isDirty)) return undefined;
  return approved === null ? words.needsApproval : words.needsApprovalAgain;
}

function isPublicAsIs({ detail, isDirty }: Situation): boolean {
  const { is_public: isPublic, status, published_revision: published, revision } = detail;
  return !isDirty && isPublic && status === 'published' && published === revision;
}

function publisherReason({ session, words }: Situation): Reason {
  return may(session, 'documents.publish') ? undefined : words.notPublisher;
}

function conflictReason({ isInConflict, words }: Situation): Reason {
  return isInConflict ? words.conflict : undefined;
}

export const whyNot = {
  /** Reason why the user cannot publish: no permission, or an approval is missing. */
  mayPublish(situation: Situation): Reason {
    return publisherReason(situation) ?? approvalReason(situation);
  },

  save: conflictReason,

  publish(situation: Situation): Reason {
    if (isPublicAsIs(situation)) return situation.words.isPublished;
    return (
      conflictReason(situation) ??
      publisherReason(situation) ??
      approvalReason(situation) ??
      wayReason(situation, 'published')
    );
  },

  schedule(situation: Situation): Reason {
    const { status } = situation.detail;
    const reason = conflictReason(situation) ?? publisherReason(situation);
    if (reason !== undefined) return reason;
    // A published or scheduled document without changes can get another schedule at any time.
    if (!situation.isDirty && (status === 'published' || status === 'scheduled')) return undefined;
    return approvalReason(situation) ?? wayReason(situation, 'scheduled');
  },

  review(situation: Situation): Reason {
    const { detail, session, words } = situation;
    if (!mayHere(session, 'documents.write', detail)) return words.notWriter;
    return conflictReason(situation) ?? (wayReason(situation, 'in_review') && words.onlyDrafts);
  },

  draft(situation: Situation): Reason {
    const { detail, session, words } = situation;
    if (detail.status === 'draft') return words.alreadyDraft;
    if (!mayHere(session, 'documents.write', detail)) return words.notWriter;
    return detail.status === 'archived' ? publisherReason(situation) : undefined;
  },

  unpublish(situation: Situation): Reason {
    const { detail, words } = situation;
    if (!detail.is_public) return words.notPublic;
    return conflictReason(situation) ?? publisherReason(situation);
  },

  archive(situation: Situation): Reason {
    const { detail, words } = situation;
    if (detail.status === 'archived') return words.alreadyArchived;
    return conflictReason(situation) ?? publisherReason(situation);
  },

  trash({ detail, session, words }: Situation): Reason {
    return mayHere(session, 'documents.lifecycle', detail) ? undefined : words.notMover;
  },

  assign({ session, words }: Situation): Reason {
    return may(session, 'documents.assign') ? undefined : words.notAssigner;
  },

  duplicate({ session, words }: Situation): Reason {
    return may(session, 'documents.create') ? undefined : words.notCreator;
  },

  history({ detail, session, words }: Situation): Reason {
    return mayHere(session, 'documents.history', detail) ? undefined : words.notHistory;
  },
} as const;
