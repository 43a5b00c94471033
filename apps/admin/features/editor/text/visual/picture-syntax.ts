import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { escapeBrackets } from '../format.ts';

/** `![alt](address "caption")` alone in its paragraph, which the site shows as a figure. */
export interface Picture {
  readonly from: number;
  readonly to: number;
  readonly alt: string;
  /** Without the size. */
  readonly address: string;
  readonly size: PictureSize;
  readonly caption: string;
}

export type PictureSize = 'normal' | 'small' | 'wide' | 'full';

/** As in packages/site/markdown/figures.ts. */
const sizeAtEnd = /#(small|wide|full)(?=>?$)/;

export function pictureIn(state: EditorState, image: SyntaxNode): Picture | undefined {
  const [opening, closing] = image.getChildren('LinkMark');
  const url = image.getChild('URL');
  const { from, to } = image;
  // A break would make the source more than a line.
  if (!opening || !closing || !url || state.doc.lineAt(from).to < to) return undefined;
  const title = image.getChild('LinkTitle');
  const source = state.sliceDoc(url.from, url.to);
  return {
    from,
    to,
    alt: unescape(state.sliceDoc(opening.to, closing.from)),
    address: unescape(source.replace(sizeAtEnd, '').replace(/^<|>$/g, '')),
    size: (sizeAtEnd.exec(source)?.[1] ?? 'normal') as PictureSize,
    caption: title ? unescape(state.sliceDoc(title.from + 1, title.to - 1)) : '',
  };
}

/** Another picture with the size and caption of the replaced one. */
export function replacementOf(
  state: EditorState,
  image: SyntaxNode,
  { destination, alt }: { readonly destination: string; readonly alt: string },
): ChangeSpec {
  const { from, to } = image.getChild('URL')!;
  const size = sizeAtEnd.exec(state.sliceDoc(from, to))?.[0] ?? '';
  const insert = destination.replace(/>?$/, (end) => size + end);
  return [altChange(image, alt), { from, to, insert }];
}

export function altChange(image: SyntaxNode, alt: string): ChangeSpec {
  const [opening, closing] = image.getChildren('LinkMark');
  return { from: opening!.to, to: closing!.from, insert: escapeBrackets(alt) };
}

export function sizeChange(state: EditorState, image: SyntaxNode, size: PictureSize): ChangeSpec {
  const { from, to } = image.getChild('URL')!;
  const [, address = '', end = ''] = /^([^]*?)(>?)$/.exec(
    state.sliceDoc(from, to).replace(sizeAtEnd, ''),
  )!;
  const insert = size === 'normal' ? '' : `#${size}`;
  const start = from + address.length;
  return { from: start, to: to - end.length, insert };
}

export function captionChange(image: SyntaxNode, caption: string): ChangeSpec {
  const url = image.getChild('URL')!;
  const end = image.getChild('LinkTitle')?.to ?? url.to;
  const text = caption.replace(/\s*\n\s*/g, ' ').replace(/(["\\])/g, '\\$1');
  return { from: url.to, to: end, insert: text === '' ? '' : ` "${text}"` };
}

function unescape(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Address in the admin, which is on the same server as the site. */
export function sourceOf(address: string, path: string): string {
  // The page's policy forbids images of other servers.
  const isHost = /^(?:https?:|\/\/)/i.test(address) && URL.canParse(address, location.origin);
  if (isHost && new URL(address, location.origin).origin !== location.origin) return '';
  if (/^[a-z][a-z\d+.-]*:|^\//i.test(address)) return address;
  return new URL(address, `http://host/${path}`).pathname;
}

/** As the site shows the address: packages/site/markdown/players.ts. */
export function mediumOf(address: string): 'img' | 'video' | 'audio' | 'file' {
  if (/\.(?:mp4|webm|mov|ogv)$/i.test(address)) return 'video';
  if (/\.(?:pdf|vtt)$/i.test(address)) return 'file';
  return /\.(?:mp3|wav|ogg|m4a|flac)$/i.test(address) ? 'audio' : 'img';
}
