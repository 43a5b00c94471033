import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';

interface Block {
  readonly from: number;
  readonly to: number;
}

let dragged: (Block & { readonly view: EditorView }) | undefined;

export function startBlockDrag(view: EditorView, block: Block, event: DragEvent): void {
  dragged = { ...block, view };
  event.dataTransfer?.setData('text/plain', view.state.sliceDoc(block.from, block.to));
}

/** The blocks at the top level: paragraphs, lists, tables and so on. */
function blocks(state: EditorState): Block[] {
  const found: Block[] = [];
  for (
    let node: SyntaxNode | null = syntaxTree(state).topNode.firstChild;
    node;
    node = node.nextSibling
  )
    found.push({ from: state.doc.lineAt(node.from).from, to: state.doc.lineAt(node.to).to });
  return found;
}

interface Target extends Block {
  readonly side: 'above' | 'below';
}

function moveBlock(view: EditorView, moved: Block, target: Target): boolean {
  const { state } = view;
  if (state.readOnly || target.from === moved.from) return false;
  const text = state.sliceDoc(moved.from, moved.to);
  const isAbove = target.side === 'above';
  const inserted = isAbove
    ? { from: target.from, insert: `${text}\n\n` }
    : { from: target.to, insert: `\n\n${text}` };
  const changes = state.changes([withGap(state, moved), inserted]);
  const start = changes.mapPos(inserted.from, -1) + (isAbove ? 0 : 2);
  view.dispatch({
    changes,
    selection: { anchor: start, head: start + text.length },
    userEvent: 'move.block',
    scrollIntoView: true,
  });
  return true;
}

/** A block with the empty line below it, or above the last. */
function withGap(state: EditorState, { from, to }: Block): Block {
  const below = /^\n{0,2}/.exec(state.sliceDoc(to, to + 2))![0].length;
  const above = /\n{0,2}$/.exec(state.sliceDoc(Math.max(0, from - 2), from))![0].length;
  const isLast = to + below >= state.doc.length;
  return isLast ? { from: from - above, to } : { from, to: to + below };
}

function moveSelected(step: -1 | 1): Command {
  return (view) => {
    const { from, to } = view.state.selection.main;
    const all = blocks(view.state);
    const place = all.findIndex((block) => block.from === from && block.to === to);
    const target = all[place + step];
    if (place < 0 || from === to) return false;
    if (target) moveBlock(view, all[place]!, { ...target, side: step < 0 ? 'above' : 'below' });
    return true;
  };
}

function drop(event: DragEvent, view: EditorView): boolean {
  const moved = dragged;
  dragged = undefined;
  const position = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
  if (moved?.view !== view) return false;
  event.preventDefault();
  const target = blocks(view.state).findLast(({ from }) => from <= position);
  if (!target) return true;
  const top = view.lineBlockAt(target.from).top + view.documentTop;
  const bottom = view.lineBlockAt(target.to).bottom + view.documentTop;
  const side = event.clientY < (top + bottom) / 2 ? 'above' : 'below';
  moveBlock(view, moved, { ...target, side });
  return true;
}

export const blockMoves: Extension = [
  EditorView.domEventHandlers({ drop, dragend: () => void (dragged = undefined) }),
  keymap.of([
    { key: 'Alt-ArrowUp', run: moveSelected(-1) },
    { key: 'Alt-ArrowDown', run: moveSelected(1) },
  ]),
];
