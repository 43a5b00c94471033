import { syntaxTree } from '@codemirror/language';
import {
  EditorSelection,
  Prec,
  StateField,
  type EditorState,
  type Extension,
  type Range,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  type Command,
  type DecorationSet,
  type WidgetType,
} from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { FileCard } from './file-card.ts';
import { GalleryCard } from './gallery-card.ts';
import { PictureCard } from './picture-card.ts';
import type { CardOptions, PictureSource } from './picture-parts.ts';
import { mediumOf, pictureIn, sourceOf } from './picture-syntax.ts';
import { topBlocks } from './top-blocks.ts';

interface PictureOptions {
  /** Path of the document, to which addresses are relative. */
  readonly path: () => string;
  readonly openDialog: CardOptions['openDialog'];
}

/** Pictures that are alone in their paragraph, galleries, and videos with their parts, are cards. */
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
        cardAt(view.state, field, view.state.selection.main.from) !== undefined &&
        replaceSelection(view, event),
    }),
    EditorView.editorAttributes.of(({ state }) =>
      isCardSelected(state, field) ? { class: 'cm-card-selected' } : null,
    ),
    Prec.high(
      keymap.of([
        { key: 'ArrowUp', run: step('up') },
        { key: 'ArrowDown', run: step('down') },
        { key: 'Enter', run: paragraphBelow(field) },
      ]),
    ),
  ];
}

function cards(state: EditorState, { path, openDialog }: PictureOptions): DecorationSet {
  const found: Range<Decoration>[] = [];
  const { main } = state.selection;
  const { pictures, galleries, videos } = topBlocks(state);
  const starts = new Set(galleries.map(([first]) => first!.from));
  const shown = (image: SyntaxNode): PictureSource | undefined => {
    const picture = pictureIn(state, image);
    return picture && { picture, source: sourceOf(picture.address, path()) };
  };
  for (const images of [...pictures.map((one) => [one]), ...videos, ...galleries]) {
    const all = images.map(shown).filter((one) => one !== undefined);
    const [first, ...parts] = all;
    if (!first || all.length < images.length) continue;
    const [{ from }, { to }] = [first.picture, all.at(-1)!.picture];
    const options = { isSelected: main.from <= from && main.to >= to, openDialog };
    const widget = starts.has(from)
      ? new GalleryCard({ shown: all, ...options })
      : cardOf(first, parts, options);
    const range = [state.doc.lineAt(from).from, state.doc.lineAt(to).to] as const;
    found.push(Decoration.replace({ widget, block: true }).range(...range));
  }
  return Decoration.set(found, true);
}

function cardOf(
  shown: PictureSource,
  parts: readonly PictureSource[],
  options: CardOptions,
): WidgetType {
  return mediumOf(shown.source) === 'file'
    ? new FileCard({ ...shown, ...options })
    : new PictureCard({ ...shown, parts, ...options });
}

/** Selects the picture above or below, which the cursor would skip, and leaves a selected one. */
function selectNeighbour(field: StateField<DecorationSet>, direction: 'up' | 'down'): Command {
  return (view) => {
    const { doc, selection } = view.state;
    const { from, to, head } = selection.main;
    const isDown = direction === 'down';
    const isCard = cardAt(view.state, field, from) !== undefined;
    const moved = view.moveVertically(EditorSelection.cursor(head), isDown);
    const isSameLine = doc.lineAt(moved.head).number === doc.lineAt(head).number;
    // Within a line of several rows, the cursor moves as usual.
    if (!isCard && isSameLine && moved.head !== head) return false;
    const number = isDown ? doc.lineAt(to).number + 1 : doc.lineAt(from).number - 1;
    if (number < 1 || number > doc.lines) return isCard;
    const line = doc.line(number);
    const card = cardAt(view.state, field, line.from);
    if (!isCard && !card) return false;
    const next = card
      ? EditorSelection.range(card.from, card.to)
      : EditorSelection.cursor(isDown ? line.from : line.to);
    view.dispatch({ selection: next, scrollIntoView: true, userEvent: 'select' });
    return true;
  };
}

/** Typing would replace a selected picture; Enter starts a paragraph below it. */
function paragraphBelow(field: StateField<DecorationSet>): Command {
  return (view) => {
    const { state } = view;
    const card = cardAt(state, field, state.selection.main.from);
    if (state.readOnly || !card) return false;
    view.dispatch({
      changes: { from: card.to, insert: '\n\n' },
      selection: { anchor: card.to + 2 },
      userEvent: 'input',
      scrollIntoView: true,
    });
    return true;
  };
}

interface CardRange {
  readonly from: number;
  readonly to: number;
}

function cardAt(
  state: EditorState,
  field: StateField<DecorationSet>,
  position: number,
): CardRange | undefined {
  let found: CardRange | undefined;
  state.field(field).between(position, position, (from, to) => {
    found = { from, to };
  });
  return found;
}

/** A card and nothing else: there is no text for a cursor or the tools of a selection. */
function isCardSelected(state: EditorState, field: StateField<DecorationSet>): boolean {
  const { from, to, empty } = state.selection.main;
  const card = empty ? undefined : cardAt(state, field, from);
  return card !== undefined && card.from <= from && card.to >= to;
}

/** Browsers lose what is typed over a selection that starts at an element that can't be edited. */
function replaceSelection(view: EditorView, event: InputEvent): boolean {
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(event.data ?? ''), { userEvent: 'input.type' });
  return true;
}
