import type { CommentThread } from '@galley/sdk';
import { ChangeSet } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { differences } from '../session/differences.ts';
import type { EditingSession } from '../session/editing-session.ts';
import { passageMarks, type MarkedPassage, type MarkedPassages } from './passage-marks.ts';

const contextLength = 48;

/** The selected passage as the server finds it, which may not be saved yet (ADD-CMT-4). */
export function passageAt(editing: EditingSession, { from, to }: { from: number; to: number }) {
  const { doc } = editing.view.state;
  const quote = doc.sliceString(from, to);
  const prefix = doc.sliceString(Math.max(0, from - contextLength), from);
  const suffix = doc.sliceString(to, to + contextLength);
  const { revision } = editing.state.get().detail;
  const words = prefix + quote + suffix;
  const saved = editing.savedParts().body;
  const first = saved.indexOf(words);
  const isUnique = first !== -1 && saved.indexOf(words, first + 1) === -1;
  const start = isUnique ? first + prefix.length : from;
  return { revision, from: start, to: start + quote.length, quote, prefix, suffix };
}

/**
 * Places of the threads in the open text. Known ones follow the typing; the server knows those of a saved text better. A
 * deleted passage that is back, as after undo, is found by its words.
 */
export function placeThreads(
  editing: EditingSession,
  { revision, threads }: { readonly revision: string; readonly threads: readonly CommentThread[] },
): Map<string, MarkedPassage | null> {
  const { view } = editing;
  const { passages } = view.state.field(passageMarks);
  const text = view.state.doc.toString();
  const isSaved = revision === editing.state.get().detail.revision;
  const toText = isSaved ? fromSaved(editing.savedParts().body, text) : undefined;
  const news = new Map<string, MarkedPassage | null>();
  for (const thread of threads) {
    const { id, replacement } = thread;
    const known = passages.get(id);
    if (known && isThere(known) && editing.isDirty()) continue;
    const place = savedPlace(thread, toText) ?? findWords(text, thread);
    news.set(id, place ? { ...place, replacement } : null);
  }
  const ids = new Set(threads.map(({ id }) => id));
  for (const id of passages.keys()) if (!ids.has(id) && id !== 'draft') news.set(id, null);
  return news;
}

/** Current words of a thread in the open text. */
export function wordsOf(view: EditorView, id: string): string | undefined {
  const place = view.state.field(passageMarks).passages.get(id);
  return place && view.state.doc.sliceString(place.from, place.to);
}

export function orderInText(
  threads: readonly CommentThread[],
  passages: MarkedPassages,
): CommentThread[] {
  const at = ({ id, from }: CommentThread): number => passages.get(id)?.from ?? from ?? Infinity;
  return threads.toSorted((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)));
}

interface Place {
  readonly from: number;
  readonly to: number;
}

function isThere({ from, to, replacement }: MarkedPassage): boolean {
  return from < to || replacement !== null;
}

function fromSaved(saved: string, text: string): (place: Place) => Place {
  if (saved === text) return (place) => place;
  const changes = ChangeSet.of(differences(saved, text), saved.length);
  return ({ from, to }) => {
    const start = changes.mapPos(from, 1);
    return { from: start, to: Math.max(start, changes.mapPos(to, -1)) };
  };
}

function savedPlace(
  { from, to }: CommentThread,
  toText: ((place: Place) => Place) | undefined,
): Place | undefined {
  return toText && from !== null && to !== null ? toText({ from, to }) : undefined;
}

function findWords(text: string, { quote }: CommentThread): Place | undefined {
  if (!quote) return undefined;
  const from = text.indexOf(quote);
  const isUnique = from !== -1 && text.indexOf(quote, from + 1) === -1;
  return isUnique ? { from, to: from + quote.length } : undefined;
}
