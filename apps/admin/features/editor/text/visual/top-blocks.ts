import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode, Tree } from '@lezer/common';

interface TopBlocks {
  readonly tables: readonly SyntaxNode[];
  /** Paragraphs that are one image. */
  readonly pictures: readonly SyntaxNode[];
}

const known = new WeakMap<Tree, TopBlocks>();

/** Tables and pictures at the top level of the text; those in lists and quotes stay source. */
export function topBlocks(state: EditorState): TopBlocks {
  const tree = syntaxTree(state);
  const found = known.get(tree) ?? findTopBlocks(tree);
  known.set(tree, found);
  return found;
}

/** Runs for each key, so it makes no object for the other blocks. */
function findTopBlocks(tree: Tree): TopBlocks {
  const [tables, pictures]: [SyntaxNode[], SyntaxNode[]] = [[], []];
  const cursor = tree.cursor();
  for (let isThere = cursor.firstChild(); isThere; isThere = cursor.nextSibling()) {
    const { name, from, to } = cursor;
    if (name === 'Table') tables.push(cursor.node);
    if (name !== 'Paragraph') continue;
    if (!cursor.firstChild()) continue;
    const image = cursor.node;
    if (image.name === 'Image' && image.from === from && image.to === to) pictures.push(image);
    cursor.parent();
  }
  return { tables, pictures };
}
