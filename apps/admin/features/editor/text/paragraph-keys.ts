import { insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown';
import { Prec, type EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView, keymap, type Command } from '@codemirror/view';
import { enclosingBlock, isInCode, nodesAt } from './syntax-at.ts';
import { editorMode } from './visual/visual-mode.ts';

/** Lines to which the next one belongs: of plugin blocks, shortcodes, formulas and terms, and with a line break. */
const sourceLine = /^\s*(?::|\{\{|\$\$)|\\$/;
const tableLine = /^\s*\||\|\s*$/;
const textBlock = /^(?:Paragraph|ATXHeading\d|SetextHeading\d|LinkReference)$/;
const quotePrefix = /^[ \t]*(?:>[ \t]?)+$/;
const calloutTitle = /^[ \t]*>[ \t]?\[![a-z]+\]/i;

function isBlank(state: EditorState, number: number): boolean {
  return number < 1 || number > state.doc.lines || state.doc.line(number).text.trim() === '';
}

/** Line breaks that keep a new paragraph apart from its neighbours; those that are there count. */
function gapsAround(state: EditorState, position: number) {
  const { number } = state.doc.lineAt(position);
  return {
    before: isBlank(state, number - 1) ? '' : '\n',
    after: isBlank(state, number + 1) ? '' : '\n',
  };
}

/** In visual mode, and outside code. */
function isInText(state: EditorState): boolean {
  const isOne = state.selection.ranges.length === 1;
  return editorMode.get() === 'visual' && isOne && !state.readOnly && !isInCode(state);
}

/** Begins a paragraph, as readers see one: a single line break would continue the one above (ADD-EDIT-15). */
const newParagraph: Command = (view) => {
  const { state } = view;
  const { empty, head } = state.selection.main;
  if (!empty || !isInText(state)) return false;
  const line = state.doc.lineAt(head);
  const { before, after } = gapsAround(state, head);
  if (line.text.trim() === '') {
    // The first line has room below.
    if (line.number === 1) return false;
    if (before + after !== '') insertAt(view, before, after);
    return true;
  }
  const block = enclosingBlock(state, head);
  const isSource = sourceLine.test(line.text) || tableLine.test(line.text);
  if (!block || !textBlock.test(block.name) || isSource) return false;
  insertAt(view, '\n\n', head === line.to ? after : '');
  return true;
};

function insertAt(view: EditorView, before: string, after: string): void {
  const { head } = view.state.selection.main;
  view.dispatch({
    changes: { from: head, insert: before + after },
    selection: { anchor: head + before.length },
    userEvent: 'input',
    scrollIntoView: true,
  });
}

/** A line break within a paragraph, which readers see. */
const hardBreak: Command = (view) => {
  const { state } = view;
  const { text, from } = state.doc.lineAt(state.selection.main.head);
  if (!isInText(state)) return false;
  if (text.trim() === '' || sourceLine.test(text) || /^\s*#/.test(text)) return newParagraph(view);
  const [quotes] = /^[ \t]*(?:>[ \t]?)*/.exec(text)!;
  const [mark] = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/.exec(text.slice(quotes.length))!;
  const isBefore = state.selection.main.head - from < quotes.length;
  const prefix = isBefore ? '' : quotes + ' '.repeat(mark.length);
  view.dispatch({
    ...state.replaceSelection(`\\\n${prefix}`),
    userEvent: 'input',
    scrollIntoView: true,
  });
  return true;
};

const continueCommand = insertNewlineContinueMarkupCommand({ nonTightLists: false });

/**
 * Continues lists, quotes and tasks, and ends them on an empty item. In visual mode, with an empty line where readers
 * would otherwise see no new paragraph (ADD-EDIT-15).
 */
export const continueMarkup: Command = (view) => {
  if (view.state.readOnly) return false;
  return continueCommand({ state: view.state, dispatch: (made) => view.dispatch(withGap(made)) });
};

function withGap(made: Transaction): Transaction {
  const { state, startState } = made;
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  const above = line.number > 1 ? state.doc.line(line.number - 1).text : '';
  const isQuote = quotePrefix.test(line.text.slice(0, main.head - line.from));
  const isApart = above.trim() === '' || quotePrefix.test(above) || calloutTitle.test(above);
  if (editorMode.get() !== 'visual' || ranges.length > 1 || isApart) return made;
  if (line.text.trim() !== '' && !isQuote) return made;
  const insert = `${line.text.slice(0, main.head - line.from).trimEnd()}\n`;
  return startState.update(
    { changes: made.changes, selection: made.selection!, userEvent: 'input', scrollIntoView: true },
    {
      changes: { from: line.from, insert },
      selection: { anchor: main.head + insert.length },
      sequential: true,
    },
  );
}

const joinable = /^(?:Paragraph|ATXHeading\d|BulletList|OrderedList)$/;

/** Joins two paragraphs by one key, as Enter has parted them (ADD-EDIT-15). */
const joinParagraphs =
  (direction: 'back' | 'on'): Command =>
  (view) => {
    const { state } = view;
    const { empty, head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const isBack = direction === 'back';
    if (!empty || head !== (isBack ? line.from : line.to) || !isInText(state)) return false;
    const changes = gapBetweenTexts(state, isBack ? line.number - 2 : line.number);
    if (!changes) return false;
    const userEvent = isBack ? 'delete.backward' : 'delete.forward';
    view.dispatch({ changes, userEvent, scrollIntoView: true });
    return true;
  };

/** The empty line between this line and a paragraph. */
function gapBetweenTexts(state: EditorState, first: number) {
  if (first < 1 || first + 2 > state.doc.lines || !isBlank(state, first + 1)) return undefined;
  const [above, below] = [state.doc.line(first), state.doc.line(first + 2)];
  const isPicture = [above, below].some(({ text }) => /^\s*!\[/.test(text));
  const [upper, lower] = [above, below].map(({ from }) => enclosingBlock(state, from)?.name ?? '');
  if (isPicture || lower !== 'Paragraph' || !joinable.test(upper!)) return undefined;
  return { from: above.to, to: below.from };
}

type Input = Parameters<Parameters<typeof EditorView.inputHandler.of>[0]>;

/** Text that is typed in the empty line between two blocks becomes a paragraph instead of joining them (ADD-EDIT-15). */
const typingBetweenBlocks = EditorView.inputHandler.of((...[view, from, to, text]: Input) => {
  if (from !== to || view.composing || !/^[\p{L}"'“„«‚‘¿¡(]/u.test(text)) return false;
  const gaps = gapsOfTyping(view.state, from);
  if (!gaps) return false;
  const { before, after } = gaps;
  view.dispatch({
    changes: { from, insert: before + text + after },
    selection: { anchor: from + before.length + text.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
});

function gapsOfTyping(state: EditorState, position: number) {
  const { length, number } = state.doc.lineAt(position);
  if (isBehindCode(state, position)) return { before: '\n\n', after: '' };
  if (length > 0 || !isInText(state)) return undefined;
  const gaps = gapsAround(state, position);
  return gaps.before + gaps.after !== '' && isBetweenBlocks(state, number) ? gaps : undefined;
}

/** At the end of the line that closes a block of code, where text would open it again. */
function isBehindCode(state: EditorState, position: number): boolean {
  const line = state.doc.lineAt(position);
  const isFence = position === line.to && /^\s*(?:`{3,}|~{3,})$/.test(line.text);
  return (
    isFence &&
    editorMode.get() === 'visual' &&
    !state.readOnly &&
    nodesAt(state, position, -1).some(
      ({ name, from, to }) => name === 'FencedCode' && from < line.from && to === line.to,
    )
  );
}

/** Not in HTML and plugin blocks, whose lines belong together. */
function isBetweenBlocks(state: EditorState, number: number): boolean {
  return [number - 1, number + 1].every((neighbour) => {
    if (isBlank(state, neighbour)) return true;
    const { from, text } = state.doc.line(neighbour);
    const name = enclosingBlock(state, from)?.name;
    return name !== undefined && !sourceLine.test(text) && !/HTML|Comment|Code/.test(name);
  });
}

/** Behind the keys of tables and pictures. */
export const paragraphKeys: Extension = [
  Prec.highest(
    keymap.of([
      { key: 'Backspace', run: joinParagraphs('back') },
      { key: 'Delete', run: joinParagraphs('on') },
    ]),
  ),
  Prec.high(keymap.of([{ key: 'Enter', run: newParagraph, shift: hardBreak }])),
  typingBetweenBlocks,
];
