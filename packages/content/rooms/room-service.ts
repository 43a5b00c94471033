import { Ticker, systemActor, type Clock, type Logger } from '@galley/kernel';
import type { Database, DatabaseAddress } from '@galley/database';
import { editorText } from '../document/editor-text.ts';
import { documentNotFound } from '../document/problems.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import type { ContentService } from '../workflow/content-service.ts';
import { requireWritable } from '../workflow/document-access.ts';
import type { SavedText } from './merge-saved.ts';
import { Room } from './room.ts';
import type { RoomMember } from './room-member.ts';
import { RoomPresence, type PresenceNews } from './room-presence.ts';
import { RoomRepository } from './room-repository.ts';

export interface RoomServiceOptions {
  readonly db: Database;
  readonly databaseAddress: () => string | DatabaseAddress;
  readonly content: ContentService;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Maximum size of a document. */
  readonly maxBytes: number;
  readonly isEnabled: () => boolean;
}

export interface JoinedRoom {
  update(data: Uint8Array): void;
  moveCursor: (cursor: Parameters<Room['moveCursor']>[1]) => void;
  leave(): void;
}

/** Rows of open rooms are read this often, so that texts on two servers are at most that far apart. */
const lookMs = 100;
const presenceMs = 5_000;
const maxPerPerson = 20;
const maxPerRoom = 100;
const unusedMs = 30 * 24 * 60 * 60_000;

/** Rooms of documents that people have open on this server (ADD-ROOM-1). */
export class RoomService {
  readonly #options: RoomServiceOptions;
  readonly #repository: RoomRepository;
  readonly #history: HistoryReadModel;
  readonly #rooms = new Map<number, Room>();
  readonly #counts = new Map<string, number>();
  readonly #presence: RoomPresence;
  #toldAt = 0;

  readonly loop: Ticker;

  constructor(options: RoomServiceOptions) {
    this.#options = options;
    const { db, clock, logger, databaseAddress: address } = options;
    this.#repository = new RoomRepository(db);
    this.#history = new HistoryReadModel(db);
    const onNews = (news: PresenceNews): void => this.#hear(news);
    this.#presence = new RoomPresence({ address, clock, logger, onNews });
    const run = (): Promise<void> => this.#look();
    this.loop = new Ticker({
      id: 'rooms',
      everyMs: lookMs,
      maxBackOffMs: 5_000,
      clock,
      logger,
      run,
    });
  }

  get presence(): Ticker {
    return this.#presence.loop;
  }

  get measures(): { readonly rooms: number; readonly members: number } {
    const members = [...this.#rooms.values()].reduce((sum, { people }) => sum + people.length, 0);
    return { rooms: this.#rooms.size, members };
  }

  /** Undefined if the person, or the room, has too many connections. @throws `not_found`, `forbidden` */
  async join(member: RoomMember, path: string): Promise<JoinedRoom | undefined> {
    const { indexed, current } = await this.#options.content.get(member.actor(), path);
    requireWritable(member.actor(), indexed);
    // A file that is not text cannot be edited.
    if (current.text === null) throw documentNotFound(path);
    const { documentId } = indexed;
    const [head] = await this.#repository.heads([documentId]);
    if (!head) throw documentNotFound(path);
    const { username } = member.actor();
    const count = this.#counts.get(username) ?? 0;
    const room = this.#rooms.get(documentId) ?? this.#open(documentId, path);
    if (count >= maxPerPerson || room.people.length >= maxPerRoom) return undefined;
    this.#counts.set(username, count + 1);
    room.join(member, head);
    return {
      update: (data) => room.update(member, data),
      moveCursor: (cursor) => room.moveCursor(member, cursor),
      leave: () => {
        room.leave(member);
        const left = this.#counts.get(username)! - 1;
        if (left > 0) this.#counts.set(username, left);
        else this.#counts.delete(username);
        void room.settled.then(() => this.#closeIfEmpty(room));
      },
    };
  }

  /** Members reconnect to another server, or to this one once it is back. */
  async close(): Promise<void> {
    const rooms = [...this.#rooms.values()];
    await Promise.all(rooms.map((room) => room.settled));
    for (const room of rooms) room.close('try_again');
  }

  removeUnused(): Promise<number> {
    const before = new Date(this.#options.clock.now().getTime() - unusedMs);
    return this.#repository.removeUnused(before);
  }

  #open(documentId: number, path: string): Room {
    const { clock, logger, maxBytes: maxLength } = this.#options;
    const room = new Room(
      { documentId, path },
      {
        repository: this.#repository,
        clock,
        maxLength,
        readSaved: (current) => this.#readSaved(current),
        peopleElsewhere: () => this.#presence.peopleIn(documentId),
        onChange: (people, left) => this.#presence.tell({ documentId, people, left }),
        onFailure: (error) => {
          logger.warn('a room was closed, its members join again', {
            path,
            error: error instanceof Error ? error.message : String(error),
          });
          this.#forget(room);
        },
      },
    );
    this.#rooms.set(documentId, room);
    this.#presence.tell({ documentId, isNew: true });
    return room;
  }

  async #readSaved(path: string): Promise<SavedText> {
    const { indexed, current } = await this.#options.content.get(systemActor, path);
    const change = await this.#history.findTextChange(indexed.documentId);
    return {
      revision: indexed.revision,
      body: editorText(current.body),
      author: change?.author ?? systemActor.username,
    };
  }

  #closeIfEmpty(room: Room): void {
    if (!room.isEmpty) return;
    room.close('try_again');
    this.#forget(room);
  }

  #forget(room: Room): void {
    if (this.#rooms.get(room.documentId) === room) this.#rooms.delete(room.documentId);
  }

  #hear(news: PresenceNews): void {
    const { documentId, people = [], left = [], isNew } = news;
    const room = this.#rooms.get(documentId);
    if (!room) return;
    if (isNew) this.#presence.tell({ documentId, people: room.people });
    if (people.length > 0 || left.length > 0) room.hearPeople(people);
    else this.loop.wake();
  }

  async #look(): Promise<void> {
    if (this.#rooms.size === 0) return;
    if (!this.#options.isEnabled()) {
      for (const room of this.#rooms.values()) room.close('disabled');
      this.#rooms.clear();
      return;
    }
    this.#tellPeople();
    const rooms = new Map(this.#rooms);
    const heads = await this.#repository.heads([...rooms.keys()]);
    for (const head of heads) {
      rooms.get(head.documentId)?.look(head);
      rooms.delete(head.documentId);
    }
    for (const room of rooms.values()) room.close('gone');
    for (const room of this.#rooms.values()) if (room.isOver) this.#forget(room);
  }

  #tellPeople(): void {
    const now = this.#options.clock.now().getTime();
    if (now - this.#toldAt < presenceMs) return;
    this.#toldAt = now;
    for (const { documentId, people } of this.#rooms.values())
      this.#presence.tell({ documentId, people });
  }
}
