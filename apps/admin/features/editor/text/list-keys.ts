import { isolateHistory } from '@codemirror/commands';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import { keymap, type Command } from '@codemirror/view';
import { continueMarkup } from './paragraph-keys.ts';
import { isInCode } from './syntax-at.ts';

const itemPattern = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)/;

interface Item {
  readonly indent: number;
  readonly marker: string;
}

function itemOf(text: string): Item | undefined {
  const [, indent, marker] = itemPattern.exec(text.replace(/\t/g, '    ')) ?? [];
  return marker === undefined ? undefined : { indent: indent!.length, marker };
}

/** Lines of the list around a line, without the blank lines at its ends. */
function listLines(
  state: EditorState,
  line: number,
): { readonly first: number; readonly last: number } {
  const isPart = (number: number): boolean => {
    if (number < 1 || number > state.doc.lines) return false;
    const { text } = state.doc.line(number);
    return itemOf(text) !== undefined || /^\s+\S/.test(text);
  };
  const isBlankInside = (number: number, step: number) =>
    number >= 1 &&
    number <= state.doc.lines &&
    state.doc.line(number).text.trim() === '' &&
    isPart(number + step);
  let first = line;
  let last = line;
  while (isPart(first - 1) || isBlankInside(first - 1, -1)) first -= 1;
  while (isPart(last + 1) || isBlankInside(last + 1, 1)) last += 1;
  return { first, last };
}

interface Numbering {
  readonly indent: number;
  readonly isOrdered: boolean;
  next: number;
}

/** Numbers the items of ordered lists in sequence, from the first number of each list. */
export function renumber(lines: readonly string[]): string[] {
  const open: Numbering[] = [];
  return lines.map((text) => {
    const item = itemOf(text);
    if (!item) return text;
    const list = numberingOf(open, item);
    if (!list.isOrdered) return text;
    list.next += 1;
    return text.replace(/^(\s*)\d+/, `$1${list.next - 1}`);
  });
}

/** A nested list starts at 1; the outer one keeps its first number. */
function numberingOf(open: Numbering[], { indent, marker }: Item): Numbering {
  while (open.length > 0 && open.at(-1)!.indent > indent) open.pop();
  const isOrdered = /^\d/.test(marker);
  const current = open.at(-1);
  if (current?.indent === indent && current.isOrdered === isOrdered) return current;
  if (current?.indent === indent) open.pop();
  const made = { indent, isOrdered, next: open.length > 0 ? 1 : Number.parseInt(marker, 10) };
  open.push(made);
  return made;
}

/** An item takes its own content with it: lines below that are further indented. */
function moveItem(lines: string[], place: number, step: 1 | -1): boolean {
  const item = itemOf(lines[place]!);
  if (!item) return false;
  const before = lines.slice(0, place).map(itemOf);
  const above = before.findLast((one) => one !== undefined && one.indent <= item.indent);
  const parent = before.findLast((one) => one !== undefined && one.indent < item.indent);
  const target =
    step === 1
      ? above?.indent === item.indent
        ? item.indent + above.marker.length + 1
        : item.indent
      : (parent?.indent ?? 0);
  const shift = target - item.indent;
  let last = place;
  const isInner = (text: string) =>
    text.trim() === '' || /^\s*/.exec(text)![0].length > item.indent;
  while (last + 1 < lines.length && isInner(lines[last + 1]!)) last += 1;
  for (let at = place; at <= last; at += 1) lines[at] = indented(lines[at]!, shift);
  return true;
}

function indented(text: string, shift: number): string {
  if (text.trim() === '') return text;
  return shift >= 0 ? ' '.repeat(shift) + text : text.replace(new RegExp(`^ {0,${-shift}}`), '');
}

/** Outside lists, Tab leaves the editor, as it does in every other field. */
function moveItems(step: 1 | -1): Command {
  return (view) => {
    const { state } = view;
    const { main } = state.selection;
    const chosen = {
      first: state.doc.lineAt(main.from).number,
      last: state.doc.lineAt(main.to).number,
    };
    if (state.readOnly || isInCode(state) || !itemOf(state.doc.line(chosen.first).text))
      return false;
    const { first } = listLines(state, chosen.first);
    const { last } = listLines(state, chosen.last);
    const before = Array.from(
      { length: last - first + 1 },
      (_, at) => state.doc.line(first + at).text,
    );
    const lines = [...before];
    for (let line = chosen.first; line <= chosen.last; line += 1) {
      const own = itemOf(before[line - first]!);
      const isMovedWithParent = before
        .slice(chosen.first - first, line - first)
        .some((text) => (itemOf(text)?.indent ?? Infinity) < (own?.indent ?? 0));
      if (!isMovedWithParent) moveItem(lines, line - first, step);
    }
    const changes = changedLines(state, { first, before, after: renumber(lines) });
    view.dispatch({ changes, userEvent: 'input.indent', scrollIntoView: true });
    return true;
  };
}

/** Only the differing starts of lines, so that the cursor stays in its text. */
function changedLines(
  state: EditorState,
  { first, before, after }: { first: number; before: readonly string[]; after: readonly string[] },
): TransactionSpec['changes'] {
  return before.flatMap((text, place) => {
    const next = after[place]!;
    if (next === text) return [];
    const { from } = state.doc.line(first + place);
    const old = /^\s*(?:\d+)?/.exec(text)![0];
    const insert = /^\s*(?:\d+)?/.exec(next)![0];
    return [{ from, to: from + old.length, insert }];
  });
}

/** Enter after the opening of a code block adds its end. */
const closeFence: Command = (view) => {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const [, indent = '', fence] = /^(\s*)(`{3,}|~{3,})[^`]*$/.exec(line.text) ?? [];
  if (fence === undefined || !main.empty || main.head !== line.to || state.readOnly) return false;
  const rest = state.doc.sliceString(line.to);
  const fences = [...state.doc.sliceString(0, line.to).matchAll(/^\s*(?:`{3,}|~{3,})/gm)].length;
  const isClosed = new RegExp(`^\\s*${fence}\\s*$`, 'm').test(rest);
  // An even number of fences above means that this one ends a block.
  if (isClosed || fences % 2 === 0) return false;
  const insert = `\n${indent}\n${indent}${fence}`;
  view.dispatch({
    changes: { from: line.to, insert },
    selection: { anchor: line.to + 1 + indent.length },
    annotations: isolateHistory.of('full'),
    userEvent: 'input',
  });
  return true;
};

export const listKeys = keymap.of([
  { key: 'Enter', run: (view) => closeFence(view) || continueMarkup(view) },
  { key: 'Tab', run: moveItems(1), shift: moveItems(-1) },
]);
