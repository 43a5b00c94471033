import { oneMoreNeeded, type Person } from '@galley/editorial';
import {
  type Capability,
  type DomainEvent,
  externalAuthor,
  isSamePerson,
  may,
  type SharedAccounts,
} from '@galley/kernel';
import type { DocumentNotice } from './notification.ts';

/** At the time of the notification. */
export interface Involved {
  readonly owner: string | null;
  readonly assignee: string | null;
  readonly reviewer: string | null;
  readonly requestedBy: string | null;
  readonly scheduledBy: string | null;
}

export interface Occasion {
  readonly type: DocumentNotice;
  readonly event: DomainEvent;
  readonly documentId: number;
  readonly document: Involved;
}

export interface Addressees {
  readonly names: readonly string[];
  readonly everybodyWith?: Capability;
}

export const maxRecipients = 200;

export function addresseesOf(
  { type, event, document }: Occasion,
  isThere: (username: string) => boolean,
): Addressees {
  const { owner, assignee, reviewer, requestedBy } = document;
  if (isAboutComment(type)) return { names: partiesOf(event) };
  switch (type) {
    case 'review_requested':
      return toReview(reviewer ?? askedIn(event));
    case 'assigned':
      return { names: withoutNulls(newParts(event)) };
    case 'approved':
      return {
        names: withoutNulls([owner, assignee, requestedBy]),
        everybodyWith: 'documents.publish',
      };
    case 'changes_requested':
      return { names: withoutNulls([owner, assignee, requestedBy]) };
    case 'schedule_missed':
      return toPlanners(document, isThere);
    case 'due_soon':
    case 'overdue':
      return { names: withoutNulls([owner, assignee]) };
    case 'published':
      return { names: isPublishedBySomebody(event) ? withoutNulls([owner, assignee]) : [] };
  }
}

export function namesIn({ event, document }: Occasion): string[] {
  const asked = askedIn(event);
  return withoutNulls([
    ...Object.values<string | null>({ ...document }),
    ...newParts(event),
    ...partiesOf(event),
    asked,
  ]);
}

/** Without the actor and people who may not read the document; reviews go to independent reviewers (ADD-IND-3). */
export function recipientsOf(
  { type, event, document: { owner, assignee } }: Occasion,
  people: readonly Person[],
  shared?: SharedAccounts,
): string[] {
  const parts = withoutNulls([owner, assignee]);
  const recipients = people.filter((person) => {
    const isOwn = parts.includes(person.username);
    const isBarredByPart =
      type === 'review_requested' &&
      parts.some((name) => isSamePerson(name, person.username, shared)) &&
      !asksForSecondApproval(event);
    const isBarred = person.username === event.actor || isBarredByPart;
    return !isBarred && may(person, 'documents.read', isOwn);
  });
  return [...new Set(recipients.map(({ username }) => username))].slice(0, maxRecipients);
}

function toPlanners(
  { owner, scheduledBy }: Involved,
  isThere: (username: string) => boolean,
): Addressees {
  const names = withoutNulls([owner, scheduledBy]);
  const hasOwner = owner !== null && isThere(owner);
  return hasOwner ? { names } : { names, everybodyWith: 'documents.publish' };
}

function toReview(name: string | null): Addressees {
  return name === null ? { names: [], everybodyWith: 'documents.review' } : { names: [name] };
}

function askedIn({ type, data }: DomainEvent): string | null {
  if (type !== 'document.review_requested') return null;
  return (data['details'] as { asked?: string } | undefined)?.asked ?? null;
}

function asksForSecondApproval({ data }: DomainEvent): boolean {
  const details = data['details'] as { approvals_needed?: number } | undefined;
  return details?.approvals_needed === oneMoreNeeded.approvals_needed;
}

function newParts({ type, data }: DomainEvent): (string | null)[] {
  if (type !== 'document.assigned') return [];
  return Object.values(data['details'] as Record<string, string | null>);
}

function isAboutComment(type: DocumentNotice): type is 'mentioned' | 'commented' {
  return type === 'mentioned' || type === 'commented';
}

/** Names that a comment mentions, or of those who take part in its thread. */
function partiesOf({ type, data }: DomainEvent): readonly string[] {
  if (!type.startsWith('comment.')) return [];
  return (data['names'] as readonly string[] | undefined) ?? [];
}

/** Skips edits on disk and pages that are republished only because of a new owner. */
function isPublishedBySomebody({ actor, data }: DomainEvent): boolean {
  return actor !== externalAuthor && data['renewed'] !== true;
}

function withoutNulls(names: readonly (string | null)[]): string[] {
  return names.filter((name) => name !== null);
}
