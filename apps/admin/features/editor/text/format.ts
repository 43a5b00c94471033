import {
  EditorSelection,
  type ChangeSpec,
  type SelectionRange,
  type Text,
} from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { enclosingBlock } from './syntax-at.ts';

export function toggleMark(mark: string): Command {
  return (view) => {
    if (view.state.readOnly) return false;
    const { length } = mark;
    const change = view.state.changeByRange((range) => {
      const { from, to } = range;
      if (isMarked(view.state.doc, range, mark)) {
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(from - length, to - length),
        };
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + length, to + length),
      };
    });
    view.dispatch(view.state.update(change, { userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };
}

/** In `**bold**`, the asterisks next to the text are not italic ones; in `***both***`, one of the three is. */
function isMarked(doc: Text, { from, to }: SelectionRange, mark: string): boolean {
  const before = doc.sliceString(Math.max(0, from - 3), from);
  const after = doc.sliceString(to, to + 3);
  if (!before.endsWith(mark) || !after.startsWith(mark)) return false;
  const run = before.length - before.replace(/\*+$/, '').length;
  return mark !== '*' || run !== 2;
}

/** A cursor at the start of a line moves behind the new prefix, so that typing continues in the text. */
export function toggleLinePrefix(prefix: (line: number) => string, kind: RegExp): Command {
  return (view) => {
    if (view.state.readOnly) return false;
    const lines = selectedLines(view);
    const all = lines.every(({ text }, place) => text.startsWith(prefix(place)));
    const prefixLength = (text: string): number => kind.exec(text)?.[0].length ?? 0;
    const changes = view.state.changes(
      lines.map(({ from, text }, place): ChangeSpec => ({
        from,
        to: from + prefixLength(text),
        insert: all ? '' : prefix(place),
      })),
    );
    const moved = (position: number): number => {
      const { from, text } = view.state.doc.lineAt(position);
      return changes.mapPos(Math.max(position, from + prefixLength(text)), 1);
    };
    const { ranges, mainIndex } = view.state.selection;
    view.dispatch({
      changes,
      selection: EditorSelection.create(
        ranges.map(({ anchor, head }) => EditorSelection.range(moved(anchor), moved(head))),
        mainIndex,
      ),
      userEvent: 'input.format',
      scrollIntoView: true,
    });
    return true;
  };
}

const linePrefix = /^(?:> |[-*+] \[[ xX]\] |[-*+] |\d+[.)] )/;

export const bold = toggleMark('**');
export const italic = toggleMark('*');
export const code = toggleMark('`');
export const strikethrough = toggleMark('~~');
export const quote = toggleLinePrefix(() => '> ', linePrefix);
export const bullets = toggleLinePrefix(() => '- ', linePrefix);
export const numbers = toggleLinePrefix((line) => `${line + 1}. `, linePrefix);
export const tasks = toggleLinePrefix(() => '- [ ] ', linePrefix);

export function heading(level: number): Command {
  return toggleLinePrefix(() => `${'#'.repeat(level)} `, /^#{1,6} /);
}

export const nextHeading: Command = (view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const level = /^(#{1,6}) /.exec(line.text)?.[1]?.length ?? 1;
  return heading(level >= 4 ? level : level + 1)(view);
};

/** The cursor goes to the NUL in `text`, or without one to an empty line below the block. */
export function insertBlock(
  view: EditorView,
  text: string,
  position = view.state.selection.main.head,
): boolean {
  if (view.state.readOnly) return false;
  const { doc } = view.state;
  const line = doc.lineAt(position);
  const isEmpty = line.text.trim() === '';
  const from = isEmpty ? line.from : line.to;
  const isBelowText = line.number > 1 && previousText(view, line.number) !== '';
  const gap = isBelowText ? '\n' : '';
  const before = isEmpty ? gap : '\n\n';
  const cursor = text.indexOf('\u0000');
  const block = text.replace('\u0000', '');
  const end = from + before.length + block.length;
  const after = cursor === -1 ? spaceBelow(doc, line.to) : '\n';
  view.dispatch({
    changes: { from, to: line.to, insert: `${before}${block}${after}` },
    selection: EditorSelection.cursor(cursor === -1 ? end + 2 : from + before.length + cursor),
    userEvent: 'input.format',
    scrollIntoView: true,
  });
  return true;
}

/** Line breaks missing below a block for an empty line, the cursor's line, and an empty line before the next text. */
function spaceBelow(doc: Text, position: number): string {
  const following = doc.sliceString(position, position + 4);
  const present = /^\n*/.exec(following)![0].length;
  const isAtEnd = position + present === doc.length;
  return '\n'.repeat(Math.max(0, (isAtEnd ? 2 : 4) - present));
}

/** In a table, list, quote or heading, a picture goes below it; elsewhere where the cursor is, or over the chosen picture. */
export function insertPicture(view: EditorView, markdown: string): boolean {
  const { main } = view.state.selection;
  const isReplaced = /^!\[[^]*\)$/.test(view.state.sliceDoc(main.from, main.to));
  const block = isReplaced ? undefined : enclosingBlock(view.state, main.head);
  if (block && block.name !== 'Paragraph') return insertBlock(view, markdown, block.to);
  const line = view.state.doc.lineAt(main.head);
  const isInline = !main.empty || (line.text.trim() !== '' && main.head < line.to);
  return isInline ? insertText(view, markdown) : insertBlock(view, markdown);
}

/** Pictures on consecutive lines are a gallery. */
export function insertBeside(view: EditorView, markdown: string): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const end = state.doc.lineAt(to).to;
  const changes = { from: end, insert: `\n${markdown}` };
  const selection = { anchor: from, head: end + 1 + markdown.length };
  view.dispatch({ changes, selection, userEvent: 'input.format', scrollIntoView: true });
  return true;
}

export function insertText(view: EditorView, text: string): boolean {
  if (view.state.readOnly) return false;
  view.dispatch(view.state.replaceSelection(text), {
    userEvent: 'input.format',
    scrollIntoView: true,
  });
  return true;
}

export const callout: Command = (view) => insertBlock(view, '> [!NOTE]\n> \u0000');
export const codeBlock: Command = (view) => insertBlock(view, '```\n\u0000\n```');
export const rule: Command = (view) => insertBlock(view, '---');
export const table: Command = (view) => insertBlock(view, '| \u0000 |  |\n| --- | --- |\n|  |  |');

export const footnote: Command = (view) => {
  if (view.state.readOnly) return false;
  const { doc, selection } = view.state;
  const used = [...doc.toString().matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
  const mark = `[^${Math.max(0, ...used) + 1}]`;
  const { to } = selection.main;
  const gap = doc.toString().endsWith('\n') ? '\n' : '\n\n';
  const note = `${gap}${mark}: `;
  view.dispatch({
    changes: [
      { from: to, insert: mark },
      { from: doc.length, insert: note },
    ],
    selection: EditorSelection.cursor(doc.length + mark.length + note.length),
    userEvent: 'input.format',
    scrollIntoView: true,
  });
  return true;
};

export function insertLink(
  view: EditorView,
  { text, url }: { text: string; url: string },
): boolean {
  const { from, to } = view.state.selection.main;
  const chosen = view.state.sliceDoc(from, to);
  return insertText(view, `[${chosen || text}](${linkDestination(url)})`);
}

/** Markdown link destination: with spaces or brackets it needs `<>`. */
export function linkDestination(url: string): string {
  return /[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, encodeURIComponent)}>` : url;
}

export function escapeBrackets(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').replace(/([\\[\]])/g, '\\$1');
}

function previousText(view: EditorView, line: number): string {
  return view.state.doc.line(line - 1).text.trim();
}

function selectedLines(view: EditorView): { from: number; text: string }[] {
  const { doc, selection } = view.state;
  const numbersOf = ({ from, to }: SelectionRange) => {
    const first = doc.lineAt(from).number;
    const last = doc.lineAt(to).number;
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  };
  return [...new Set(selection.ranges.flatMap(numbersOf))].map((number) => doc.line(number));
}
