import { owns, unapproved, type Doc, type Status } from './documents.ts';
import { may, type Person } from './people.ts';

interface Move {
  readonly by: 'worker' | 'publisher';
  readonly public?: 'comes' | 'goes';
  /** Requires an approval where approvals are required, and keeps it. */
  readonly approved?: true;
}

const handed: Move = { by: 'worker' };
const published: Move = { by: 'publisher', public: 'comes', approved: true };
const planned: Move = { by: 'publisher', approved: true };
const hidden: Move = { by: 'publisher', public: 'goes' };
const unarchived: Move = { by: 'publisher' };

/** State transitions that people may request (CMS-ST-1 to CMS-ST-7, GAP-ED-2, GAP-ED-3, GAP-DOC-8). */
const moves: Readonly<Record<string, Move>> = {
  'draft to in_review': handed,
  'draft to scheduled': planned,
  'draft to published': published,
  'draft to archived': hidden,
  'in_review to draft': handed,
  'in_review to scheduled': planned,
  'in_review to published': published,
  'in_review to archived': hidden,
  'scheduled to scheduled': planned,
  'scheduled to draft': handed,
  'scheduled to published': published,
  'scheduled to archived': hidden,
  'published to draft': hidden,
  'published to archived': hidden,
  'archived to draft': unarchived,
  'archived to in_review': unarchived,
  'archived to scheduled': planned,
  'archived to published': published,
};

export interface Moved {
  readonly doc: Doc;
  readonly refusals: readonly string[];
}

export interface Moving {
  readonly to: Status;
  readonly enforced: boolean;
  readonly at?: string | undefined;
}

export function moved(who: Person, doc: Doc, moving: Moving): Moved {
  const { to, enforced, at } = moving;
  const isPlan = at !== undefined && at !== doc.publishAt;
  if (to === doc.status && !isPlan) return { doc, refusals: [] };
  const move = moves[`${doc.status} to ${to}`];
  if (!move) return { doc, refusals: ['illegal_transition', ...publisherOnly(who, to)] };
  const publishAt = planAfter(doc, move, moving);
  const refusals = [
    ...(isAllowed(who, doc, move) ? [] : ['forbidden']),
    ...(move.approved && enforced && doc.approvedBy === null ? ['approval_required'] : []),
    ...(to === 'scheduled' ? planFaults(publishAt) : []),
  ];
  return { doc: { ...stateAfter(who, doc, { move, to }), publishAt }, refusals };
}

function stateAfter(
  { username }: Person,
  doc: Doc,
  { move, to }: { readonly move: Move; readonly to: Status },
): Doc {
  return {
    ...doc,
    status: to,
    ...(move.approved ? {} : unapproved),
    public: publicAfter(doc, move),
    events: to === 'in_review' ? [...doc.events, `request_review ${username}`] : doc.events,
  };
}

function publicAfter(doc: Doc, move: Move): Doc['public'] {
  if (move.public === 'comes') return doc.content;
  return move.public === 'goes' ? null : doc.public;
}

/** Taking back, publishing or hiding a document removes its scheduled time. */
function planAfter({ status, publishAt }: Doc, move: Move, { to, at }: Moving): string | null {
  if (to === 'scheduled') return at ?? publishAt;
  return move.public !== undefined || status === 'scheduled' ? null : publishAt;
}

/** CMS-ST-6, CMS-ERR-3. */
function planFaults(at: string | null): string[] {
  return at !== null && new Date(at).getTime() > Date.now() ? [] : ['invalid_schedule'];
}

function isAllowed(who: Person, doc: Doc, { by }: Move): boolean {
  if (by === 'publisher') return may(who, 'documents.publish', false);
  return owns(who, doc) || may(who, 'documents.write', false);
}

/** For an undefined transition, both the transition error and the permission error are valid. */
function publisherOnly(who: Person, to: Status): string[] {
  const takesPublisher = to !== 'draft' && to !== 'in_review';
  return takesPublisher && !may(who, 'documents.publish', false) ? ['forbidden'] : [];
}
