import { syntaxTree } from '@codemirror/language';
import {
  EditorSelection,
  Prec,
  StateField,
  type EditorState,
  type Extension,
  type Range,
} from '@codemirror/state';
import { Decoration, EditorView, keymap, type Command, type DecorationSet } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { PictureCard } from './picture-card.ts';
import { isPictureParagraph, pictureIn, sourceOf } from './picture-syntax.ts';

interface PictureOptions {
  /** Path of the document, to which addresses are relative. */
  readonly path: () => string;
  readonly replacePicture: () => void;
}

/** Pictures that are alone in their paragraph are cards. */
export function pictureCards(options: PictureOptions): Extension {
  const field = StateField.define<DecorationSet>({
    create: (state) => cards(state, options),
    update: (before, { docChanged, selection, startState, state }) =>
      docChanged || selection || syntaxTree(startState) !== syntaxTree(state)
        ? cards(state, options)
        : before,
    provide: (given) => [
      EditorView.decorations.from(given),
      EditorView.atomicRanges.of((view) => view.state.field(given)),
    ],
  });
  const step = (direction: 'up' | 'down'): Command => selectNeighbour(field, direction);
  return [
    field,
    EditorView.domEventHandlers({
      beforeinput: (event, view) =>
        event.inputType === 'insertText' &&
        !view.state.selection.main.empty &&
        isAt(view.state, field, view.state.selection.main.from) &&
        replaceSelection(view, event),
    }),
    Prec.high(
      keymap.of([
        { key: 'ArrowUp', run: step('up') },
        { key: 'ArrowDown', run: step('down') },
        { key: 'Enter', run: paragraphBelow(field) },
      ]),
    ),
  ];
}

function cards(state: EditorState, { path, replacePicture }: PictureOptions): DecorationSet {
  const found: Range<Decoration>[] = [];
  const { main } = state.selection;
  for (
    let node: SyntaxNode | null = syntaxTree(state).topNode.firstChild;
    node;
    node = node.nextSibling
  ) {
    const picture = isPictureParagraph(node) ? pictureIn(state, node.firstChild!) : undefined;
    if (!picture) continue;
    const { from, to } = picture;
    const line = state.doc.lineAt(from);
    const widget = new PictureCard({
      picture,
      source: sourceOf(picture.address, path()),
      isSelected: main.from <= from && main.to >= to,
      replacePicture,
    });
    found.push(Decoration.replace({ widget, block: true }).range(line.from, line.to));
  }
  return Decoration.set(found);
}

/** Selects the picture above or below, which the cursor would skip, and leaves a selected one. */
function selectNeighbour(field: StateField<DecorationSet>, direction: 'up' | 'down'): Command {
  return (view) => {
    const { doc, selection } = view.state;
    const { from, to, head } = selection.main;
    const isDown = direction === 'down';
    const isCard = isAt(view.state, field, doc.lineAt(from).from);
    const moved = view.moveVertically(EditorSelection.cursor(head), isDown);
    const isSameLine = doc.lineAt(moved.head).number === doc.lineAt(head).number;
    // Within a line of several rows, the cursor moves as usual.
    if (!isCard && isSameLine && moved.head !== head) return false;
    const number = isDown ? doc.lineAt(to).number + 1 : doc.lineAt(from).number - 1;
    if (number < 1 || number > doc.lines) return isCard;
    const line = doc.line(number);
    const isNextCard = isAt(view.state, field, line.from);
    if (!isCard && !isNextCard) return false;
    const next = isNextCard
      ? EditorSelection.range(line.from, line.to)
      : EditorSelection.cursor(isDown ? line.from : line.to);
    view.dispatch({ selection: next, scrollIntoView: true, userEvent: 'select' });
    return true;
  };
}

/** Typing would replace a selected picture; Enter starts a paragraph below it. */
function paragraphBelow(field: StateField<DecorationSet>): Command {
  return (view) => {
    const { state } = view;
    const line = state.doc.lineAt(state.selection.main.from);
    if (state.readOnly || !isAt(state, field, line.from)) return false;
    view.dispatch({
      changes: { from: line.to, insert: '\n\n' },
      selection: { anchor: line.to + 2 },
      userEvent: 'input',
      scrollIntoView: true,
    });
    return true;
  };
}

function isAt(state: EditorState, field: StateField<DecorationSet>, from: number): boolean {
  let isFound = false;
  state.field(field).between(from, from, (start) => {
    isFound ||= start === from;
  });
  return isFound;
}

/** Browsers lose what is typed over a selection that starts at an element that can't be edited. */
function replaceSelection(view: EditorView, event: InputEvent): boolean {
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(event.data ?? ''), { userEvent: 'input.type' });
  return true;
}
