import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export interface SyntaxNode {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** From the innermost node at the position to the outermost, without the document. */
export function nodesAt(state: EditorState, position: number, side: -1 | 0 | 1 = 0): SyntaxNode[] {
  const tree = ensureSyntaxTree(state, position, 50) ?? syntaxTree(state);
  const found: SyntaxNode[] = [];
  for (let node = tree.resolveInner(position, side); node.parent; node = node.parent)
    found.push({ name: node.name, from: node.from, to: node.to });
  return found;
}

const code =
  /^(?:FencedCode|CodeBlock|CodeText|CodeInfo|InlineCode|HTMLBlock|CommentBlock|HTMLTag|Comment)$/;

/** Code and HTML, whose text is not Markdown. */
export function isInCode(state: EditorState, position = state.selection.main.head): boolean {
  const line = state.doc.lineAt(position);
  const ticks = state.sliceDoc(line.from, position).match(/(?<!\\)`+/g)?.length ?? 0;
  // Code in a line is typed before its end is.
  if (ticks % 2 === 1) return true;
  return [-1, 1].some((side) =>
    nodesAt(state, position, side as -1 | 1).some(
      ({ name, from, to }) => code.test(name) && isInside(state, position, { name, from, to }),
    ),
  );
}

/** The position beside inline code is outside it; the end of a block still belongs to it. */
function isInside(state: EditorState, position: number, { name, from, to }: SyntaxNode): boolean {
  if (/^(?:InlineCode|HTMLTag|Comment)$/.test(name)) return from < position && position < to;
  if (name !== 'FencedCode') return from <= position && position <= to;
  const isClosed = /^\s*(?:`{3,}|~{3,})\s*$/.test(state.doc.lineAt(to).text);
  return from < position && (position < to || !isClosed);
}

/** Addresses and the texts of links, in which no other link can be. */
export function isInLink(state: EditorState, position: number): boolean {
  return nodesAt(state, position).some(
    ({ name, from, to }) =>
      /^(?:Link|Image|URL|Autolink|LinkReference)$/.test(name) && from < position && position < to,
  );
}

/** The address or title of a link; its text is text like any other. */
export function isInAddress(state: EditorState, position: number): boolean {
  return nodesAt(state, position).some(({ name }) => /^(?:URL|Autolink|LinkTitle)$/.test(name));
}

/** The outermost block around the position; undefined in an empty line. */
export function enclosingBlock(state: EditorState, position: number): SyntaxNode | undefined {
  if (state.doc.lineAt(position).text.trim() === '') return undefined;
  const [before, after] = [-1, 1].map((side) => nodesAt(state, position, side as -1 | 1).at(-1));
  return before ?? after;
}
