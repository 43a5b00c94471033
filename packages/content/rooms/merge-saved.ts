import { mergeThree } from './merge-three.ts';
import type { Absorbed, StoredRoom, StoredUpdate } from './room-repository.ts';
import { RoomText } from './room-text.ts';
import { textEdits } from './text-edits.ts';

/** The saved text, as of now; `body` as the editor has it. */
export interface SavedText {
  readonly revision: string;
  readonly body: string;
  /** Author of the change that brought it. */
  readonly author: string;
}

type MergedSave = Pick<Absorbed, 'savedSeq' | 'update'> & {
  /** Number of places that both changed differently; the text of the room stays there. */
  readonly clashes: number;
};

/**
 * Members save what they see, which is the text after some update: then only `savedSeq` follows. Any other saved text
 * is a change from elsewhere, which is merged into that of the room line by line.
 */
export function mergeSaved(
  room: StoredRoom,
  updates: readonly StoredUpdate[],
  { body, author }: SavedText,
): MergedSave {
  const text = RoomText.restore(room.snapshot);
  const isSaved = () => text.length === body.length && text.toString() === body;
  let savedSeq = isSaved() ? room.snapshotSeq : undefined;
  for (const { seq, data } of updates) {
    text.apply(data);
    if (isSaved()) savedSeq = seq;
  }
  if (savedSeq !== undefined) return { savedSeq, clashes: 0 };
  const mine = text.toString();
  const merged = mergeThree(room.base.toString(), mine, body);
  const edits = textEdits(mine, merged.text);
  const { clashes } = merged;
  if (edits.length === 0) return { clashes };
  const isAllSaved = merged.text === body;
  return {
    savedSeq: isAllSaved ? room.lastSeq + 1 : undefined,
    update: { author, data: text.edit(edits) },
    clashes,
  };
}
