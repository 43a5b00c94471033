import { diffLines } from '../history/line-diff.ts';
import type { TextEdit } from './room-text.ts';

/** Edits by lines, without what their ends have in common, so that cursors stay where they are. */
export function textEdits(before: string, after: string): TextEdit[] {
  const edits: TextEdit[] = [];
  let at = 0;
  let removed = '';
  let inserted = '';
  const close = () => {
    if (removed !== '' || inserted !== '') edits.push(trimmed(at, removed, inserted));
    at += inserted.length;
    removed = inserted = '';
  };
  for (const { op, text } of diffLines(before, after)) {
    if (op === 'delete') removed += text;
    else if (op === 'insert') inserted += text;
    else {
      close();
      at += text.length;
    }
  }
  close();
  return edits;
}

function trimmed(at: number, removed: string, inserted: string): TextEdit {
  const most = Math.min(removed.length, inserted.length);
  let head = 0;
  while (head < most && removed[head] === inserted[head]) head += 1;
  // Yjs replaces halves of a character outside of the BMP.
  if (isHighSurrogate(removed, head - 1)) head -= 1;
  let tail = 0;
  while (tail < most - head && removed.at(-1 - tail) === inserted.at(-1 - tail)) tail += 1;
  if (isLowSurrogate(removed, removed.length - tail)) tail -= 1;
  return {
    at: at + head,
    remove: removed.length - head - tail,
    insert: inserted.slice(head, inserted.length - tail),
  };
}

function isHighSurrogate(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF]/.test(text.charAt(at));
}

function isLowSurrogate(text: string, at: number): boolean {
  return /^[\uDC00-\uDFFF]/.test(text.charAt(at));
}
