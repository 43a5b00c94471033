import { oneMoreNeeded, type Person } from '@galley/editorial';
import { type Capability, type DomainEvent, externalAuthor, may } from '@galley/kernel';
import type { NotificationType } from './notification.ts';

/** Who has to do with a document, when its event is told. */
export interface Involved {
  readonly owner: string | null;
  readonly assignee: string | null;
  readonly reviewer: string | null;
  /** Who asked for a review last. */
  readonly requestedBy: string | null;
  /** Who scheduled it last. */
  readonly scheduledBy: string | null;
}

/** An event that people are told of, and the document that it is about. */
export interface Occasion {
  readonly type: NotificationType;
  readonly event: DomainEvent;
  readonly documentId: number;
  readonly document: Involved;
}

/** To whom an event is addressed: to some by name, and to everybody who has the capability. */
export interface Addressees {
  readonly names: readonly string[];
  readonly everybodyWith?: Capability;
}

/** So many are told of an event at most. */
export const mostRecipients = 200;

/** `isThere` says whether there is somebody of that name who can sign in. */
export function addresseesOf(
  { type, event, document }: Occasion,
  isThere: (username: string) => boolean,
): Addressees {
  const { owner, assignee, reviewer, requestedBy, scheduledBy } = document;
  switch (type) {
    case 'review_requested':
      return toReview(reviewer ?? askedIn(event));
    case 'assigned':
      return { names: known(newParts(event)) };
    case 'approved':
    case 'changes_requested':
      return { names: known([owner, assignee, requestedBy]) };
    case 'schedule_missed': {
      const names = known([owner, scheduledBy]);
      const hasOwner = owner !== null && isThere(owner);
      return hasOwner ? { names } : { names, everybodyWith: 'documents.publish' };
    }
    case 'published':
      return { names: isPublishedBySomebody(event) ? known([owner, assignee]) : [] };
  }
}

/** Every name that an occasion may be addressed to. */
export function namesIn({ event, document }: Occasion): string[] {
  const asked = askedIn(event);
  return known([...Object.values<string | null>({ ...document }), ...newParts(event), asked]);
}

/**
 * Which of them are told: not whoever did it, and only who may read the document. A review is for the independent; the
 * second of two approvals may be the owner's (ADD-IND-3).
 */
export function recipientsOf(
  { type, event, document: { owner, assignee } }: Occasion,
  people: readonly Person[],
): string[] {
  const told = people.filter((person) => {
    const isOwn = [owner, assignee].includes(person.username);
    const isBarredByPart = type === 'review_requested' && isOwn && !asksForSecondApproval(event);
    const isBarred = person.username === event.actor || isBarredByPart;
    return !isBarred && may(person, 'documents.read', isOwn);
  });
  return [...new Set(told.map(({ username }) => username))].slice(0, mostRecipients);
}

/** With a reviewer assigned, nobody else decides; with somebody asked by name, nobody else was asked. */
function toReview(name: string | null): Addressees {
  return name === null ? { names: [], everybodyWith: 'documents.review' } : { names: [name] };
}

/** Whom a review was asked of by name. */
function askedIn({ type, data }: DomainEvent): string | null {
  if (type !== 'document.review_requested') return null;
  return (data['details'] as { asked?: string } | undefined)?.asked ?? null;
}

function asksForSecondApproval({ data }: DomainEvent): boolean {
  const details = data['details'] as { approvals_needed?: number } | undefined;
  return details?.approvals_needed === oneMoreNeeded.approvals_needed;
}

/** Who has become owner, assignee or reviewer. */
function newParts({ type, data }: DomainEvent): (string | null)[] {
  if (type !== 'document.assigned') return [];
  return Object.values(data['details'] as Record<string, string | null>);
}

/** Nobody has to be told that a file was edited on disk, nor that the same page is public under another owner. */
function isPublishedBySomebody({ actor, data }: DomainEvent): boolean {
  return actor !== externalAuthor && data['renewed'] !== true;
}

function known(names: readonly (string | null)[]): string[] {
  return names.filter((name) => name !== null);
}
