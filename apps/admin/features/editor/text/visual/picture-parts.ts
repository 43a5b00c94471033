import type { ChangeSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import type { Picture } from './picture-syntax.ts';

export interface PictureSource {
  readonly picture: Picture;
  /** Address in the admin. */
  readonly source: string;
}

export interface CardOptions {
  readonly isSelected: boolean;
  /** The dialog changes what is selected, or adds a picture beside it. */
  readonly openDialog: (name: 'image' | 'imageBeside' | 'poster' | 'captions') => void;
}

interface InputOptions {
  readonly label: string;
  readonly image: () => SyntaxNode | undefined;
  readonly change: (image: SyntaxNode, text: string) => ChangeSpec;
  /** After Enter and Escape. */
  readonly onLeave: (key: string) => void;
}

/** Edits a part of a picture's source. */
export function pictureInput(
  view: EditorView,
  { label, image, change, onLeave }: InputOptions,
): HTMLInputElement {
  const input = element('input');
  input.ariaLabel = label;
  input.placeholder = label;
  input.readOnly = view.state.readOnly;
  input.addEventListener('input', () => {
    const found = image();
    if (found && !view.state.readOnly)
      view.dispatch({ changes: change(found, input.value), userEvent: 'input.type' });
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    onLeave(event.key);
  });
  return input;
}

export function pictureButton(
  view: EditorView,
  { label, run }: { readonly label: string; readonly run: () => void },
): HTMLButtonElement {
  const button = element('button');
  button.type = 'button';
  button.textContent = label;
  button.disabled = view.state.readOnly;
  button.addEventListener('click', run);
  return button;
}

export function setValue(input: HTMLInputElement | HTMLSelectElement, value: string): void {
  // While someone types in it, the input is the source: the text lacks spaces at its end, for example.
  if (document.activeElement !== input) input.value = value;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}
