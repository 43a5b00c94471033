import { isProblem } from '@galley/sdk';
import { createStore } from '../../../lib/store.ts';
import type { SourceParts } from './source-parts.ts';

export interface RoomPerson {
  /** Identifies one of their pages. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Number of their colour. */
  readonly slot: number;
}

export interface OwnVersion {
  /** Text of the room at that time. */
  readonly base: string;
  /** With the user's own lines. */
  readonly text: string;
}

export interface RoomState {
  /** Others are here, or have left unsaved changes: all see one text. Otherwise, the page works as without rooms. */
  readonly isShared: boolean;
  readonly isConnected: boolean;
  /** The server has stored everything that was typed here. */
  readonly isKept: boolean;
  /** Id of this page. */
  readonly you: string;
  readonly people: readonly RoomPerson[];
  /** Lines that the user changed before joining, and others as well; until the user chooses. */
  readonly ownVersion: OwnVersion | null;
  /** Author of a version saved elsewhere, with other text in lines that were changed here. */
  readonly clashWith: string | null;
}

export const outsideRoom: RoomState = {
  isShared: false,
  isConnected: false,
  isKept: true,
  you: '',
  people: [],
  ownVersion: null,
  clashWith: null,
};

/** The room as an editing session sees it. The code of rooms is loaded later. */
export class RoomLink {
  readonly state = createStore(outsideRoom);
  /** Waits until the server has stored what was typed; gives up when it can't be reached. */
  waitUntilStored: () => Promise<void> = () => Promise.resolve();
  /** Takes note of a newer saved version; false without one. */
  refresh: () => Promise<boolean> = () => Promise.resolve(false);

  /** Puts the user's own version of lines into the text, or drops it. */
  chooseVersion: (isOwn: boolean) => void = () => undefined;

  get isShared(): boolean {
    return this.state.get().isShared;
  }

  /** Null if nothing needs a copy: the room has the text, and fields are as saved. */
  partsToBackUp(now: SourceParts, saved: SourceParts): SourceParts | null {
    const { isShared, isKept } = this.state.get();
    if (!isShared || !isKept) return now;
    return now.yaml === saved.yaml ? null : { yaml: now.yaml, body: saved.body };
  }

  /** After a save was refused because another member had just saved: the text here has their changes. */
  async catchUp(error: unknown): Promise<boolean> {
    if (!this.isShared || !isProblem(error, 'stale_revision')) return false;
    return this.refresh().catch(() => false);
  }
}
