import { Prec, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { currentMessages } from '../../../lib/messages.ts';
import { toast } from '../../../ui/index.ts';
import type { EditorPrompts } from '../session/editor-prompts.ts';
import { isInCode, nodesAt } from '../text/syntax-at.ts';
import {
  cellsOfMarkdown,
  cellsOfTabs,
  fillCells,
  type Cells,
} from '../text/visual/tables/table-fill.ts';
import { tableAt } from '../text/visual/tables/table-model.ts';
import { cellText } from '../text/visual/tables/table-typing.ts';
import { loadConverter, loadTables, preloadClipboard } from './clipboard-modules.ts';
import { copySelection, ownMark } from './copy.ts';
import { imageFiles, isOnlyImage, readImage } from './pasted-images.ts';
import { isAddress, linkSelection, pasteOwnAddress } from './pasted-address.ts';
import { pasteMessages } from './paste-messages.ts';
import { placeMarkdown } from './place-markdown.ts';
import { startUploads, uploadProgress, type NewUpload } from './uploads.ts';

export function pasteAndDrop(prompts: EditorPrompts): Extension {
  let isPlain = false;
  const hearKey = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
    isPlain = (ctrlKey || metaKey) && shiftKey && key.toLowerCase() === 'v';
    return false;
  };
  const handlers = EditorView.domEventHandlers({
    focus: preloadClipboard,
    keydown: hearKey,
    keyup: () => {
      isPlain = false;
    },
    copy: copySelection,
    cut: copySelection,
    paste(event, view) {
      const data = event.clipboardData;
      if (!data || view.state.readOnly) return false;
      const isHandled = paste(view, data, { prompts, isPlain });
      if (isHandled) event.preventDefault();
      return isHandled;
    },
    drop(event, view) {
      const files = imageFiles(event.dataTransfer);
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (files.length === 0 || view.state.readOnly) return false;
      event.preventDefault();
      startUploads(view, uploadsAt(files, at ?? view.state.doc.length), prompts);
      return true;
    },
  });
  return [Prec.high(handlers), uploadProgress(prompts)];
}

interface PasteOptions {
  readonly prompts: EditorPrompts;
  readonly isPlain: boolean;
}

/** False: CodeMirror pastes the plain text. */
function paste(view: EditorView, data: DataTransfer, { prompts, isPlain }: PasteOptions): boolean {
  const { state } = view;
  const html = data.getData('text/html');
  const files = imageFiles(data);
  // Word processors and spreadsheets add a picture of what was copied.
  if (files.length > 0 && (html === '' || isOnlyImage(html))) {
    startUploads(view, uploadsAt(files, state.selection.main.head), prompts);
    return true;
  }
  const isSource = data.types.includes('vscode-editor-data') || html.includes(ownMark);
  const text = data.getData('text/plain');
  if (isPlain || isInCode(state)) return false;
  if (isAddress(text.trim())) return pasteAddress(view, text.trim());
  const isText = html === '' || isSource;
  if (isText && pasteCells(view, cellsOfText(text, isSource))) return true;
  return !isSource && pasteStructure(view, { html, text, prompts });
}

interface Pasted {
  readonly html: string;
  readonly text: string;
  readonly prompts: EditorPrompts;
}

function pasteStructure(view: EditorView, pasted: Pasted): boolean {
  const { html, text } = pasted;
  if (html !== '') void pasteHtml(view, pasted);
  else if (/\t[^]*\n/.test(text.trim())) void pasteTable(view, text);
  else return false;
  return true;
}

function pasteAddress(view: EditorView, address: string): boolean {
  return linkSelection(view, address) || pasteOwnAddress(view, address);
}

function uploadsAt(files: readonly File[], at: number): NewUpload[] {
  return files.map((file) => ({ file, at }));
}

/** False outside of tables and for text without cells. */
function pasteCells(view: EditorView, cells: Cells | undefined): boolean {
  const filled = cells && fillCells(view.state, cells);
  if (filled) view.dispatch(filled);
  return filled !== undefined;
}

function cellsOfText(text: string, isSource: boolean): Cells | undefined {
  if (text.includes('\t')) return cellsOfTabs(text);
  return isSource || text.startsWith('|') ? cellsOfMarkdown(text) : undefined;
}

async function pasteTable(view: EditorView, text: string): Promise<void> {
  const table = await loadTables()
    .then(({ tableOfText }) => tableOfText(text))
    .catch(() => undefined);
  if (table === undefined) insertPlain(view, text);
  else insertMarkdown(view, table);
}

function insertPlain(view: EditorView, text: string): void {
  const { state } = view;
  const isCell = nodesAt(state, state.selection.main.head).some(({ name }) => name === 'Table');
  view.dispatch({
    ...state.replaceSelection(state.toText(isCell ? cellText(text) : text)),
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
}

async function pasteHtml(view: EditorView, { html, text, prompts }: Pasted): Promise<void> {
  const isInTable = tableAt(view.state, view.state.selection.main.from) !== undefined;
  const target = { firstFootnote: nextFootnote(view.state.doc.toString()), isInTable };
  // Text that cannot be converted is pasted as it is, so that it is not lost.
  const converted = await loadConverter()
    .then(({ htmlToMarkdown }) => htmlToMarkdown(html, target))
    .catch(() => undefined);
  if (!converted || converted.markdown === '') {
    insertPlain(view, text);
    return;
  }
  const isCells = converted.markdown.startsWith('|') && converted.uploads.length === 0;
  if (isCells && pasteCells(view, cellsOfMarkdown(converted.markdown))) {
    tellRemote(converted.remote);
    return;
  }
  const places = insertMarkdown(view, converted.markdown);
  const messages = currentMessages(pasteMessages);
  const read = await Promise.all(
    converted.uploads.map(async (image, place) => ({
      file: await readImage(image, `${messages.pastedImage}-${place + 1}`),
      at: places.get(place) ?? view.state.selection.main.head,
      isExact: true,
      alt: image.alt,
    })),
  );
  const readable = read.filter((one): one is typeof one & { file: File } => one.file !== undefined);
  startUploads(view, readable, prompts);
  const { remote, unreadable } = converted;
  const lost = unreadable + read.length - readable.length;
  tellRemote(remote);
  if (lost > 0) toast({ text: messages.unreadable({ count: lost }), tone: 'bad' });
}

function tellRemote(count: number): void {
  const messages = currentMessages(pasteMessages);
  if (count > 0) toast({ text: messages.remote({ count }), tone: 'info' });
}

export function nextFootnote(text: string): number {
  const used = [...text.matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
  return Math.max(0, ...used) + 1;
}

const mark = /\uE010(\d+)\uE011/;

/** Returns the positions of the images to upload, whose marks are not inserted. */
function insertMarkdown(view: EditorView, markdown: string): ReadonlyMap<number, number> {
  const { from, to, insert } = placeMarkdown(view.state, markdown);
  const places = new Map<number, number>();
  let text = insert;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    places.set(Number(found[1]), from + found.index);
    text = text.slice(0, found.index) + text.slice(found.index + found[0].length);
  }
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.trimEnd().length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  return places;
}
