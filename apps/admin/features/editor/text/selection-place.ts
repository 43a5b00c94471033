import { Prec, type Extension } from '@codemirror/state';
import { keymap, ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view';
import { createStore } from '../../../lib/store.ts';

/** In the window, for a toolbar of `toolbarHeight` that covers none of the selection. */
export interface SelectionPlace {
  readonly x: number;
  readonly y: number;
}

const toolbarHeight = 40;
const gap = 8;

class SelectionWatch {
  readonly place = createStore<SelectionPlace | null>(null);
  readonly #view: EditorView;
  #isPressed = false;
  #isTouch = false;

  constructor(view: EditorView) {
    this.#view = view;
    addEventListener('pointerdown', this.#press, true);
    addEventListener('pointerup', this.#release, true);
    addEventListener('scroll', this.measure, true);
    addEventListener('resize', this.measure);
  }

  update({ selectionSet, docChanged, focusChanged, geometryChanged }: ViewUpdate): void {
    if (selectionSet || docChanged || focusChanged || geometryChanged) this.measure();
  }

  destroy(): void {
    removeEventListener('pointerdown', this.#press, true);
    removeEventListener('pointerup', this.#release, true);
    removeEventListener('scroll', this.measure, true);
    removeEventListener('resize', this.measure);
  }

  readonly measure = (): void => {
    this.#view.requestMeasure({
      key: this,
      read: () => this.#read(),
      write: (place) => {
        const before = this.place.get();
        if (place?.x !== before?.x || place?.y !== before?.y) this.place.set(place);
      },
    });
  };

  readonly #press = ({ pointerType, target }: PointerEvent): void => {
    this.#isTouch = pointerType === 'touch';
    this.#isPressed = this.#view.contentDOM.contains(target as Node);
    if (this.#isPressed) this.measure();
  };

  readonly #release = (): void => {
    this.#isPressed = false;
    this.measure();
  };

  #isWanted(): boolean {
    const isUsed =
      this.#view.hasFocus || document.activeElement?.closest('[data-selection-toolbar]') !== null;
    return isUsed && !this.#isPressed && !this.#isTouch;
  }

  /** Null while it would be in the way: of the mouse, of a phone's own menu, and of a selection of more than a screen. */
  #read(): SelectionPlace | null {
    const view = this.#view;
    const { from, to, empty } = view.state.selection.main;
    const isCard = view.dom.classList.contains('cm-card-selected');
    if (empty || isCard || !this.#isWanted()) return null;
    const start = view.coordsAtPos(from, 1);
    const end = view.coordsAtPos(to, -1);
    if (!start || !end) return null;
    const { top, bottom } = visiblePart(view);
    const above = start.top - toolbarHeight - gap;
    const below = end.bottom + gap;
    const y = above >= top ? above : below;
    const isVisible = y >= top && y + toolbarHeight <= bottom;
    return isVisible ? { x: start.left, y } : null;
  }
}

function visiblePart(view: EditorView): { readonly top: number; readonly bottom: number } {
  let scroller: HTMLElement | null = view.dom;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement;
  const bounds = scroller?.getBoundingClientRect();
  return {
    top: Math.max(0, bounds?.top ?? 0),
    bottom: Math.min(innerHeight, bounds?.bottom ?? innerHeight),
  };
}

export const selectionWatch = ViewPlugin.fromClass(SelectionWatch);

/** Alt+F10 leads to the toolbar of the selection, or to the one above the text. */
export function selectionToolbarKeys(): Extension {
  const focusToolbar = () => {
    const toolbar =
      document.querySelector('[data-selection-toolbar]') ??
      document.querySelector('[role=toolbar]');
    const button = toolbar?.querySelector<HTMLElement>('button');
    button?.focus();
    return button !== undefined && button !== null;
  };
  return [selectionWatch, Prec.high(keymap.of([{ key: 'Alt-F10', run: focusToolbar }]))];
}
