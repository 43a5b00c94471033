import type { AuthSession, DocumentDetail, DocumentStatus } from '@galley/sdk';
import { hasCapability } from '../../../app/session.ts';
import { allowedTransitions } from '../../../lib/document-status.ts';
import { hasDocumentCapability } from '../document-capability.ts';
import type { actionMessages } from './action-messages.ts';
import type { TextsOf } from '../../../lib/messages.ts';

type Messages = TextsOf<typeof actionMessages>;

export interface ActionContext {
  readonly detail: DocumentDetail;
  readonly session: AuthSession;
  readonly isDirty: boolean;
  readonly isInConflict: boolean;
  readonly words: Messages;
}

/** `undefined` if the action is enabled. The server has the final decision. */
type Reason = string | undefined;

function transitionReason({ detail, words, isDirty }: ActionContext, to: DocumentStatus): Reason {
  const { status } = detail;
  // Saving unsaved text first turns a published or scheduled document into a draft.
  const from = isDirty && (status === 'published' || status === 'scheduled') ? 'draft' : status;
  return allowedTransitions[from].includes(to) ? undefined : words.notFromHere;
}

function approvalReason({ detail, isDirty, words }: ActionContext): Reason {
  const { require_approval: isNeeded, approved_revision: approved, revision } = detail.editorial;
  if (!isNeeded || (approved === revision && !isDirty)) return undefined;
  return approved === null ? words.needsApproval : words.needsApprovalAgain;
}

function isPublicAsIs({ detail, isDirty }: ActionContext): boolean {
  const { is_public: isPublic, status, published_revision: published, revision } = detail;
  return !isDirty && isPublic && status === 'published' && published === revision;
}

function publisherReason({ session, words }: ActionContext): Reason {
  return hasCapability(session, 'documents.publish') ? undefined : words.notPublisher;
}

function conflictReason({ isInConflict, words }: ActionContext): Reason {
  return isInConflict ? words.conflict : undefined;
}

export const disabledReasons = {
  mayPublish(situation: ActionContext): Reason {
    return publisherReason(situation) ?? approvalReason(situation);
  },

  save: conflictReason,

  publish(situation: ActionContext): Reason {
    if (isPublicAsIs(situation)) return situation.words.isPublished;
    return (
      conflictReason(situation) ??
      publisherReason(situation) ??
      approvalReason(situation) ??
      transitionReason(situation, 'published')
    );
  },

  schedule(situation: ActionContext): Reason {
    const { status } = situation.detail;
    const reason = conflictReason(situation) ?? publisherReason(situation);
    if (reason !== undefined) return reason;
    // A published or scheduled document without changes can get another schedule at any time.
    if (!situation.isDirty && (status === 'published' || status === 'scheduled')) return undefined;
    return approvalReason(situation) ?? transitionReason(situation, 'scheduled');
  },

  review(situation: ActionContext): Reason {
    const { detail, session, words } = situation;
    if (!hasDocumentCapability(session, 'documents.write', detail)) return words.notWriter;
    return (
      conflictReason(situation) ?? (transitionReason(situation, 'in_review') && words.onlyDrafts)
    );
  },

  draft(situation: ActionContext): Reason {
    const { detail, session, words } = situation;
    if (detail.status === 'draft') return words.alreadyDraft;
    if (!hasDocumentCapability(session, 'documents.write', detail)) return words.notWriter;
    return detail.status === 'archived' ? publisherReason(situation) : undefined;
  },

  unpublish(situation: ActionContext): Reason {
    const { detail, words } = situation;
    if (!detail.is_public) return words.notPublic;
    return conflictReason(situation) ?? publisherReason(situation);
  },

  archive(situation: ActionContext): Reason {
    const { detail, words } = situation;
    if (detail.status === 'archived') return words.alreadyArchived;
    return conflictReason(situation) ?? publisherReason(situation);
  },

  trash({ detail, session, words }: ActionContext): Reason {
    return hasDocumentCapability(session, 'documents.lifecycle', detail)
      ? undefined
      : words.notMover;
  },

  assign({ session, words }: ActionContext): Reason {
    return hasCapability(session, 'documents.assign') ? undefined : words.notAssigner;
  },

  duplicate({ session, words }: ActionContext): Reason {
    return hasCapability(session, 'documents.create') ? undefined : words.notCreator;
  },

  history({ detail, session, words }: ActionContext): Reason {
    return hasDocumentCapability(session, 'documents.history', detail)
      ? undefined
      : words.notHistory;
  },
} as const;
