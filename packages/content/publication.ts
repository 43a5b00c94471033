import { may, type Actor } from '@galley/kernel';
import type { DocumentStatus, IndexedDocument, ReadDocument } from './document.ts';
import { contentProblems } from './problems.ts';

/**
 * What happens to the public revision: it stays, becomes the new text, becomes it without counting as published
 * anew (`published_at` stays), or goes.
 */
export type Publication = 'keep' | 'publish' | 'renew' | 'withdraw';

export interface Decision {
  readonly status: DocumentStatus;
  readonly publication: Publication;
}

export interface SaveQuestion {
  readonly actor: Actor;
  /** State before; a document being created comes from `draft`. */
  readonly from: DocumentStatus;
  readonly contentChanged: boolean;
  /** What `workflow` asks for; undefined leaves the state as it is. */
  readonly asked: DocumentStatus | undefined;
  readonly requireApproval: boolean;
}

/**
 * The state that a save leads to (content-platform, States and transitions; gaps page, State and publicness).
 * Editing what is published or scheduled makes it a draft, and what is public stays so until the next publish.
 */
export function decideSave(question: SaveQuestion): Decision {
  const { from, contentChanged } = question;
  const base = contentChanged && (from === 'published' || from === 'scheduled') ? 'draft' : from;
  const wanted = wantedState(question, base);
  if (wanted !== undefined) return transitions[wanted](question, base);
  return { status: base, publication: base === 'published' ? 'publish' : 'keep' };
}

/**
 * A client that sends back the whole frontmatter sends the old state too. From somebody who may publish,
 * `published` beside new text means to publish it; from others it means what it meant when they read it.
 */
function wantedState(
  { asked, from, contentChanged, actor }: SaveQuestion,
  base: DocumentStatus,
): DocumentStatus | undefined {
  if (asked === undefined || asked === base) return undefined;
  const sentBack = asked === from && contentChanged;
  return sentBack && !(asked === 'published' && may(actor, 'documents.publish'))
    ? undefined
    : asked;
}

/** What asking for a state takes, and what it does; `base` is the state that the edit alone would lead to. */
const transitions: Record<
  DocumentStatus,
  (question: SaveQuestion, base: DocumentStatus) => Decision
> = {
  published: (question) => {
    requirePublisher(question, 'publish');
    requireApproval(question);
    return { status: 'published', publication: 'publish' };
  },
  archived: (question) => {
    requirePublisher(question, 'archive');
    return { status: 'archived', publication: 'withdraw' };
  },
  draft: (question) => {
    if (question.from !== 'published') return { status: 'draft', publication: 'keep' };
    requirePublisher(question, 'unpublish');
    return { status: 'draft', publication: 'withdraw' };
  },
  in_review: ({ from }, base) => {
    if (base === 'draft') return { status: 'in_review', publication: 'keep' };
    throw contentProblems.illegal_transition(
      `A document that is ${from} cannot become in_review; make it a draft first.`,
    );
  },
  scheduled: () => {
    throw contentProblems.illegal_transition(
      'A save cannot schedule a document: this server does not publish by the clock. Publish it when its time has come.',
    );
  },
};

function requirePublisher({ actor }: SaveQuestion, act: string): void {
  if (may(actor, 'documents.publish')) return;
  throw contentProblems.forbidden(
    `Your role (${actor.role}) may not ${act}; that needs documents.publish.`,
  );
}

function requireApproval({ requireApproval: enforced }: SaveQuestion): void {
  if (!enforced) return;
  throw contentProblems.approval_required(
    'This site publishes approved revisions only (editorial.require_approval), and this one has no approval.',
  );
}

export interface TransferQuestion {
  readonly from: DocumentStatus;
  readonly requireApproval: boolean;
}

/**
 * The state that another owner leads to (content-platform, States and transitions: assignment changed). Where
 * approval is required, what was approved under the old owner is a draft again, and what is public stays. Elsewhere
 * the state stays, and a published file stays what is public.
 */
export function decideTransfer({ from, requireApproval: enforced }: TransferQuestion): Decision {
  if (enforced && (from === 'published' || from === 'scheduled'))
    return { status: 'draft', publication: 'keep' };
  return { status: from, publication: from === 'published' ? 'renew' : 'keep' };
}

export interface ExternalQuestion {
  /** Undefined for a file that is new to the index. */
  readonly before: Pick<IndexedDocument, 'status' | 'revision'> | undefined;
  readonly file: Pick<ReadDocument, 'status' | 'revision' | 'problem'>;
  readonly requireApproval: boolean;
  /** The project's very first index takes the tree as it stands. */
  readonly baseline: boolean;
}

/** The state that an edit made on disk leads to (gaps page, Documents and Editorial). */
export function decideExternal(question: ExternalQuestion): Decision {
  const { before, file, requireApproval, baseline } = question;
  // Nobody can tell what a broken file means to say, so it changes nothing that the public sees.
  if (file.problem) return { status: before?.status ?? 'draft', publication: 'keep' };
  if (requireApproval && !baseline) return decideUnapproved(question);
  if (file.status === 'published') return { status: 'published', publication: 'publish' };
  const takenOff =
    file.status === 'archived' || (file.status === 'draft' && before?.status === 'published');
  return { status: file.status, publication: takenOff ? 'withdraw' : 'keep' };
}

/** With approval required, what the file says of its state counts for nothing, and what is public stays. */
function decideUnapproved({ before, file }: ExternalQuestion): Decision {
  const unchanged = before?.revision === file.revision;
  return { status: unchanged ? before.status : 'draft', publication: 'keep' };
}
