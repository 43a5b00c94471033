import type { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { currentMessages } from '../../../../lib/messages.ts';
import { element, pictureButton, type PictureSource } from './picture-parts.ts';
import { mediumOf } from './picture-syntax.ts';
import { imageAt, partRemoval, partsOf } from './video-parts.ts';
import { videoMessages } from './video-messages.ts';

interface VideoCard {
  readonly figure: HTMLElement;
  readonly medium: HTMLVideoElement;
  readonly parts: readonly PictureSource[];
  readonly open: (name: 'poster' | 'captions') => void;
}

/** The poster and captions in the player, and below it the buttons that choose and remove them. */
export function showVideoParts(view: EditorView, card: VideoCard): void {
  const { figure, medium, parts } = card;
  const key = JSON.stringify(parts.map(({ source, picture }) => [source, picture.alt]));
  const before = figure.querySelector<HTMLElement>('.cm-video-parts');
  if (before?.dataset['key'] === key) return;
  const poster = parts.find(isPoster)?.source;
  if (poster === undefined) medium.removeAttribute('poster');
  else medium.poster = poster;
  const captions = parts.filter((part) => !isPoster(part));
  medium.replaceChildren(...captions.map(trackOf));
  const buttons = buttonsOf(view, card);
  buttons.dataset['key'] = key;
  if (before) before.replaceWith(buttons);
  else figure.append(buttons);
  view.requestMeasure();
}

function buttonsOf(view: EditorView, { figure, parts, open }: VideoCard): HTMLElement {
  const messages = currentMessages(videoMessages);
  const row = element('div', 'cm-video-parts');
  const add = (label: string, run: () => void) => row.append(pictureButton(view, { label, run }));
  const remove = (label: string, place: number) =>
    add(label, () => {
      const video = imageAt(view.state, view.posAtDOM(figure));
      const part: SyntaxNode | undefined = video && partsOf(view.state, video)[place];
      if (part) view.dispatch({ changes: partRemoval(part), userEvent: 'delete' });
    });
  const place = parts.findIndex(isPoster);
  add(place < 0 ? messages.choosePoster : messages.replacePoster, () => open('poster'));
  if (place >= 0) remove(messages.removePoster, place);
  add(messages.addCaptions, () => open('captions'));
  for (const [index, part] of parts.entries())
    if (!isPoster(part)) remove(messages.removeCaptions({ label: labelOf(part) }), index);
  return row;
}

function trackOf(part: PictureSource): HTMLTrackElement {
  const track = element('track');
  track.kind = 'captions';
  track.src = part.source;
  track.label = labelOf(part);
  return track;
}

function isPoster({ picture }: PictureSource): boolean {
  return mediumOf(picture.address) === 'img';
}

function labelOf({ picture }: PictureSource): string {
  return picture.alt || picture.address.replace(/^.*\//s, '');
}
