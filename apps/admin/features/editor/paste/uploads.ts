import type { MediaItem } from '@galley/sdk';
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { galley } from '../../../lib/galley.ts';
import { currentMessages } from '../../../lib/messages.ts';
import { problemText } from '../../../lib/problem-text.ts';
import { refreshMedia } from '../../media/media-queries.ts';
import type { EditorPrompts } from '../session/editor-prompts.ts';
import { escapeBrackets, insertBlock, insertPicture, linkDestination } from '../text/format.ts';
import { enclosingBlock } from '../text/syntax-at.ts';
import { pasteMessages } from './paste-messages.ts';

/** Shown at its place in the text, without being part of it. */
interface Upload {
  readonly file: File;
  readonly at: number;
  /** Written there as it is: the position is in text that was pasted with the image. */
  readonly isExact: boolean;
  /** Known from the pasted HTML; otherwise it is asked for. */
  readonly alt: string;
  readonly percent: number;
  readonly problem: string | null;
}

export interface NewUpload {
  readonly file: File;
  readonly at: number;
  readonly isExact?: boolean;
  readonly alt?: string;
}

const addUpload = StateEffect.define<Upload>();
const changeUpload = StateEffect.define<Partial<Upload> & { readonly file: File }>();
const removeUpload = StateEffect.define<File>();

const uploadField = StateField.define<readonly Upload[]>({
  create: () => [],
  update(uploads, { changes, effects }) {
    let next = changes.empty
      ? uploads
      : uploads.map((upload) => ({ ...upload, at: changes.mapPos(upload.at, 1) }));
    for (const effect of effects) {
      if (effect.is(addUpload)) next = [...next, effect.value];
      else if (effect.is(removeUpload)) next = next.filter(({ file }) => file !== effect.value);
      else if (effect.is(changeUpload))
        next = next.map((one) =>
          one.file === effect.value.file ? { ...one, ...effect.value } : one,
        );
    }
    return next;
  },
});

/** Uploads in parallel and keeps the order. */
export function startUploads(
  view: EditorView,
  given: readonly NewUpload[],
  prompts: EditorPrompts,
): void {
  const uploads = given.map(({ file, at, isExact = false, alt = '' }): Upload => ({
    file,
    // A picture lands below a table or list, so its progress is shown there too.
    at: isExact ? at : (enclosingBlock(view.state, at)?.to ?? at),
    isExact,
    alt,
    percent: 0,
    problem: null,
  }));
  view.dispatch({ effects: uploads.map((upload) => addUpload.of(upload)) });
  let before = Promise.resolve();
  for (const upload of uploads) {
    const sent = send(view, upload);
    // Alt texts are asked for in the order of the files.
    before = before.then(async () => finish(view, { upload, item: await sent }, prompts));
  }
}

function finish(
  view: EditorView,
  { upload: { file, alt }, item }: { upload: Upload; item: MediaItem | undefined },
  prompts: EditorPrompts,
): void {
  if (!item) return;
  if (alt === '') prompts.askForAlt(file, item);
  else insertUploaded(view, file, pictureOf(item, alt));
}

/** Undefined if the upload failed, which is shown at its place. */
async function send(view: EditorView, { file }: Upload): Promise<MediaItem | undefined> {
  const change = (next: Partial<Upload>) =>
    view.dispatch({ effects: changeUpload.of({ file, ...next }) });
  try {
    const item = await galley.media.upload(
      { file },
      {
        onProgress: ({ sent, total = file.size }) =>
          change({ percent: total ? Math.floor((100 * sent) / total) : 100 }),
      },
    );
    void refreshMedia();
    change({ percent: 100 });
    return item;
  } catch (error) {
    change({ problem: problemText(error) });
    return undefined;
  }
}

export function pictureOf({ url }: MediaItem, alt: string): string {
  return `![${escapeBrackets(alt)}](${linkDestination(url)})`;
}

/** At the place of the upload, or at the cursor for a picture that was not uploaded here. */
export function insertUploaded(view: EditorView, file: File | undefined, markdown: string): void {
  const uploads = view.state.field(uploadField);
  const upload = uploads.find((one) => one.file === file);
  if (!upload) {
    insertPicture(view, markdown);
    return;
  }
  if (view.state.readOnly) return;
  const { at, isExact } = upload;
  const isLastHere = !uploads.some((one) => one !== upload && one.at === at);
  if (isExact) view.dispatch({ changes: { from: at, insert: markdown }, userEvent: 'input.paste' });
  else if (isLastHere && isCursorAt(view, at)) insertBlock(view, markdown, at);
  else insertBelow(view, at, markdown);
  discardUpload(view, upload.file);
}

function isCursorAt({ state }: EditorView, at: number): boolean {
  const { head } = state.selection.main;
  return head === at || enclosingBlock(state, head)?.to === at;
}

/** Leaves the cursor where the person writes by now. */
function insertBelow(view: EditorView, at: number, markdown: string): void {
  const { doc } = view.state;
  const line = doc.lineAt(at);
  const isEmpty = line.text.trim() === '';
  const isBelowText = line.number > 1 && doc.line(line.number - 1).text.trim() !== '';
  const above = isEmpty ? (isBelowText ? '\n' : '') : '\n\n';
  const following = /^\n*/.exec(doc.sliceString(line.to, line.to + 2))![0].length;
  const isLast = line.to + following === doc.length;
  const below = isLast ? '' : '\n'.repeat(2 - following);
  view.dispatch({
    changes: { from: line.to, insert: above + markdown + below },
    userEvent: 'input.paste',
  });
}

export function discardUpload(view: EditorView, file: File): void {
  view.dispatch({ effects: removeUpload.of(file) });
}

class Progress extends WidgetType {
  readonly #upload: Upload;
  readonly #prompts: EditorPrompts;

  constructor(upload: Upload, prompts: EditorPrompts) {
    super();
    this.#upload = upload;
    this.#prompts = prompts;
  }

  override eq(other: Progress): boolean {
    const { file, percent, problem } = this.#upload;
    const before = other.#upload;
    return file === before.file && percent === before.percent && problem === before.problem;
  }

  override updateDOM(dom: HTMLElement, view: EditorView): boolean {
    dom.replaceChildren(...this.#content(view));
    return true;
  }

  toDOM(view: EditorView): HTMLElement {
    const dom = document.createElement('span');
    dom.className = this.#upload.isExact ? 'cm-upload cm-upload-inline' : 'cm-upload';
    dom.contentEditable = 'false';
    dom.append(...this.#content(view));
    return dom;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  #content(view: EditorView): HTMLElement[] {
    const messages = currentMessages(pasteMessages);
    const { file, percent, problem } = this.#upload;
    const name = document.createElement('span');
    name.setAttribute('role', 'status');
    if (problem !== null) {
      name.setAttribute('role', 'alert');
      name.textContent = messages.uploadFailed({ name: file.name, reason: problem });
      const retry = button(messages.retry, () => {
        view.dispatch({ effects: changeUpload.of({ file, percent: 0, problem: null }) });
        void send(view, this.#upload).then((item) =>
          finish(view, { upload: this.#upload, item }, this.#prompts),
        );
      });
      return [name, retry, button(messages.remove, () => discardUpload(view, file))];
    }
    name.textContent =
      percent < 100
        ? messages.uploading({ name: file.name })
        : messages.uploaded({ name: file.name });
    const bar = document.createElement('progress');
    bar.max = 100;
    bar.value = percent;
    bar.setAttribute('aria-label', messages.uploading({ name: file.name }));
    return [name, bar];
  }
}

function button(label: string, onClick: () => void): HTMLElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'cm-button';
  made.textContent = label;
  made.addEventListener('click', onClick);
  return made;
}

function decorate(uploads: readonly Upload[], prompts: EditorPrompts): DecorationSet {
  const widgets = uploads.map((upload) =>
    Decoration.widget({ widget: new Progress(upload, prompts), side: 1 }).range(upload.at),
  );
  return Decoration.set(widgets, true);
}

export function uploadProgress(prompts: EditorPrompts): Extension {
  return [
    uploadField,
    EditorView.decorations.compute([uploadField], (state) =>
      decorate(state.field(uploadField), prompts),
    ),
    EditorView.theme({
      '.cm-upload': {
        display: 'flex',
        width: 'fit-content',
        marginBlock: 'var(--space-2)',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 'var(--space-2)',
        maxWidth: '100%',
        padding: 'var(--space-1) var(--space-2)',
        border: '1px solid var(--line)',
        borderRadius: 'var(--round)',
        backgroundColor: 'var(--raised)',
        color: 'var(--ink)',
        fontFamily: 'var(--font)',
        fontSize: 'var(--size-s)',
        lineHeight: '1.4',
        overflowWrap: 'anywhere',
      },
      '.cm-upload-inline': { display: 'inline-flex', marginBlock: '0' },
    }),
  ];
}
