import { type EditorView, WidgetType } from '@codemirror/view';
import { GalleyProblem } from '@galley/sdk';
import { currentMessages } from '../../../../lib/messages.ts';
import { fileMessages } from './file-messages.ts';
import {
  element,
  pictureButton,
  pictureInput,
  setValue,
  type CardOptions,
  type PictureSource,
} from './picture-parts.ts';
import { altChange } from './picture-syntax.ts';
import { imageAt } from './video-parts.ts';
import { visualMessages } from './visual-messages.ts';

type FileCardOptions = PictureSource & Pick<CardOptions, 'isSelected'>;

/** A file that pages link to, such as a PDF, with its name, type and size. */
export class FileCard extends WidgetType {
  readonly #options: FileCardOptions;

  constructor(options: FileCardOptions) {
    super();
    this.#options = options;
  }

  override get estimatedHeight(): number {
    return 56;
  }

  override eq(other: FileCard): boolean {
    const { source, isSelected, picture } = this.#options;
    const theirs = other.#options;
    return (
      theirs.source === source &&
      theirs.isSelected === isSelected &&
      theirs.picture.alt === picture.alt
    );
  }

  override toDOM(view: EditorView): HTMLElement {
    const messages = currentMessages(fileMessages);
    const card = element('div', 'cm-file');
    card.setAttribute('role', 'group');
    card.ariaLabel = messages.file;
    card.addEventListener('mousedown', ({ target }) => {
      if (target === card || target === about) select(view, card);
    });
    const name = pictureInput(view, {
      label: messages.name,
      image: () => imageAt(view.state, view.posAtDOM(card)),
      change: altChange,
      onLeave: () => {
        select(view, card);
        view.focus();
      },
    });
    const about = element('span', 'cm-file-about');
    const open = element('a', 'cm-file-open');
    open.target = '_blank';
    open.rel = 'noopener';
    open.textContent = messages.open;
    const remove = pictureButton(view, {
      label: currentMessages(visualMessages).remove,
      run: () => {
        const { from, to } = select(view, card);
        view.dispatch({ changes: { from, to }, userEvent: 'delete' });
        view.focus();
      },
    });
    card.append(name, about, open, remove);
    this.updateDOM(card);
    return card;
  }

  override updateDOM(card: HTMLElement): boolean {
    if (!card.classList.contains('cm-file')) return false;
    const { picture, source, isSelected } = this.#options;
    card.classList.toggle('cm-selected', isSelected);
    setValue(card.querySelector('input')!, picture.alt);
    const open = card.querySelector('a')!;
    if (open.getAttribute('href') === source) return true;
    open.href = source;
    void showAbout(card.querySelector('.cm-file-about')!, source);
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

async function showAbout(about: HTMLElement, source: string): Promise<void> {
  const type = /\.([a-z\d]+)$/i.exec(source)?.[1]?.toUpperCase() ?? '';
  about.textContent = type;
  if (!source.startsWith('/media/')) return;
  try {
    // Visual mode itself needs no server.
    const { librarySize } = await import('./library-size.ts');
    about.textContent = `${type}, ${await librarySize(pathOf(source))}`;
  } catch (error) {
    // Without an answer, the card has no size.
    if (!(error instanceof GalleyProblem)) return;
    about.textContent = `${type}, ${currentMessages(fileMessages).missing}`;
  }
}

function pathOf(source: string): string {
  return decodeURIComponent(source.slice(1).replace(/[?#].*$/s, ''));
}

function select(view: EditorView, card: HTMLElement): { from: number; to: number } {
  const image = imageAt(view.state, view.posAtDOM(card));
  const from = image?.from ?? 0;
  const to = image?.to ?? from;
  view.dispatch({ selection: { anchor: from, head: to }, userEvent: 'select' });
  return { from, to };
}
