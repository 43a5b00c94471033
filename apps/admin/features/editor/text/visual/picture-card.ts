import type { ChangeSpec } from '@codemirror/state';
import { type EditorView, WidgetType } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { currentMessages } from '../../../../lib/messages.ts';
import { startBlockDrag } from './move-block.ts';
import { altChange, captionChange, imageAt, type Picture } from './picture-syntax.ts';
import { visualMessages } from './visual-messages.ts';

export interface PictureCardOptions {
  readonly picture: Picture;
  readonly source: string;
  readonly isSelected: boolean;
  readonly replacePicture: () => void;
}

/** A picture with its caption and alt text, which are edited in place. */
export class PictureCard extends WidgetType {
  readonly #options: PictureCardOptions;

  constructor(options: PictureCardOptions) {
    super();
    this.#options = options;
  }

  override get estimatedHeight(): number {
    return 420;
  }

  override eq(other: PictureCard): boolean {
    const { picture, isSelected, source } = this.#options;
    const { alt, caption } = picture;
    const theirs = other.#options;
    return (
      theirs.source === source &&
      theirs.isSelected === isSelected &&
      theirs.picture.alt === alt &&
      theirs.picture.caption === caption
    );
  }

  override toDOM(view: EditorView): HTMLElement {
    const messages = currentMessages(visualMessages);
    const figure = element('figure', 'cm-picture');
    const image: HTMLElement = mediumOf(this.#options.source);
    image.classList.add('cm-medium');
    image.draggable = true;
    for (const event of ['load', 'loadedmetadata'])
      image.addEventListener(event, () => view.requestMeasure());
    image.addEventListener('mousedown', () => select(view, figure));
    image.addEventListener('dragstart', (event) =>
      startBlockDrag(view, select(view, figure), event),
    );
    const caption = this.#input(view, { figure, change: captionChange, label: messages.caption });
    caption.className = 'cm-picture-caption';
    const alt = this.#input(view, { figure, change: altChange, label: messages.alt });
    const labelled = element('label', 'cm-picture-alt');
    labelled.append(messages.alt, alt);
    figure.append(image, this.#tools(view, figure), caption, labelled);
    this.updateDOM(figure);
    return figure;
  }

  override updateDOM(figure: HTMLElement): boolean {
    const { picture, source, isSelected } = this.#options;
    const medium = figure.querySelector<HTMLImageElement | HTMLMediaElement>('.cm-medium')!;
    if (medium.localName !== mediumNameOf(source)) return false;
    if (medium.getAttribute('src') !== source) medium.src = source;
    if (medium instanceof HTMLImageElement) medium.alt = picture.alt;
    else medium.ariaLabel = picture.alt;
    figure.classList.toggle('cm-selected', isSelected);
    setValue(figure.querySelector<HTMLInputElement>('.cm-picture-caption')!, picture.caption);
    setValue(figure.querySelector<HTMLInputElement>('.cm-picture-alt > input')!, picture.alt);
    return true;
  }

  #input(
    view: EditorView,
    options: {
      readonly figure: HTMLElement;
      readonly label: string;
      readonly change: (image: SyntaxNode, text: string) => ChangeSpec;
    },
  ): HTMLInputElement {
    const { figure, label, change } = options;
    const input = element('input');
    input.ariaLabel = label;
    input.placeholder = label;
    input.readOnly = view.state.readOnly;
    input.addEventListener('input', () => {
      const image = imageAt(view.state, view.posAtDOM(figure));
      if (image && !view.state.readOnly)
        view.dispatch({ changes: change(image, input.value), userEvent: 'input.type' });
    });
    input.addEventListener('keydown', (event) => {
      if (event.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
      event.preventDefault();
      const { to } = select(view, figure);
      if (event.key === 'Enter') view.dispatch({ selection: { anchor: to } });
      view.focus();
    });
    return input;
  }

  #tools(view: EditorView, figure: HTMLElement): HTMLElement {
    const messages = currentMessages(visualMessages);
    const tools = element('div', 'cm-picture-tools');
    const tool = (label: string, run: () => void) => {
      const button = element('button');
      button.type = 'button';
      button.textContent = label;
      button.disabled = view.state.readOnly;
      button.addEventListener('click', run);
      tools.append(button);
    };
    tool(messages.replace, () => {
      select(view, figure);
      this.#options.replacePicture();
    });
    tool(messages.remove, () => {
      const { from, to } = select(view, figure);
      view.dispatch({ changes: { from, to }, userEvent: 'delete' });
      view.focus();
    });
    return tools;
  }
}

/** As the site shows the address: packages/site/markdown/players.ts. */
function mediumNameOf(source: string): 'img' | 'video' | 'audio' {
  if (/\.(?:mp4|webm|mov|ogv)$/i.test(source)) return 'video';
  return /\.(?:mp3|wav|ogg|m4a|flac)$/i.test(source) ? 'audio' : 'img';
}

function mediumOf(source: string): HTMLImageElement | HTMLMediaElement {
  const name = mediumNameOf(source);
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
  const to = image?.to ?? from;
  view.dispatch({ selection: { anchor: from, head: to }, userEvent: 'select' });
  return { from, to };
}

function setValue(input: HTMLInputElement, value: string): void {
  // While someone types in it, the input is the source: the text lacks spaces at its end, for example.
  if (document.activeElement !== input) input.value = value;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}
