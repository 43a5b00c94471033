import { mergeUpdates } from 'yjs';
import { getEditable } from '../session/editable-document.ts';
import type { EditingSession } from '../session/editing-session.ts';
import { mergeThree } from '../session/merge-three.ts';
import { outsideRoom, type RoomPerson, type RoomState } from '../session/room-link.ts';
import { adoptShared } from './adopt-shared.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { showCursors, type RemoteCursor } from './remote-cursors.ts';
import { RoomSocket, type Cursor, type MemberInfo, type RoomMessage } from './room-socket.ts';
import { RoomText } from './room-text.ts';
import {
  findOwnVersion,
  findStoredChanges,
  storeChanges,
  storeOwnVersion,
  type StoredChanges,
} from './stored-changes.ts';

const answerMs = 10_000;
const keptMs = 5_000;
const storeMs = 250;
const cursorMs = 60;
const reconcileMs = 500;
const maxUpdates = 200;
const colours = 8;

/** Codes with which the server ends a room for this page; others are tried again. */
const finalCodes = new Set([4400, 4401, 4403, 4404, 4410, 4413]);
const clientTaken = 4409;

/**
 * This page in the room of its document. Alone, it only listens, and the editor works as without rooms. With others,
 * the text is bound to that of the room: changes go to the server one message at a time, each after the last one is
 * stored, and are kept in the browser until then.
 */
export class RoomSession {
  readonly #editing: EditingSession;
  readonly #onMoved: (path: string) => void;
  readonly #socket: RoomSocket;
  #client = newClient();
  #earlier: StoredChanges | undefined;
  #text: RoomText | undefined;
  #isJoined = false;
  #members: readonly MemberInfo[] = [];
  readonly #slots = new Map<string, number>();
  readonly #cursors = new Map<string, Cursor | null>();
  #pending: Uint8Array[] = [];
  #sent: Uint8Array[] | undefined;
  #waiting: (() => void)[] = [];
  readonly #timers = new Map<string, number>();
  readonly #keep = (): void => this.#store();

  constructor(editing: EditingSession, onMoved: (path: string) => void) {
    this.#editing = editing;
    this.#onMoved = onMoved;
    this.#earlier = findStoredChanges(editing.username, editing.path);
    editing.room.waitUntilStored = () => this.#waitUntilStored();
    editing.room.refresh = () => this.#refresh();
    editing.room.chooseVersion = (isOwn) => this.#chooseVersion(isOwn);
    addEventListener('pagehide', this.#keep);
    this.#socket = new RoomSocket({
      address: () => ({
        path: editing.path,
        client: String(this.#client),
        ...(this.#earlier && { earlier: String(this.#earlier.client) }),
      }),
      onMessage: (message) => this.#hear(message),
      onClose: (code) => this.#lose(code),
    });
  }

  stop(): void {
    removeEventListener('pagehide', this.#keep);
    this.#store();
    this.#socket.stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #hear(message: RoomMessage): void {
    switch (message.type) {
      case 'members':
        this.#takeMembers(message.you, message.members);
        break;
      case 'state':
        this.#join(message);
        break;
      case 'updates':
        for (const { data } of message.updates) this.#text?.apply(data);
        break;
      case 'kept':
        this.#handleStored();
        break;
      case 'cursors':
        for (const { id, cursor } of message.cursors) this.#cursors.set(id, cursor);
        this.#showCursors();
        break;
      case 'moved':
        this.#onMoved(message.path);
        break;
      case 'clash':
        this.#set({ clashWith: message.author });
        break;
    }
  }

  #takeMembers(you: string, members: readonly MemberInfo[]): void {
    this.#members = members;
    for (const { id, cursor } of members) if (cursor) this.#cursors.set(id, cursor);
    const names = new Set(members.map(({ username }) => username));
    for (const name of this.#slots.keys()) if (!names.has(name)) this.#slots.delete(name);
    const people = members.map((member): RoomPerson => {
      const { id, username, name } = member;
      return { id, username, name: name || username, slot: this.#slotOf(username) };
    });
    this.#set({ you, people, isConnected: true });
    if (this.#text) this.#editing.lock.suspend(names);
    this.#showCursors();
  }

  #slotOf(username: string): number {
    const known = this.#slots.get(username);
    if (known !== undefined) return known;
    const used = new Set(this.#slots.values());
    const free = Array.from({ length: colours }, (_, slot) => slot).find((slot) => !used.has(slot));
    const slot = free ?? this.#slots.size % colours;
    this.#slots.set(username, slot);
    return slot;
  }

  /** At the start of sharing, and after each interruption. */
  #join({ generation, data }: Extract<RoomMessage, { type: 'state' }>): void {
    if (this.#text?.generation === generation) this.#text.apply(data);
    else this.#begin(generation, data);
    this.#pending = [...(this.#sent ?? []), ...this.#pending];
    this.#sent = undefined;
    this.#isJoined = true;
    this.#set({ isConnected: true, isShared: true });
    this.#editing.lock.suspend(new Set(this.#members.map(({ username }) => username)));
    this.#flush();
    this.#later('cursor', cursorMs, () => this.#sendCursor());
  }

  /** Brings the text of this page into that of the room. */
  #begin(generation: string, data: string): void {
    const editing = this.#editing;
    const base = editing.savedParts().body;
    const mine = editing.parts().body;
    this.#text?.unbind();
    this.#pending = [];
    this.#sent = undefined;
    const text = new RoomText({
      view: editing.view,
      generation,
      client: this.#client,
      onOwnChange: (update) => this.#queue(update),
      onRemoteChange: () => this.#takeRemoteChange(),
      onSelect: () => this.#later('cursor', cursorMs, () => this.#sendCursor()),
    });
    this.#text = text;
    text.apply(data);
    if (this.#earlier?.generation === generation) {
      text.apply(this.#earlier.data);
      this.#pending.push(fromBase64(this.#earlier.data));
    } else if (mine !== base) this.#mergeOwnText(text, { base, mine });
    this.#earlier = undefined;
    text.bind();
    editing.noteRemoteChange();
    editing.dismissRestoredNotice();
    const left = findOwnVersion(editing.username, editing.path);
    if (left) this.#set({ ownVersion: left });
    this.#set({ isShared: true, isKept: this.#pending.length === 0 });
    // The room has the text now.
    this.#later('backup', storeMs, () => void editing.backup.flush());
  }

  #mergeOwnText(
    text: RoomText,
    { base, mine }: { readonly base: string; readonly mine: string },
  ): void {
    const theirs = text.toString();
    const merged = mergeThree(base, theirs, mine);
    if (merged.text !== theirs) text.write(merged.text);
    if (merged.clashes === 0) return;
    const ownVersion = { base: merged.text, text: mergeThree(base, mine, theirs).text };
    const { username, path } = this.#editing;
    storeOwnVersion(username, path, ownVersion);
    this.#set({ ownVersion });
  }

  #chooseVersion(isOwn: boolean): void {
    const { username, path, room } = this.#editing;
    const { ownVersion } = room.state.get();
    const text = this.#text;
    if (isOwn && ownVersion && text) {
      const { base, text: own } = ownVersion;
      text.write(mergeThree(base, own, text.toString()).text);
      text.reconcile();
    }
    storeOwnVersion(username, path, null);
    this.#set({ ownVersion: null });
  }

  #queue(update: Uint8Array): void {
    this.#pending.push(update);
    if (this.#editing.room.state.get().isKept) this.#set({ isKept: false });
    this.#later('store', storeMs, () => this.#store());
    this.#later('reconcile', reconcileMs, () => this.#text?.reconcile());
    this.#flush();
  }

  #flush(): void {
    if (!this.#isJoined || this.#sent || this.#pending.length === 0) return;
    this.#sent = this.#pending.splice(0, maxUpdates);
    this.#socket.send({ type: 'update', data: toBase64(mergeUpdates(this.#sent)) });
    this.#later('answer', answerMs, () => this.#socket.reconnect());
  }

  #handleStored(): void {
    this.#sent = undefined;
    this.#cancel('answer');
    this.#flush();
    if (this.#sent) return;
    this.#set({ isKept: true });
    this.#cancel('store');
    this.#store();
    for (const done of this.#waiting.splice(0)) done();
  }

  /** Keeps text that the server may not have: as changes, and as text for when the room is gone. */
  #store(): void {
    if (!this.#text) return;
    const { username, path, backup } = this.#editing;
    const left = [...(this.#sent ?? []), ...this.#pending];
    const data = left.length > 0 ? toBase64(mergeUpdates(left)) : undefined;
    const { generation } = this.#text;
    storeChanges(username, path, data ? { generation, client: this.#client, data } : undefined);
    backup.storeInBrowser();
  }

  #waitUntilStored(): Promise<void> {
    const { isShared, isKept, isConnected } = this.#editing.room.state.get();
    if (!isShared || isKept || !isConnected) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      setTimeout(resolve, keptMs);
    });
  }

  async #refresh(): Promise<boolean> {
    const detail = await getEditable(this.#editing.path, { background: true });
    if (detail.revision === this.#editing.state.get().detail.revision) return false;
    adoptShared(this.#editing, detail, undefined);
    return true;
  }

  #takeRemoteChange(): void {
    this.#editing.noteRemoteChange();
    this.#later('cursors', 0, () => this.#showCursors());
  }

  #sendCursor(): void {
    if (this.#isJoined && this.#text)
      this.#socket.send({ type: 'cursor', cursor: this.#text.cursor() });
  }

  #showCursors(): void {
    const text = this.#text;
    if (!text) return;
    const { you, people } = this.#editing.room.state.get();
    const cursors = people.flatMap(({ id, name, slot }): RemoteCursor[] => {
      const cursor = id === you ? null : this.#cursors.get(id);
      const anchor = cursor ? text.positionOf(cursor.anchor) : undefined;
      const head = cursor ? text.positionOf(cursor.head) : undefined;
      return anchor === undefined || head === undefined ? [] : [{ anchor, head, name, slot }];
    });
    this.#editing.view.dispatch({ effects: showCursors.of(cursors) });
  }

  #lose(code: number): boolean {
    this.#isJoined = false;
    this.#cancel('answer');
    if (code === clientTaken) {
      this.#client = newClient();
      this.#earlier = undefined;
      this.#leave();
      return true;
    }
    if (finalCodes.has(code)) {
      this.#leave();
      return false;
    }
    this.#members = [];
    this.#cursors.clear();
    this.#set({ isConnected: false });
    return true;
  }

  /** The page continues as without rooms, with the text as it is. */
  #leave(): void {
    const editing = this.#editing;
    this.#text?.unbind();
    this.#text = undefined;
    this.#pending = [];
    this.#sent = undefined;
    editing.room.state.set(outsideRoom);
    for (const done of this.#waiting.splice(0)) done();
    editing.lock.resume();
    if (editing.isDirty()) editing.backup.schedule();
  }

  #set(next: Partial<RoomState>): void {
    this.#editing.room.state.set((state) => ({ ...state, ...next }));
  }

  /** Once after the time, however often it is asked. */
  #later(name: string, delayMs: number, task: () => void): void {
    if (this.#timers.has(name)) return;
    const run = () => {
      this.#timers.delete(name);
      task();
    };
    this.#timers.set(name, window.setTimeout(run, delayMs));
  }

  #cancel(name: string): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}

/** Random, as Yjs makes its own. */
function newClient(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! || 1;
}
