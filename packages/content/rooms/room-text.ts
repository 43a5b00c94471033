import * as Y from 'yjs';

/** Name of the text in the Yjs document; the admin uses the same. */
export const textName = 'text';

/** The text of a room, as a Yjs document. */
export class RoomText {
  readonly doc = new Y.Doc();
  readonly #text = this.doc.getText(textName);

  static begin(text: string): RoomText {
    const room = new RoomText();
    room.#text.insert(0, text);
    return room;
  }

  static restore(snapshot: Uint8Array): RoomText {
    const room = new RoomText();
    room.apply(snapshot);
    return room;
  }

  get length(): number {
    return this.#text.length;
  }

  apply(update: Uint8Array): void {
    Y.applyUpdate(this.doc, update);
  }

  state(): Uint8Array {
    return Y.encodeStateAsUpdate(this.doc);
  }

  /** Returns the update. */
  edit(edits: readonly TextEdit[]): Uint8Array {
    const before = Y.encodeStateVector(this.doc);
    this.doc.transact(() => {
      for (const { at, remove, insert } of edits) {
        if (remove > 0) this.#text.delete(at, remove);
        if (insert !== '') this.#text.insert(at, insert);
      }
    });
    return Y.encodeStateAsUpdate(this.doc, before);
  }

  toString(): string {
    return this.#text.toJSON();
  }
}

/** Each counts from the text after the edits before it. */
export interface TextEdit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}
