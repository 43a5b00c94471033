import { diffArrays } from 'diff';
import { diffLines, type LineEdit } from '../line-diff.ts';
import { findUnchanged, type TextRange } from './passage.ts';

/** Equal text of both sides. */
interface EqualPart {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** For changed lines: the run time of their comparison by words grows with its square. */
const maxWordMoves = 300;
const maxComparedWords = 20_000;
/** Equal text that occurs once on both sides and is this long ties an edited passage to its place. */
const tieLength = 16;
const tieContext = 48;
/** A passage that became longer than twice its length by more is not told from others. */
const maxGrowth = 200;

/**
 * Follows passages of one text into a later one (ADD-CMT-3). A passage has moved, was edited (at least half of it is still
 * there, around a stretch that is unmistakable), or is gone. Ambiguous passages count as gone, never as another one.
 */
export class PassageFollower {
  readonly #before: string;
  readonly #after: string;
  #parts: readonly EqualPart[] | undefined;

  constructor(before: string, after: string) {
    this.#before = before;
    this.#after = after;
  }

  follow(range: TextRange): TextRange | undefined {
    const [before, after] = [this.#before, this.#after];
    if (before === after) return range;
    if (range.from < 0 || range.to > before.length || range.from > range.to) return undefined;
    const unchanged = findUnchanged({ before, after }, range, () => this.#mapped(range.from));
    if (unchanged) return unchanged;
    return range.from === range.to ? undefined : this.#followEdited(range);
  }

  #mapped(at: number): number | undefined {
    const part = this.#equalParts().find(
      ({ before, length }) => before <= at && at < before + length,
    );
    return part && part.after + at - part.before;
  }

  #followEdited(range: TextRange): TextRange | undefined {
    const { from, to } = range;
    const inside = this.#equalParts()
      .filter((part) => clip(part, range).length > 0 && this.#isTie(part, range))
      .flatMap((part) => clip(part, range));
    const kept = inside.reduce((sum, { length }) => sum + length, 0);
    if (kept === 0 || kept * 2 < to - from) return undefined;
    const [first, last] = [inside[0]!, inside.at(-1)!];
    // Words that replace the beginning or the end of the passage belong to it.
    const start = first.before === from ? first.after : this.#endBefore(first);
    const end =
      last.before + last.length === to ? last.after + last.length : this.#startAfter(last);
    return end - start <= 2 * (to - from) + maxGrowth ? { from: start, to: end } : undefined;
  }

  #isTie(part: EqualPart, { from, to }: TextRange): boolean {
    const [tie] = clip(part, { from: from - tieContext, to: to + tieContext });
    if (!tie || tie.length < tieLength) return false;
    const text = this.#before.slice(tie.before, tie.before + tie.length);
    return occursOnce(this.#before, text) && occursOnce(this.#after, text);
  }

  #endBefore({ after }: EqualPart): number {
    const earlier = this.#equalParts().findLast((part) => part.after + part.length <= after);
    return earlier ? earlier.after + earlier.length : 0;
  }

  #startAfter({ after, length }: EqualPart): number {
    const later = this.#equalParts().find((part) => part.after >= after + length);
    return later ? later.after : this.#after.length;
  }

  #equalParts(): readonly EqualPart[] {
    return (this.#parts ??= joined(equalParts(this.#before, this.#after)));
  }
}

function clip({ before, after, length }: EqualPart, { from, to }: TextRange): EqualPart[] {
  const start = Math.max(before, from);
  const end = Math.min(before + length, to);
  return start < end ? [{ before: start, after: after + start - before, length: end - start }] : [];
}

function occursOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at !== -1 && text.indexOf(part, at + 1) === -1;
}

/** In the order of both texts. */
function* equalParts(before: string, after: string): Generator<EqualPart> {
  let [left, right] = [0, 0];
  for (const edits of runs(diffLines(before, after))) {
    const gone = textOf(edits, 'delete');
    const come = textOf(edits, 'insert');
    if (edits[0]!.op === 'equal') {
      const { length } = textOf(edits, 'equal');
      yield { before: left, after: right, length };
      left += length;
      right += length;
    } else {
      for (const part of equalWords(gone, come))
        yield { ...part, before: part.before + left, after: part.after + right };
      left += gone.length;
      right += come.length;
    }
  }
}

function* runs(edits: readonly LineEdit[]): Generator<LineEdit[]> {
  let run: LineEdit[] = [];
  for (const edit of edits) {
    if (run.length > 0 && (run[0]!.op === 'equal') !== (edit.op === 'equal')) {
      yield run;
      run = [];
    }
    run.push(edit);
  }
  if (run.length > 0) yield run;
}

function textOf(edits: readonly LineEdit[], op: LineEdit['op']): string {
  return edits.flatMap((edit) => (edit.op === op ? edit.text : [])).join('');
}

function* equalWords(before: string, after: string): Generator<EqualPart> {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  if (left.length + right.length > maxComparedWords) return;
  const changes = diffArrays(left, right, { maxEditLength: maxWordMoves });
  let [leftAt, rightAt] = [0, 0];
  // An undefined result means too many moves: then no word counts as equal.
  for (const { added, removed, value } of changes ?? []) {
    const length = value.reduce((sum, word) => sum + word.length, 0);
    if (!added && !removed) yield { before: leftAt, after: rightAt, length };
    if (!added) leftAt += length;
    if (!removed) rightAt += length;
  }
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];
}

function joined(parts: Iterable<EqualPart>): EqualPart[] {
  const all: EqualPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    const isNext =
      last && last.before + last.length === part.before && last.after + last.length === part.after;
    if (isNext) all[all.length - 1] = { ...last, length: last.length + part.length };
    else all.push(part);
  }
  return all;
}
