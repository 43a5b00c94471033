import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';

export interface Merged {
  readonly text: string;
  /** Number of places that both sides changed differently; the merged text has the user's version there. */
  readonly clashes: number;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: string;
}

export function mergeThree(base: string, mine: string, theirs: string): Merged {
  const start = Text.of(base.split('\n'));
  const my = editsOf(start, mine);
  const their = editsOf(start, theirs);
  const clashing = (edit: Edit): readonly Edit[] =>
    my.filter((one) => one.from <= edit.to && edit.from <= one.to);
  const isSaid = (edit: Edit) =>
    my.some(({ from, to, lines }) => from === edit.from && to === edit.to && lines === edit.lines);
  const taken = their.filter((edit) => clashing(edit).length === 0);
  const clashes = their.filter((edit) => clashing(edit).length > 0 && !isSaid(edit)).length;
  const edits = [...my, ...taken].sort((one, other) => one.from - other.from || one.to - other.to);
  const all = `${base}\n`;
  let text = '';
  let at = 0;
  for (const { from, to, lines } of edits) {
    text += all.slice(at, from) + lines;
    at = to;
  }
  text += all.slice(at);
  return { text: text.endsWith('\n') ? text.slice(0, -1) : text, clashes };
}

/** Edits in whole lines with their line feeds, as if the text ended with one. */
function editsOf(start: Text, after: string): Edit[] {
  const all = `${after}\n`;
  return Chunk.build(start, Text.of(after.split('\n'))).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: Math.min(toA, start.length + 1),
    lines: all.slice(fromB, toB),
  }));
}
