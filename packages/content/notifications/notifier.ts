import { findSharedAccounts, type Transaction } from '@galley/database';
import type { Person } from '@galley/editorial';
import type { Capability, DomainEvent } from '@galley/kernel';
import type { Audience } from './audience.ts';
import { InvolvedReadModel } from './involved-read-model.ts';
import { NotificationRepository } from './notification-repository.ts';
import { notifiedEvents, type DocumentAnnouncement, type DocumentNotice } from './notification.ts';
import {
  addresseesOf,
  maxRecipients,
  namesIn,
  recipientsOf,
  type Addressees,
  type Occasion,
} from './recipients.ts';

export interface NotifierOptions {
  /** Queries on the given connection: waiting for a second one while holding the first can deadlock the pool. */
  readonly audience: (connection: Transaction) => Audience;
  /** Sends them by other ways too, and returns those for the inbox. */
  readonly deliver?: (
    transaction: Transaction,
    announcements: readonly DocumentAnnouncement[],
  ) => Promise<readonly DocumentAnnouncement[]>;
}

/** Margin for people filtered out: owner, assignee and actor. */
const maxCandidates = maxRecipients + 3;

/** The number of queries is constant, regardless of events and people. */
export class Notifier {
  readonly #options: NotifierOptions;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Idempotent. */
  async notify(transaction: Transaction, events: readonly DomainEvent[]): Promise<void> {
    const occasions = await findOccasions(transaction, events);
    if (occasions.length === 0) return;
    const audience = this.#options.audience(transaction);
    const named = await audience.list([...new Set(occasions.flatMap(namesIn))]);
    const people = new Map(named.map((person) => [person.username, person]));
    const addressed = occasions.map((occasion) => ({
      occasion,
      ...addresseesOf(occasion, (username) => people.has(username)),
    }));
    const everybodyWith = await findEverybody(audience, addressed);
    const shared = occasions.some(({ type }) => type === 'review_requested')
      ? await findSharedAccounts(transaction)
      : undefined;
    const announcements = addressed.map(({ occasion, names, everybodyWith: capability }) => {
      const byName = names.flatMap((name) => people.get(name) ?? []);
      const others = capability ? everybodyWith.get(capability)! : [];
      return announcementOf(occasion, recipientsOf(occasion, [...byName, ...others], shared));
    });
    const { deliver } = this.#options;
    const inbox = deliver ? await deliver(transaction, announcements) : announcements;
    await new NotificationRepository(transaction).insert(inbox);
  }
}

async function findOccasions(
  transaction: Transaction,
  events: readonly DomainEvent[],
): Promise<Occasion[]> {
  const notable = events.flatMap((event) => {
    const type = notifiedEvents[event.type];
    return type ? [{ type, event, documentId: event.data['document_id'] as number }] : [];
  });
  const idsOf = (...types: DocumentNotice[]): number[] =>
    notable.filter(({ type }) => types.includes(type)).map(({ documentId }) => documentId);
  const documents = await new InvolvedReadModel(transaction).find({
    documentIds: notable.map(({ documentId }) => documentId),
    decided: idsOf('approved', 'changes_requested'),
    scheduled: idsOf('schedule_missed'),
  });
  return notable.flatMap((one) => {
    const document = documents.get(one.documentId);
    return document ? [{ ...one, document }] : [];
  });
}

async function findEverybody(audience: Audience, addressed: readonly Addressees[]) {
  const wanted = new Set(addressed.flatMap(({ everybodyWith }) => everybodyWith ?? []));
  const found = new Map<Capability, Person[]>();
  for (const capability of wanted) {
    found.set(capability, await audience.listWith(['documents.read', capability], maxCandidates));
  }
  return found;
}

function announcementOf(
  { type, event, documentId }: Occasion,
  usernames: readonly string[],
): DocumentAnnouncement {
  const { id: eventId, actor, at, data } = event;
  const revision = textIn(data, 'revision');
  return { eventId, type, documentId, actor, note: createNote(event), revision, at, usernames };
}

function createNote({ type, data }: DomainEvent): string | null {
  if (type === 'document.due_soon' || type === 'document.overdue') return textIn(data, 'due_on');
  if (type !== 'document.schedule_missed') return textIn(data, 'note');
  const act = data['act'] === 'unpublish' ? 'unpublished' : 'published';
  return `Not ${act} as scheduled: ${textIn(data, 'reason')}.`;
}

function textIn(data: DomainEvent['data'], name: string): string | null {
  return (data[name] as string | null | undefined) ?? null;
}
