import { EditorSelection, type ChangeSpec, type SelectionRange } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';

/** Puts marks around what is selected, or takes them away. */
export function marking(mark: string): Command {
  return (view) => {
    if (view.state.readOnly) return false;
    const { length } = mark;
    const change = view.state.changeByRange((range) => {
      const { from, to } = range;
      const { doc } = view.state;
      const isOutside =
        doc.sliceString(from - length, from) === mark && doc.sliceString(to, to + length) === mark;
      if (isOutside) {
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

/** Begins the selected lines with something, in the place of another beginning of the kind, or takes it away. */
export function beginning(prefix: (line: number) => string, kind: RegExp): Command {
  return (view) => {
    if (view.state.readOnly) return false;
    const lines = selectedLines(view);
    const all = lines.every(({ text }, place) => text.startsWith(prefix(place)));
    const changes = lines.map(({ from, text }, place): ChangeSpec => {
      const before = kind.exec(text)?.[0] ?? '';
      return { from, to: from + before.length, insert: all ? '' : prefix(place) };
    });
    view.dispatch({ changes, userEvent: 'input.format', scrollIntoView: true });
    return true;
  };
}

/** Of a list, a quotation, a task: at the start of a line. */
const block = /^(?:> |[-*+] \[[ xX]\] |[-*+] |\d+[.)] )/;

export const bold = marking('**');
export const italic = marking('*');
export const code = marking('`');
export const strikethrough = marking('~~');
export const quote = beginning(() => '> ', block);
export const bullets = beginning(() => '- ', block);
export const numbers = beginning((line) => `${line + 1}. `, block);
export const tasks = beginning(() => '- [ ] ', block);

/** A heading of this level; of the same one, a paragraph again. */
export function heading(level: number): Command {
  return beginning(() => `${'#'.repeat(level)} `, /^#{1,6} /);
}

/** From heading to heading: the next smaller one, down to the fourth, and then a paragraph. */
export const nextHeading: Command = (view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const level = /^(#{1,6}) /.exec(line.text)?.[1]?.length ?? 1;
  return heading(level >= 4 ? level : level + 1)(view);
};

/** Puts something on lines of its own, with an empty one before and behind it; NUL is where the cursor goes. */
export function insertBlock(view: EditorView, text: string): boolean {
  if (view.state.readOnly) return false;
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const isEmpty = line.text.trim() === '';
  const from = isEmpty ? line.from : line.to;
  const isBelowText = line.number > 1 && previousText(view, line.number) !== '';
  const gap = isBelowText ? '\n' : '';
  const before = isEmpty ? gap : '\n\n';
  const cursor = text.indexOf('\u0000');
  const plain = text.replace('\u0000', '');
  const place = from + before.length + (cursor === -1 ? plain.length : cursor);
  view.dispatch({
    changes: { from, to: line.to, insert: `${before}${plain}\n` },
    selection: EditorSelection.cursor(place),
    userEvent: 'input.format',
    scrollIntoView: true,
  });
  return true;
}

/** Puts text in the place of what is selected. */
export function insertText(view: EditorView, text: string): boolean {
  if (view.state.readOnly) return false;
  view.dispatch(view.state.replaceSelection(text), {
    userEvent: 'input.format',
    scrollIntoView: true,
  });
  return true;
}

export const codeBlock: Command = (view) => insertBlock(view, '```\n\u0000\n```');
export const rule: Command = (view) => insertBlock(view, '---');
export const table: Command = (view) => insertBlock(view, '| \u0000 |  |\n| --- | --- |\n|  |  |');

/** A number in the text, and its note at the end. */
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

/** A link around what is selected. */
export function insertLink(
  view: EditorView,
  { text, url }: { text: string; url: string },
): boolean {
  const { from, to } = view.state.selection.main;
  const chosen = view.state.sliceDoc(from, to);
  return insertText(view, `[${chosen || text}](${address(url)})`);
}

/** As Markdown takes it: with spaces and brackets it stands in `<>`. */
export function address(url: string): string {
  return /[\s()<>]/.test(url) ? `<${url.replace(/[<>\n]/g, encodeURIComponent)}>` : url;
}

/** What stands in square brackets. */
export function bracketed(text: string): string {
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
