import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { escapeBrackets } from '../format.ts';

/** `![alt](address "caption")` alone in its paragraph, which the site shows as a figure. */
export interface Picture {
  readonly from: number;
  readonly to: number;
  readonly alt: string;
  readonly address: string;
  readonly caption: string;
}

export function isPictureParagraph({ name, from, to, parent, firstChild }: SyntaxNode): boolean {
  return (
    name === 'Paragraph' &&
    parent?.name === 'Document' &&
    firstChild?.name === 'Image' &&
    firstChild.from === from &&
    firstChild.to === to
  );
}

export function pictureIn(state: EditorState, image: SyntaxNode): Picture | undefined {
  const [opening, closing] = image.getChildren('LinkMark');
  const url = image.getChild('URL');
  const { from, to } = image;
  // A break would make the source more than a line.
  if (!opening || !closing || !url || state.doc.lineAt(from).to < to) return undefined;
  const title = image.getChild('LinkTitle');
  return {
    from,
    to,
    alt: unescape(state.sliceDoc(opening.to, closing.from)),
    address: unescape(state.sliceDoc(url.from, url.to).replace(/^<|>$/g, '')),
    caption: title ? unescape(state.sliceDoc(title.from + 1, title.to - 1)) : '',
  };
}

/** The picture whose source starts at a position. */
export function imageAt(state: EditorState, position: number): SyntaxNode | undefined {
  const found = syntaxTree(state).resolveInner(position, 1);
  for (let node: SyntaxNode | null = found; node; node = node.parent)
    if (node.name === 'Image' && node.from === position) return node;
  return undefined;
}

export function altChange(image: SyntaxNode, alt: string): ChangeSpec {
  const [opening, closing] = image.getChildren('LinkMark');
  return { from: opening!.to, to: closing!.from, insert: escapeBrackets(alt) };
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
