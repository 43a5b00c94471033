import { NotificationListener, type NotificationListenerOptions } from '@galley/database';
import { newId } from '@galley/kernel';
import type { RoomPerson } from './room-member.ts';

/** News of a server about a room: members that changed, and those that left. Without them, its text has changed. */
export interface PresenceNews {
  readonly documentId: number;
  readonly people?: readonly RoomPerson[];
  readonly left?: readonly string[];
  /** The server has just opened the room: others name their members. */
  readonly isNew?: boolean;
}

interface RemotePerson extends RoomPerson {
  readonly documentId: number;
  readonly seenAt: number;
}

type PresenceOptions = Omit<NotificationListenerOptions, 'channel' | 'id' | 'onNotified'> & {
  readonly onNews: (news: PresenceNews) => void;
};

/** Notifications hold 8,000 bytes. */
const maxPeople = 12;
const forgetMs = 15_000;

/**
 * People in the rooms of other servers, told by notifications of PostgreSQL, each in a transaction of its own. Lost
 * ones are made good every five seconds. Texts do not depend on it: their rows are read.
 */
export class RoomPresence {
  readonly #options: PresenceOptions;
  readonly #me = newId();
  readonly #people = new Map<string, RemotePerson>();
  readonly #listener: NotificationListener;

  constructor({ onNews, ...options }: PresenceOptions) {
    this.#options = { onNews, ...options };
    this.#listener = new NotificationListener({
      ...options,
      id: 'room-presence',
      channel: 'galley_rooms',
      onNotified: (payload) => this.#hear(payload),
    });
  }

  get loop() {
    return this.#listener.loop;
  }

  /** Without people of a server that has named nobody for a while: it was stopped. */
  peopleIn(documentId: number): RoomPerson[] {
    const since = this.#options.clock.now().getTime() - forgetMs;
    const people: RoomPerson[] = [];
    for (const [id, { seenAt, documentId: where, ...person }] of this.#people) {
      if (seenAt < since) this.#people.delete(id);
      else if (where === documentId) people.push(person);
    }
    return people;
  }

  tell({ people = [], ...news }: PresenceNews): void {
    const [first = [], ...rest] = inParts(people);
    this.#send({ ...news, people: first });
    for (const part of rest) this.#send({ documentId: news.documentId, people: part });
  }

  #send(news: PresenceNews): void {
    // Without a connection, the other servers learn of it later.
    this.#listener.notify(JSON.stringify({ from: this.#me, ...news })).catch(() => undefined);
  }

  #hear(payload: string | undefined): void {
    if (payload === undefined) return;
    const { from, ...news } = JSON.parse(payload) as PresenceNews & { from: string };
    if (from === this.#me) return;
    const seenAt = this.#options.clock.now().getTime();
    const { documentId } = news;
    for (const person of news.people ?? [])
      this.#people.set(person.id, { ...person, documentId, seenAt });
    for (const id of news.left ?? []) this.#people.delete(id);
    this.#options.onNews(news);
  }
}

function inParts(people: readonly RoomPerson[]): (readonly RoomPerson[])[] {
  const parts: (readonly RoomPerson[])[] = [];
  for (let at = 0; at < people.length; at += maxPeople)
    parts.push(people.slice(at, at + maxPeople));
  return parts;
}
