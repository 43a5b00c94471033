import type { EditorState } from '@codemirror/state';
import { nodesAt } from '../text/syntax-at.ts';
import { cellText } from '../text/visual/tables/table-typing.ts';

export interface Placed {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const blockStart = /^(?:#{1,6} |> |>$|[-*+] |\d+[.)] |`{3}|\||<details|---$|\[\^[^\]]+\]: )/;
const listStart = /^(?:[-*+]|\d+[.)]) /;

/** Where and how pasted Markdown fits at the selection: on lines of its own, in the list or quote around it. */
export function placeMarkdown(state: EditorState, markdown: string): Placed {
  const { from, to } = state.selection.main;
  const table = nodesAt(state, from).find(({ name }) => name === 'Table');
  if (table) return placeInTable({ from, to, end: table.to }, markdown);
  const isBlock = markdown.includes('\n\n') || blockStart.test(markdown);
  const line = readLine(state.doc.lineAt(from).text);
  if (!isBlock) return { from, to, insert: withPrefix(markdown, line.continuation) };
  return placeBlocks({ state, line, isList: listStart.test(markdown) }, markdown);
}

function placeInTable(
  { from, to, end }: { readonly from: number; readonly to: number; readonly end: number },
  markdown: string,
): Placed {
  if (markdown.startsWith('|')) return { from: end, to: end, insert: `\n\n${markdown}` };
  return { from, to, insert: cellText(markdown.replace(/\\\n/g, '\n')) };
}

interface Line {
  /** Marks of quotes, with their spaces. */
  readonly quote: string;
  readonly indent: string;
  /** List marker with its space and checkbox; empty outside lists. */
  readonly marker: string;
  /** Start of the following lines of the block. */
  readonly continuation: string;
}

function readLine(text: string): Line {
  const [, quote = '', indent = '', marker = ''] =
    /^((?: {0,3}> ?)*)(\s*)((?:[-*+]|\d{1,9}[.)])(?: +\[[ xX]\])?(?: |$))?/.exec(text)!;
  const width = /^\S*/.exec(marker)![0].length;
  const inner = marker === '' ? indent : indent + ' '.repeat(width + 1);
  return { quote, indent, marker, continuation: quote + inner };
}

interface Target {
  readonly state: EditorState;
  readonly line: Line;
  readonly isList: boolean;
}

function placeBlocks({ state, line, isList }: Target, markdown: string): Placed {
  const { doc, selection } = state;
  const { from, to } = selection.main;
  const first = doc.lineAt(from);
  const last = doc.lineAt(to);
  const start = first.from + line.quote.length + line.indent.length + line.marker.length;
  const hasTextBefore = from > start && doc.sliceString(start, from).trim() !== '';
  const hasTextAfter = doc.sliceString(to, last.to).trim() !== '';
  if (isList && line.marker !== '' && !hasTextAfter) {
    const prefix = line.quote + line.indent;
    const text = withPrefix(markdown, prefix);
    return hasTextBefore
      ? { from, to, insert: `\n${prefix}${text}` }
      : { from: Math.min(from, first.from + prefix.length), to, insert: text };
  }
  const prefix = line.continuation;
  const blank = `\n${prefix.trimEnd()}\n${prefix}`;
  // The next item or line of a quote needs no empty line before it.
  const isOutside = prefix === '';
  const before = hasTextBefore ? blank : isOutside && isText(state, first.number - 1) ? '\n' : '';
  const after = hasTextAfter ? blank : isOutside && isText(state, last.number + 1) ? '\n' : '';
  return { from, to, insert: before + withPrefix(markdown, prefix) + after };
}

function isText({ doc }: EditorState, line: number): boolean {
  return line >= 1 && line <= doc.lines && doc.line(line).text.trim() !== '';
}

function withPrefix(markdown: string, prefix: string): string {
  if (prefix === '') return markdown;
  return markdown.replace(/\n(?=(.?))/g, (...[, next]: string[]) =>
    next === '\n' || next === '' ? `\n${prefix.trimEnd()}` : `\n${prefix}`,
  );
}
