import { newId, type Clock } from '@galley/kernel';
import { mayWrite } from './may-write.ts';
import { refusalOf } from './check-update.ts';
import type {
  RoomClosing,
  RoomCursor,
  RoomMember,
  RoomMessage,
  RoomPerson,
} from './room-member.ts';
import type {
  RoomHead,
  RoomRepository,
  StoredRoom,
  StoredUpdate,
  WrittenUpdate,
} from './room-repository.ts';
import { RoomText } from './room-text.ts';
import { mergeSaved, type SavedText } from './merge-saved.ts';

export interface RoomOptions {
  readonly repository: RoomRepository;
  readonly clock: Clock;
  readonly maxLength: number;
  /** @throws `not_found` */
  readonly readSaved: (path: string) => Promise<SavedText>;
  readonly peopleElsewhere: () => readonly RoomPerson[];
  /** The people here, after a change; absent when only the text changed. */
  readonly onChange: (people?: readonly RoomPerson[], left?: readonly string[]) => void;
  /** The room ends: its members reconnect, and the next one reads the text again. */
  readonly onFailure: (error: unknown) => void;
}

interface Joined {
  readonly member: RoomMember;
  cursor: RoomCursor | null;
  /** The client ids are the person's. */
  isWriting: boolean;
}

interface PendingUpdate extends WrittenUpdate {
  readonly member: RoomMember;
}

/** Rows beyond these go into the snapshot; the text of a save is looked for in those that stay. */
const maxRows = 2_000;
const keptRows = 1_000;
const maxTries = 5;
const cursorDelayMs = 40;

/**
 * The open text of one document on this server. Updates take effect in memory at once, are stored in batches, and are
 * acknowledged and passed on in the order of their sequence numbers, which is that of commits on all servers
 * (ADD-ROOM-2). The text is shared only once it has two people or unsaved changes: alone, writers work as without rooms.
 */
export class Room {
  readonly documentId: number;
  readonly #options: RoomOptions;
  readonly #members = new Map<string, Joined>();
  #path: string;
  #text: RoomText | undefined;
  #generation = '';
  #baseRevision = '';
  #seq = 0;
  #snapshotSeq = 0;
  #pending: PendingUpdate[] = [];
  #work: Promise<void> = Promise.resolve();
  #isOver = false;
  #moved = new Set<string>();
  /** Ids of the members on other servers. */
  #elsewhere = '';
  #isFollowing = false;
  #cursorTimer: NodeJS.Timeout | undefined;

  constructor(head: Pick<RoomHead, 'documentId' | 'path'>, options: RoomOptions) {
    this.documentId = head.documentId;
    this.#path = head.path;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get people(): RoomPerson[] {
    return [...this.#members.values()].map(({ member, cursor }) => {
      const { username, name } = member.actor();
      return { id: member.id, username, name: name.slice(0, 100), cursor };
    });
  }

  /** When everything received so far is stored. */
  get settled(): Promise<void> {
    return this.#work;
  }

  join(member: RoomMember, head: RoomHead): void {
    this.#members.set(member.id, { member, cursor: null, isWriting: false });
    this.#announce();
    this.#enqueue(async () => {
      if (!this.#text) await this.#openIfShared(head);
      else if (await this.#claim(member)) this.#send(member, this.#state(this.#text));
    });
  }

  leave({ id }: RoomMember): void {
    if (!this.#members.delete(id)) return;
    this.#announce([id]);
  }

  /** Refuses what only a hostile or broken client sends, by closing the connection. */
  update(member: RoomMember, data: Uint8Array): void {
    const text = this.#text;
    if (this.#isOver) return;
    if (!text || !this.#members.get(member.id)?.isWriting) {
      member.close('malformed');
      return;
    }
    const { clients } = member;
    const refusal = refusalOf(text.doc, data, { clients, maxLength: this.#options.maxLength });
    if (refusal) {
      member.close(refusal === 'foreign' ? 'client_taken' : refusal);
      return;
    }
    try {
      text.apply(data);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#pending.push({ member, author: member.actor().username, clients, data });
    this.#enqueue(() => this.#commit());
  }

  /** Passed on with those of others, a few times a second. */
  moveCursor({ id }: RoomMember, cursor: RoomCursor | null): void {
    const joined = this.#members.get(id);
    if (!joined || !this.#text) return;
    joined.cursor = cursor;
    this.#moved.add(id);
    this.#cursorTimer ??= setTimeout(() => {
      this.#cursorTimer = undefined;
      const people = this.people.filter((person) => this.#moved.has(person.id));
      this.#moved = new Set();
      this.#sendCursors(people);
      this.#options.onChange(people);
    }, cursorDelayMs);
  }

  /** Members on another server have come, left or moved. */
  hearPeople(people: readonly RoomPerson[] = []): void {
    const elsewhere = this.#options.peopleElsewhere();
    const ids = elsewhere.map(({ id }) => id).join();
    if (ids === this.#elsewhere) {
      this.#sendCursors(people);
      return;
    }
    this.#elsewhere = ids;
    this.#sendMembers();
    if (!this.#text) this.#enqueue(() => this.#openIfShared(undefined));
  }

  /** Follows the rows: updates by other servers, saves, moves and deletions. */
  look(head: RoomHead): void {
    if (head.isDeleted) {
      this.close('gone');
      return;
    }
    if (head.path !== this.#path) {
      this.#path = head.path;
      this.#broadcast({ type: 'moved', path: head.path });
    }
    for (const { member } of this.#members.values())
      if (!mayWrite(member.actor(), head)) member.close('forbidden');
    this.hearPeople();
    if (!this.#text) {
      if (this.#isShared(head)) this.#enqueue(() => this.#openIfShared(head));
    } else if (head.lastSeq === null) {
      this.#fail(new Error('The stored room is gone.'));
    } else if (head.lastSeq > this.#seq || head.revision !== this.#baseRevision) {
      if (!this.#isFollowing) this.#enqueue(() => this.#follow());
      this.#isFollowing = true;
    }
  }

  close(reason: RoomClosing): void {
    this.#isOver = true;
    clearTimeout(this.#cursorTimer);
    for (const { member } of this.#members.values()) member.close(reason);
  }

  #enqueue(task: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isOver) return;
      try {
        await task();
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    // Memory may be ahead of the rows: members send again what was not acknowledged.
    this.close('try_again');
    this.#options.onFailure(error);
  }

  #isShared(head: RoomHead | undefined): boolean {
    if (head?.lastSeq != null && head.lastSeq > head.savedSeq!) return true;
    const everyone = [...this.people, ...this.#options.peopleElsewhere()];
    return new Set(everyone.map(({ username }) => username)).size > 1;
  }

  async #openIfShared(head: RoomHead | undefined): Promise<void> {
    if (this.#text || !this.#isShared(head)) return;
    const { repository, clock, readSaved } = this.#options;
    const saved = await readSaved(this.#path);
    const { documentId } = this;
    if (!(await repository.find(documentId))) {
      const { revision: baseRevision, body } = saved;
      const [base, snapshot] = [Buffer.from(body), Buffer.from(RoomText.begin(body).state())];
      const generation = newId();
      await repository.create(
        { documentId, generation, baseRevision, base, snapshot },
        clock.now(),
      );
    }
    const { room, updates } = await this.#read();
    const text = RoomText.restore(room.snapshot);
    for (const { data } of updates) text.apply(data);
    this.#generation = room.generation;
    this.#baseRevision = room.baseRevision;
    this.#snapshotSeq = room.snapshotSeq;
    this.#seq = room.lastSeq;
    this.#text = text;
    if (room.baseRevision !== saved.revision) await this.#absorb();
    for (const { member } of this.#members.values())
      if (await this.#claim(member)) this.#send(member, this.#state(text));
  }

  /** The stored room with all updates after its snapshot. */
  async #read(): Promise<{ room: StoredRoom; updates: StoredUpdate[] }> {
    const { repository } = this.#options;
    for (let left = maxTries; left > 0; left -= 1) {
      const room = await repository.find(this.documentId);
      if (!room) throw new Error('The stored room is gone.');
      const found = await repository.listUpdates(this.documentId, room.snapshotSeq);
      const updates = found.filter(({ seq }) => seq <= room.lastSeq);
      // Another server may have moved updates into the snapshot meanwhile.
      if (updates.length === room.lastSeq - room.snapshotSeq) return { room, updates };
    }
    throw new Error('The stored room changes too fast to be read.');
  }

  async #claim(member: RoomMember): Promise<boolean> {
    const { username } = member.actor();
    const joined = this.#members.get(member.id);
    for (const client of member.clients) {
      if (await this.#options.repository.claimClient(this.documentId, client, username)) continue;
      member.close('client_taken');
      return false;
    }
    if (joined) joined.isWriting = true;
    return true;
  }

  async #commit(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    if (batch.length === 0) return;
    const { repository, clock } = this.#options;
    const room = { documentId: this.documentId, generation: this.#generation };
    const last = await repository.append(room, batch, clock.now());
    if (last === undefined) throw new Error('The stored room is gone.');
    const first = last - batch.length + 1;
    if (first > this.#seq + 1) await this.#catchUp(first - 1);
    this.#seq = last;
    const senders = new Set(batch.map(({ member }) => member));
    const [only] = senders.size === 1 ? senders : [];
    this.#broadcast(this.#updates(batch), only);
    for (const member of senders) this.#send(member, { type: 'kept', seq: last });
    this.#tellSeq();
    if (this.#seq - this.#snapshotSeq > maxRows) await this.#compact();
  }

  async #follow(): Promise<void> {
    this.#isFollowing = false;
    await this.#catchUp(Infinity);
    const { revision } = await this.#options.readSaved(this.#path);
    if (revision !== this.#baseRevision) await this.#absorb();
  }

  /** Takes over updates by other servers. */
  async #catchUp(upTo: number): Promise<void> {
    const found = await this.#options.repository.listUpdates(this.documentId, this.#seq);
    const updates = found.filter(({ seq }) => seq <= upTo);
    if (updates.length === 0) return;
    if (updates[0]!.seq !== this.#seq + 1) throw new Error('Updates are missing.');
    for (const { data } of updates) this.#text!.apply(data);
    this.#seq = updates.at(-1)!.seq;
    this.#broadcast(this.#updates(updates));
  }

  /**
   * Takes note of another saved revision. The text of a member's save is found among the updates; any other is merged
   * into the text, line by line. Where both changed the same lines, the text keeps those of the room, and members are
   * told. Concurrent servers do it once: the row is compared and set.
   */
  async #absorb(): Promise<void> {
    const { repository, readSaved, clock } = this.#options;
    const { documentId } = this;
    for (let left = maxTries; left > 0; left -= 1) {
      const saved = await readSaved(this.#path);
      const { revision, body } = saved;
      const { room, updates } = await this.#read();
      this.#baseRevision = room.baseRevision;
      if (room.baseRevision === revision) return;
      const { clashes, ...change } = mergeSaved(room, updates, saved);
      const absorbed = await repository.absorb({
        documentId,
        expected: room,
        revision,
        base: body,
        ...change,
        at: clock.now(),
      });
      if (!absorbed) continue;
      this.#baseRevision = revision;
      await this.#catchUp(Infinity);
      if (clashes > 0) this.#broadcast({ type: 'clash', author: saved.author, revision });
      this.#tellSeq();
      return;
    }
  }

  #tellSeq(): void {
    if (this.#options.peopleElsewhere().length > 0) this.#options.onChange();
  }

  async #compact(): Promise<void> {
    const { room, updates } = await this.#read();
    const upTo = this.#seq - keptRows;
    const text = RoomText.restore(room.snapshot);
    for (const { seq, data } of updates) if (seq <= upTo) text.apply(data);
    await this.#options.repository.compact(this.documentId, upTo, text.state());
    this.#snapshotSeq = upTo;
  }

  #announce(left: readonly string[] = []): void {
    this.#sendMembers();
    this.#options.onChange(this.people, left);
  }

  #sendMembers(): void {
    const members = [...this.people, ...this.#options.peopleElsewhere()];
    for (const { member } of this.#members.values())
      this.#send(member, { type: 'members', you: member.id, members });
  }

  #sendCursors(people: readonly RoomPerson[]): void {
    const cursors = people.map(({ id, cursor }) => ({ id, cursor }));
    if (cursors.length > 0) this.#broadcast({ type: 'cursors', cursors });
  }

  #state(text: RoomText): RoomMessage {
    return {
      type: 'state',
      generation: this.#generation,
      seq: this.#seq,
      base_revision: this.#baseRevision,
      data: Buffer.from(text.state()).toString('base64'),
    };
  }

  #updates(updates: readonly { readonly author: string; readonly data: Uint8Array }[]) {
    return {
      type: 'updates' as const,
      seq: this.#seq,
      updates: updates.map(({ author, data }) => ({
        by: author,
        data: Buffer.from(data).toString('base64'),
      })),
    };
  }

  #send(member: RoomMember, message: RoomMessage): void {
    member.send(JSON.stringify(message));
  }

  #broadcast(message: RoomMessage, except?: RoomMember): void {
    const text = JSON.stringify(message);
    for (const { member } of this.#members.values()) if (member !== except) member.send(text);
  }
}
