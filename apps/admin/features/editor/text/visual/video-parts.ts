import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { escapeBrackets } from '../format.ts';
import { mediumOf, pictureIn } from './picture-syntax.ts';

/** As in packages/site/markdown/players.ts: the poster and captions of a video stand after it in its paragraph. */
export function isVideoWithParts(state: EditorState, paragraph: SyntaxNode): boolean {
  const images = paragraph.getChildren('Image');
  const addresses = images.map((image) => pictureIn(state, image)?.address ?? '');
  const [video, ...parts] = addresses;
  if (parts.length === 0 || addresses.includes('') || mediumOf(video!) !== 'video') return false;
  const posters = parts.filter((address) => mediumOf(address) === 'img');
  const others = parts.filter((address) => !posters.includes(address));
  const gaps = images.map(({ to }, place) =>
    state.sliceDoc(to, images[place + 1]?.from ?? paragraph.to),
  );
  return (
    posters.length <= 1 &&
    others.every(isCaptions) &&
    images[0]!.from === paragraph.from &&
    gaps.every((gap) => /^\s*\\?\n?\s*$/.test(gap))
  );
}

/** The poster and captions of a video; empty for other images. */
export function partsOf(state: EditorState, image: SyntaxNode): readonly SyntaxNode[] {
  const { parent } = image;
  if (parent?.name !== 'Paragraph' || parent.from !== image.from) return [];
  return isVideoWithParts(state, parent) ? parent.getChildren('Image').slice(1) : [];
}

/** The picture whose source starts at a position. */
export function imageAt(state: EditorState, position: number): SyntaxNode | undefined {
  const found = syntaxTree(state).resolveInner(position, 1);
  for (let node: SyntaxNode | null = found; node; node = node.parent)
    if (node.name === 'Image' && node.from === position) return node;
  return undefined;
}

/** With the poster and captions of a video. */
export function endOf(state: EditorState, image: SyntaxNode): number {
  return partsOf(state, image).at(-1)?.to ?? image.to;
}

/** The selected picture or video, whose source is the whole selection. */
export function selectedImage(state: EditorState): SyntaxNode | undefined {
  const { from, to } = state.selection.main;
  const image = imageAt(state, from);
  return image && pictureIn(state, image) && endOf(state, image) === to ? image : undefined;
}

export function posterChange(
  state: EditorState,
  video: SyntaxNode,
  destination: string,
): ChangeSpec {
  const poster = posterOf(state, video)?.getChild('URL');
  return poster
    ? { from: poster.from, to: poster.to, insert: destination }
    : { from: video.to, insert: `\n![](${destination})` };
}

export function posterOf(state: EditorState, video: SyntaxNode): SyntaxNode | undefined {
  return partsOf(state, video).find(
    (part) => mediumOf(pictureIn(state, part)?.address ?? '') === 'img',
  );
}

export function captionsChange(
  state: EditorState,
  video: SyntaxNode,
  { destination, label }: { readonly destination: string; readonly label: string },
): ChangeSpec {
  const insert = `\n![${escapeBrackets(label)}](${destination})`;
  return { from: endOf(state, video), insert };
}

/** With the line break before it. */
export function partRemoval({ from, to, prevSibling }: SyntaxNode): ChangeSpec {
  let before = prevSibling;
  while (before && before.name !== 'Image') before = before.prevSibling;
  return { from: before?.to ?? from, to };
}

/** `talk.de.vtt` is in German, which the players call “Deutsch”. */
export function captionsLabel(name: string): string {
  const language = /\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)\.vtt$/i.exec(name)?.[1];
  if (language === undefined) return name.replace(/\.vtt$/i, '');
  const shown = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return shown.charAt(0).toLocaleUpperCase(language) + shown.slice(1);
}

function isCaptions(address: string): boolean {
  return /\.vtt$/i.test(address);
}
