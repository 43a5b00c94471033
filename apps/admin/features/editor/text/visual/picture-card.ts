import { type EditorView, WidgetType } from '@codemirror/view';
import { currentMessages } from '../../../../lib/messages.ts';
import { startBlockDrag } from './move-block.ts';
import {
  element,
  pictureButton,
  pictureInput,
  setValue,
  type CardOptions,
  type PictureSource,
} from './picture-parts.ts';
import {
  altChange,
  captionChange,
  mediumOf,
  sizeChange,
  type PictureSize,
} from './picture-syntax.ts';
import { showVideoParts } from './video-card.ts';
import { endOf, imageAt } from './video-parts.ts';
import { visualMessages } from './visual-messages.ts';

interface PictureCardOptions extends CardOptions, PictureSource {
  /** Poster and captions of a video. */
  readonly parts: readonly PictureSource[];
}

const sizes = ['normal', 'small', 'wide', 'full'] as const;

/** A picture with its caption and alt text, which are edited in place. */
export class PictureCard extends WidgetType {
  readonly #options: PictureCardOptions;

  constructor(options: PictureCardOptions) {
    super();
    this.#options = options;
  }

  get #key(): string {
    const { picture, isSelected, source, parts } = this.#options;
    const { alt, caption, size } = picture;
    const given = parts.map((part) => [part.source, part.picture.alt]);
    return JSON.stringify([source, isSelected, size, alt, caption, given]);
  }

  override get estimatedHeight(): number {
    return 420;
  }

  override eq(other: PictureCard): boolean {
    return other.#key === this.#key;
  }

  override toDOM(view: EditorView): HTMLElement {
    const messages = currentMessages(visualMessages);
    const figure = element('figure', 'cm-picture');
    const medium: HTMLElement = mediumElement(this.#options.source);
    medium.classList.add('cm-medium');
    medium.draggable = true;
    for (const event of ['load', 'loadedmetadata'])
      medium.addEventListener(event, () => view.requestMeasure());
    medium.addEventListener('mousedown', () => select(view, figure));
    medium.addEventListener('dragstart', (event) =>
      startBlockDrag(view, select(view, figure), event),
    );
    const shared = {
      image: () => imageAt(view.state, view.posAtDOM(figure)),
      onLeave: (key: string) => leave(view, figure, key),
    };
    const caption = pictureInput(view, {
      ...shared,
      change: captionChange,
      label: messages.caption,
    });
    caption.className = 'cm-picture-caption';
    const alt = pictureInput(view, { ...shared, change: altChange, label: messages.alt });
    const labelled = element('label', 'cm-picture-alt');
    labelled.append(messages.alt, alt);
    figure.append(medium, this.#tools(view, figure), caption, labelled);
    this.updateDOM(figure, view);
    return figure;
  }

  override updateDOM(figure: HTMLElement, view: EditorView): boolean {
    const { picture, source, isSelected, parts, openDialog } = this.#options;
    const medium = figure.querySelector<HTMLImageElement | HTMLMediaElement>('.cm-medium');
    if (medium?.localName !== mediumElementName(source)) return false;
    if (medium.getAttribute('src') !== source) medium.src = source;
    if (medium instanceof HTMLImageElement) medium.alt = picture.alt;
    else medium.ariaLabel = picture.alt;
    if (medium instanceof HTMLVideoElement) {
      const open = (name: 'poster' | 'captions') => {
        select(view, figure);
        openDialog(name);
      };
      showVideoParts(view, { figure, medium, parts, open });
    }
    figure.dataset['size'] = picture.size;
    figure.classList.toggle('cm-selected', isSelected);
    setValue(figure.querySelector('select')!, picture.size);
    setValue(figure.querySelector<HTMLInputElement>('.cm-picture-caption')!, picture.caption);
    setValue(figure.querySelector<HTMLInputElement>('.cm-picture-alt > input')!, picture.alt);
    return true;
  }

  #tools(view: EditorView, figure: HTMLElement): HTMLElement {
    const messages = currentMessages(visualMessages);
    const { openDialog, source } = this.#options;
    const tools = element('div', 'cm-picture-tools');
    const tool = (label: string, run: () => void) =>
      tools.append(pictureButton(view, { label, run }));
    tools.append(sizeChoice(view, figure));
    tool(messages.replace, () => {
      select(view, figure);
      openDialog('image');
    });
    if (mediumOf(source) === 'img')
      tool(messages.addPicture, () => {
        select(view, figure);
        openDialog('imageBeside');
      });
    tool(messages.remove, () => {
      const { from, to } = select(view, figure);
      view.dispatch({ changes: { from, to }, userEvent: 'delete' });
      view.focus();
    });
    return tools;
  }
}

function sizeChoice(view: EditorView, figure: HTMLElement): HTMLElement {
  const messages = currentMessages(visualMessages);
  const choice = element('select');
  choice.ariaLabel = messages.size;
  choice.disabled = view.state.readOnly;
  for (const size of sizes) choice.append(new Option(messages[size], size));
  choice.addEventListener('change', () => {
    const image = imageAt(view.state, view.posAtDOM(figure));
    const changes = image && sizeChange(view.state, image, choice.value as PictureSize);
    if (changes && !view.state.readOnly) view.dispatch({ changes, userEvent: 'input.format' });
  });
  return choice;
}

function leave(view: EditorView, figure: HTMLElement, key: string): void {
  const { to } = select(view, figure);
  if (key === 'Enter') view.dispatch({ selection: { anchor: to } });
  view.focus();
}

function mediumElementName(source: string): 'img' | 'video' | 'audio' {
  const medium = mediumOf(source);
  return medium === 'file' ? 'img' : medium;
}

function mediumElement(source: string): HTMLImageElement | HTMLMediaElement {
  const name = mediumElementName(source);
  if (name === 'img') {
    const image = element('img');
    image.loading = 'lazy';
    return image;
  }
  const player = element(name);
  player.controls = true;
  player.preload = 'metadata';
  return player;
}

function select(view: EditorView, figure: HTMLElement): { from: number; to: number } {
  const image = imageAt(view.state, view.posAtDOM(figure));
  const from = image?.from ?? 0;
  const to = image ? endOf(view.state, image) : from;
  view.dispatch({ selection: { anchor: from, head: to }, userEvent: 'select' });
  return { from, to };
}
