import { Transaction, EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { ySync, ySyncAnnotation, ySyncFacet, YSyncConfig } from 'y-codemirror.next';
import * as Y from 'yjs';
import { differences } from '../session/differences.ts';
import { programmaticChange } from '../session/text-hooks.ts';
import { roomExtensions } from '../text/room-compartment.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { remoteCursors } from './remote-cursors.ts';
import type { Cursor } from './room-socket.ts';

/** Changes that the server knows. */
const fromServer = Symbol('from the server');

const remote = [
  programmaticChange.of(true),
  Transaction.addToHistory.of(false),
  Transaction.remote.of(true),
];

interface RoomTextOptions {
  readonly view: EditorView;
  readonly generation: string;
  readonly client: number;
  readonly onOwnChange: (update: Uint8Array) => void;
  readonly onRemoteChange: () => void;
  readonly onSelect: () => void;
}

/**
 * The text of the room in this page, bound to the editor. The editor's own history stays in charge: changes of others
 * are no part of it, so Undo takes back the user's own changes alone, also those before the text was shared.
 */
export class RoomText {
  readonly generation: string;
  readonly #options: RoomTextOptions;
  readonly #doc = new Y.Doc();
  readonly #text = this.#doc.getText('text');

  constructor(options: RoomTextOptions) {
    this.#options = options;
    this.generation = options.generation;
    this.#doc.clientID = options.client;
    this.#doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== fromServer) options.onOwnChange(update);
    });
  }

  apply(data: string): void {
    Y.applyUpdate(this.#doc, fromBase64(data), fromServer);
  }

  toString(): string {
    return this.#text.toJSON();
  }

  /** As a change by the user. */
  write(text: string): void {
    const edits = differences(this.toString(), text);
    this.#doc.transact(() => {
      let shift = 0;
      for (const { from, to, insert } of edits) {
        if (to > from) this.#text.delete(from + shift, to - from);
        if (insert !== '') this.#text.insert(from + shift, insert);
        shift += insert.length - (to - from);
      }
    });
  }

  /** Shows the text in the editor, and keeps both alike from then on. */
  bind(): void {
    const { view, onRemoteChange, onSelect } = this.#options;
    this.#show();
    // The binding needs no awareness: the server says who is where.
    const config = new YSyncConfig(this.#text, null);
    const extensions: Extension = [
      ySyncFacet.of(config),
      ySync,
      EditorState.transactionExtender.of((transaction) =>
        transaction.annotation(ySyncAnnotation) === undefined ? null : { annotations: remote },
      ),
      remoteCursors,
      EditorView.updateListener.of(({ transactions, selectionSet, docChanged }) => {
        const isRemote = transactions.some((one) => one.annotation(ySyncAnnotation));
        if (isRemote) onRemoteChange();
        else if (selectionSet || docChanged) onSelect();
      }),
    ];
    view.dispatch({ effects: roomExtensions.reconfigure(extensions) });
  }

  /** Undoes `bind`: the text stays. */
  unbind(): void {
    this.#options.view.dispatch({ effects: roomExtensions.reconfigure([]) });
  }

  /** Makes up for characters that Yjs and the editor treat differently, such as half of an emoji. */
  reconcile(): void {
    const { view } = this.#options;
    if (view.state.doc.toString() !== this.toString()) this.#show();
  }

  cursor(): Cursor {
    const { anchor, head } = this.#options.view.state.selection.main;
    return { anchor: this.#encode(anchor), head: this.#encode(head) };
  }

  /** Undefined for text that has not arrived. */
  positionOf(encoded: string): number | undefined {
    try {
      const position = Y.decodeRelativePosition(fromBase64(encoded));
      const found = Y.createAbsolutePositionFromRelativePosition(position, this.#doc);
      return found?.type === this.#text ? found.index : undefined;
    } catch {
      return undefined;
    }
  }

  #show(): void {
    const { view } = this.#options;
    const changes = differences(view.state.doc.toString(), this.toString());
    view.dispatch({
      changes,
      annotations: [programmaticChange.of(true), Transaction.addToHistory.of(false)],
    });
  }

  #encode(at: number): string {
    const position = Y.createRelativePositionFromTypeIndex(this.#text, at, -1);
    return toBase64(Y.encodeRelativePosition(position));
  }
}
