import { changedParts } from '@galley/editorial';
import { systemActor, type DomainEventType, type NewDomainEvent } from '@galley/kernel';
import type { Change, ChangeBase, Outcome } from './change.ts';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';

interface CommittedChange {
  readonly documentId: number;
  readonly before: ChangeBase | undefined;
  readonly change: Pick<
    Change,
    'author' | 'onBehalfOf' | 'at' | 'kind' | 'event' | 'decision' | 'withoutEvent'
  >;
  readonly outcome: Outcome;
}

type EventDraft = readonly [type: DomainEventType, data?: Readonly<Record<string, unknown>>];

const editorialTypes = {
  assign: 'document.assigned',
  request_review: 'document.review_requested',
  approve: 'document.approved',
  request_changes: 'document.changes_requested',
} as const;

export function documentEvents(happened: CommittedChange): NewDomainEvent[] {
  const { documentId, change, outcome } = happened;
  if (change.withoutEvent) return [];
  const { document, entry } = outcome.snapshot;
  const data = {
    ...placeData(documentId, document),
    revision: document.revision,
    hash: entry.hash,
    kind: change.kind,
    status: outcome.state.status,
    ...(change.onBehalfOf?.length !== 0 && { on_behalf_of: change.onBehalfOf }),
  };
  return [...draftEvents(happened)].map(([type, more]) =>
    eventOf({ type, at: change.at, actor: change.author, document }, { ...data, ...more }),
  );
}

export function goneEvents(
  type: 'document.trashed' | 'document.removed',
  { indexed, actor, at }: { indexed: IndexedDocument; actor: string; at: Date },
): NewDomainEvent[] {
  const data = { ...placeData(indexed.documentId, indexed), revision: indexed.revision };
  const draftEvents =
    indexed.publicHash === null ? [type] : [type, 'document.unpublished' as const];
  return draftEvents.map((one) => eventOf({ type: one, at, actor, document: indexed }, data));
}

export function scheduleMissed(missed: {
  readonly indexed: IndexedDocument;
  readonly act: string;
  readonly dueAt: Date;
  readonly reason: string;
  readonly at: Date;
}): NewDomainEvent {
  const { indexed, act, dueAt, reason, at } = missed;
  const plan = { act, due_at: dueAt.toISOString(), reason };
  const data = { ...placeData(indexed.documentId, indexed), revision: indexed.revision, ...plan };
  const { username: actor } = systemActor;
  return eventOf({ type: 'document.schedule_missed', at, actor, document: indexed }, data);
}

export interface NotedDeadline {
  readonly type: 'document.deadline_set' | 'document.due_soon' | 'document.overdue';
  readonly document: ReturnType<typeof placeData>;
  readonly dueOn: string | null;
  readonly actor: string;
  readonly at: Date;
}

export function deadlineEvent({ document, dueOn, ...event }: NotedDeadline): NewDomainEvent {
  return { ...event, subject: document.path, data: { ...document, due_on: dueOn } };
}

function* draftEvents(happened: CommittedChange): Generator<EventDraft> {
  const { before, outcome } = happened;
  const { document } = outcome.snapshot;
  const { status } = outcome.state;
  if (!before) yield ['document.created'];
  else if (before.deletedAt) yield ['document.restored'];
  else if (before.revision !== document.revision) yield ['document.updated'];
  if (before && before.status !== status) {
    yield ['document.status_changed', { from: before.status, to: status }];
  }
  yield* editorial(happened);
  yield* publication(happened);
}

function* editorial({ before, change, outcome }: CommittedChange): Generator<EventDraft> {
  const { event, kind, decision } = change;
  if (event) {
    const { id, action, note, details } = event;
    // The first of two approvals requests the second, which approves the document (ADD-IND-3).
    const type = decision.approval === 'first' ? 'request_review' : action;
    yield [editorialTypes[type], { editorial_event_id: id, note, details }];
  } else if (before && kind === 'editorial') {
    // Ownership transfer: an assignment without an editorial event of its own.
    const after = { metadata: outcome.snapshot.document.metadata, ...outcome.state };
    const details = changedParts(partsOf(before), partsOf(after));
    yield ['document.assigned', { editorial_event_id: null, note: null, details }];
  }
}

function* publication({ before, change, outcome }: CommittedChange): Generator<EventDraft> {
  const { publication: effect } = change.decision;
  const { snapshot, state } = outcome;
  const isPublic = effect === 'publish' || effect === 'renew';
  if (isPublic && state.public?.hash === snapshot.entry.hash) {
    yield ['document.published', { renewed: effect === 'renew' }];
  } else if (before?.deletedAt && state.public) yield ['document.published', { renewed: true }];
  if (effect === 'withdraw' && before?.publicHash) yield ['document.unpublished'];
}

function partsOf({ metadata, editorial }: Pick<ChangeBase, 'metadata' | 'editorial'>) {
  const { assignee, reviewer } = editorial;
  return { owner: metadata.author, assignee, reviewer };
}

export function placeData(
  documentId: number,
  { place, metadata }: Pick<ReadDocument, 'place' | 'metadata'>,
) {
  const { path, id, type, lang } = place;
  const { title, author: owner } = metadata;
  return { document_id: documentId, id, path, type, lang, title, owner };
}

function eventOf(
  {
    document,
    ...event
  }: Pick<NewDomainEvent, 'type' | 'at' | 'actor'> & {
    document: Pick<ReadDocument, 'place'>;
  },
  data: NewDomainEvent['data'],
): NewDomainEvent {
  return { ...event, subject: document.place.path, data };
}
