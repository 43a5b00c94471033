import { diffLines, linesOf } from '../history/line-diff.ts';

export interface Merged {
  readonly text: string;
  /** Number of places that both sides changed differently; the merged text has `mine` there. */
  readonly clashes: number;
}

interface Edit {
  /** Line numbers of the base; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly lines: string;
}

/** By lines, as the editor merges (`merge-three.ts` there). Edits that touch each other clash. */
export function mergeThree(base: string, mine: string, theirs: string): Merged {
  const my = editsOf(base, mine);
  const their = editsOf(base, theirs);
  const clashing = ({ from, to }: Edit) => my.filter((one) => one.from <= to && from <= one.to);
  const isSaid = ({ from, to, lines }: Edit) =>
    my.some((one) => one.from === from && one.to === to && one.lines === lines);
  const taken = their.filter((edit) => clashing(edit).length === 0);
  const clashes = their.filter((edit) => clashing(edit).length > 0 && !isSaid(edit)).length;
  const edits = [...my, ...taken].sort((one, other) => one.from - other.from || one.to - other.to);
  const lines = linesOf(base);
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += lines.slice(at, edit.from).join('') + edit.lines;
    at = edit.to;
  }
  return { text: text + lines.slice(at).join(''), clashes };
}

function editsOf(before: string, after: string): Edit[] {
  const edits: { from: number; to: number; lines: string }[] = [];
  let line = 0;
  let isOpen = false;
  for (const { op, text } of diffLines(before, after)) {
    if (op === 'equal') {
      line += 1;
      isOpen = false;
      continue;
    }
    if (!isOpen) edits.push({ from: line, to: line, lines: '' });
    isOpen = true;
    const edit = edits.at(-1)!;
    if (op === 'insert') edit.lines += text;
    else edit.to = line += 1;
  }
  return edits;
}
