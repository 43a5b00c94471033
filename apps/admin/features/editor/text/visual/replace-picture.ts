import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { linkDestination } from '../format.ts';
import { pictureIn, replacementOf } from './picture-syntax.ts';
import { captionsChange, endOf, posterChange, selectedImage } from './video-parts.ts';

/** Empty if no picture is selected. */
export function selectedAlt(state: EditorState): string {
  const image = selectedImage(state);
  return (image && pictureIn(state, image)?.alt) ?? '';
}

/** Shows another picture in the place, size and with the caption of the selected one; false if none is selected. */
export function replacePicture(
  view: EditorView,
  { url, alt }: { readonly url: string; readonly alt: string },
): boolean {
  return changeSelected(view, (image) =>
    replacementOf(view.state, image, { destination: linkDestination(url), alt }),
  );
}

export function setPoster(view: EditorView, url: string): boolean {
  return changeSelected(view, (video) => posterChange(view.state, video, linkDestination(url)));
}

export function addCaptions(
  view: EditorView,
  { url, label }: { readonly url: string; readonly label: string },
): boolean {
  return changeSelected(view, (video) =>
    captionsChange(view.state, video, { destination: linkDestination(url), label }),
  );
}

function changeSelected(view: EditorView, change: (image: SyntaxNode) => ChangeSpec): boolean {
  const { state } = view;
  const image = selectedImage(state);
  if (!image || state.readOnly) return false;
  const changed = state.changes(change(image));
  const selection = { anchor: image.from, head: changed.mapPos(endOf(state, image), 1) };
  view.dispatch({ changes: changed, selection, userEvent: 'input.format', scrollIntoView: true });
  return true;
}
