import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';
import { mediumOf, pictureIn } from './picture-syntax.ts';
import { isVideoWithParts } from './video-parts.ts';

interface TopBlocks {
  readonly tables: readonly SyntaxNode[];
  /** Paragraphs that are one image. */
  readonly pictures: readonly SyntaxNode[];
  /** Images of paragraphs that are two or more, each on a line of its own. */
  readonly galleries: readonly (readonly SyntaxNode[])[];
  /** Videos with the poster and captions that follow them. */
  readonly videos: readonly (readonly SyntaxNode[])[];
}

const known = new WeakMap<Tree, TopBlocks>();

/** Tables and pictures at the top level of the text; those in lists and quotes stay source. */
export function topBlocks(state: EditorState): TopBlocks {
  const tree = syntaxTree(state);
  const found = known.get(tree) ?? findTopBlocks(state, tree);
  known.set(tree, found);
  return found;
}

/** Whether cards show the paragraph. */
export function isPictures(state: EditorState, { from, parent }: SyntaxNode): boolean {
  if (parent?.name !== 'Document') return false;
  const { pictures, galleries, videos } = topBlocks(state);
  return (
    pictures.some((image) => image.from === from) ||
    [...galleries, ...videos].some(([first]) => first!.from === from)
  );
}

/** Runs for each key, so it makes no object for the other blocks. */
function findTopBlocks(state: EditorState, tree: Tree): TopBlocks {
  const [tables, pictures]: [SyntaxNode[], SyntaxNode[]] = [[], []];
  const [galleries, videos]: [SyntaxNode[][], SyntaxNode[][]] = [[], []];
  const cursor = tree.cursor();
  for (let isThere = cursor.firstChild(); isThere; isThere = cursor.nextSibling()) {
    const { name, from, to } = cursor;
    if (name === 'Table') tables.push(cursor.node);
    if (name !== 'Paragraph') continue;
    if (!cursor.firstChild()) continue;
    const first = cursor.node;
    cursor.parent();
    if (first.name !== 'Image' || first.from > from) continue;
    if (first.to === to) pictures.push(first);
    else if (isGallery(state, cursor.node)) galleries.push(cursor.node.getChildren('Image'));
    else if (isVideoWithParts(state, cursor.node)) videos.push(cursor.node.getChildren('Image'));
  }
  return { tables, pictures, galleries, videos };
}

/** As in packages/site/markdown/figures.ts. */
function isGallery(state: EditorState, paragraph: SyntaxNode): boolean {
  const images = paragraph.getChildren('Image');
  const gaps = images.map(({ to }, place) =>
    state.sliceDoc(to, images[place + 1]?.from ?? paragraph.to),
  );
  const last = gaps.pop();
  const arePictures = images.every((image) => {
    const picture = pictureIn(state, image);
    return picture !== undefined && mediumOf(picture.address) === 'img';
  });
  return arePictures && last === '' && gaps.every((gap) => /^[ \t]*\\?\n[ \t]*$/.test(gap));
}
