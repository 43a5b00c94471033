import { type EditorView, WidgetType } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { currentMessages } from '../../../../lib/messages.ts';
import { galleryMessages } from './gallery-messages.ts';
import {
  element,
  pictureButton,
  pictureInput,
  setValue,
  type CardOptions,
  type PictureSource,
} from './picture-parts.ts';
import { altChange, captionChange } from './picture-syntax.ts';
import { topBlocks } from './top-blocks.ts';
import { visualMessages } from './visual-messages.ts';

interface GalleryOptions extends CardOptions {
  readonly shown: readonly PictureSource[];
}

/** The gallery and the picture that is dragged in it. */
let dragged: { readonly card: HTMLElement; readonly place: number } | undefined;

/** Pictures on consecutive lines, as a grid. Its buttons and inputs change only the lines of their pictures. */
export class GalleryCard extends WidgetType {
  readonly #options: GalleryOptions;

  constructor(options: GalleryOptions) {
    super();
    this.#options = options;
  }

  get #key(): string {
    const { shown, isSelected } = this.#options;
    const texts = shown.map(({ source, picture: { alt, caption } }) => [source, alt, caption]);
    return JSON.stringify([isSelected, texts]);
  }

  override get estimatedHeight(): number {
    return 280 * Math.ceil(this.#options.shown.length / 3);
  }

  override eq(other: GalleryCard): boolean {
    return other.#key === this.#key;
  }

  override toDOM(view: EditorView): HTMLElement {
    const messages = currentMessages(visualMessages);
    const card = element('div', 'cm-gallery');
    card.setAttribute('role', 'group');
    card.ariaLabel = currentMessages(galleryMessages).gallery;
    const add = pictureButton(view, {
      label: messages.addPicture,
      run: () => {
        select(view, card);
        this.#options.openDialog('imageBeside');
      },
    });
    add.classList.add('cm-gallery-add');
    card.append(...this.#options.shown.map((_, place) => this.#item(view, card, place)), add);
    this.updateDOM(card);
    return card;
  }

  override updateDOM(card: HTMLElement): boolean {
    const items = [...card.querySelectorAll('.cm-gallery-item')];
    const { shown, isSelected } = this.#options;
    if (items.length !== shown.length) return false;
    card.classList.toggle('cm-selected', isSelected);
    for (const [place, item] of items.entries()) {
      const { source, picture } = shown[place]!;
      const image = item.querySelector('img')!;
      if (image.getAttribute('src') !== source) image.src = source;
      image.alt = picture.alt;
      const [caption, alt] = item.querySelectorAll('input');
      setValue(caption!, picture.caption);
      setValue(alt!, picture.alt);
    }
    return true;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  #item(view: EditorView, card: HTMLElement, place: number): HTMLElement {
    const messages = currentMessages(visualMessages);
    const item = element('div', 'cm-gallery-item');
    item.setAttribute('role', 'group');
    item.ariaLabel = currentMessages(galleryMessages).place({ place: place + 1 });
    const shared = {
      image: () => imagesAt(view, card)[place],
      onLeave: () => {
        select(view, card);
        view.focus();
      },
    };
    const caption = pictureInput(view, {
      ...shared,
      label: messages.caption,
      change: captionChange,
    });
    const alt = pictureInput(view, { ...shared, label: messages.alt, change: altChange });
    const image = element('img');
    image.addEventListener('load', () => view.requestMeasure());
    image.addEventListener('mousedown', () => select(view, card));
    makeMovable(view, { card, item, image, place });
    item.append(image, caption, alt, buttonsOf(view, { card, item, image, place }));
    return item;
  }
}

interface Item {
  readonly card: HTMLElement;
  readonly item: HTMLElement;
  readonly image: HTMLElement;
  readonly place: number;
}

function makeMovable(view: EditorView, { card, item, image, place }: Item): void {
  image.draggable = true;
  image.addEventListener('dragstart', () => {
    dragged = { card, place };
  });
  image.addEventListener('dragend', () => {
    dragged = undefined;
  });
  item.addEventListener('dragover', (event) => {
    if (dragged?.card === card) event.preventDefault();
  });
  item.addEventListener('drop', (event) => {
    if (dragged?.card !== card) return;
    event.preventDefault();
    movePicture(view, card, [dragged.place, place]);
    dragged = undefined;
  });
}

function buttonsOf(view: EditorView, { card, place }: Item): HTMLElement {
  const messages = currentMessages(galleryMessages);
  const buttons = element('div', 'cm-gallery-tools');
  const move = (step: -1 | 1) => () => {
    movePicture(view, card, [place, place + step]);
    const moved = card.querySelectorAll('.cm-gallery-item')[place + step];
    moved?.querySelectorAll('button')[step < 0 ? 0 : 1]?.focus();
  };
  const tools = [
    { label: '‹', name: messages.moveBack, run: move(-1) },
    { label: '›', name: messages.moveOn, run: move(1) },
    { label: '×', name: messages.remove, run: () => removePicture(view, card, place) },
  ];
  for (const { name, ...tool } of tools) {
    const button = pictureButton(view, tool);
    button.ariaLabel = name;
    button.title = name;
    buttons.append(button);
  }
  return buttons;
}

function imagesAt(view: EditorView, card: HTMLElement): readonly SyntaxNode[] {
  const start = view.posAtDOM(card);
  return topBlocks(view.state).galleries.find(([first]) => first!.from === start) ?? [];
}

function select(view: EditorView, card: HTMLElement): void {
  const images = imagesAt(view, card);
  const [first, last] = [images[0], images.at(-1)];
  if (!first || !last) return;
  view.dispatch({ selection: { anchor: first.from, head: last.to }, userEvent: 'select' });
}

/** The pictures change places; what is between them stays. */
function movePicture(
  view: EditorView,
  card: HTMLElement,
  [from, to]: readonly [number, number],
): void {
  const images = imagesAt(view, card);
  if (view.state.readOnly || from === to || !images[from] || !images[to]) return;
  const order = images.toSpliced(from, 1).toSpliced(to, 0, images[from]);
  const changes = images.flatMap((image, place) => {
    const next = order[place]!;
    const insert = view.state.sliceDoc(next.from, next.to);
    return next === image ? [] : [{ from: image.from, to: image.to, insert }];
  });
  view.dispatch({ changes, userEvent: 'move.block' });
}

function removePicture(view: EditorView, card: HTMLElement, place: number): void {
  const images = imagesAt(view, card);
  const [before, image, after] = [images[place - 1], images[place], images[place + 1]];
  if (view.state.readOnly || !image) return;
  const changes = after
    ? { from: image.from, to: after.from }
    : { from: before?.to ?? image.from, to: image.to };
  view.dispatch({ changes, userEvent: 'delete' });
  view.focus();
}
