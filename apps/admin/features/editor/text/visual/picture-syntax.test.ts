import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { pictureIn, replacementOf, sizeChange, type PictureSize } from './picture-syntax.ts';
import { topBlocks } from './top-blocks.ts';
import { imageAt } from './video-parts.ts';

function open(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: [markdown({ base: markdownLanguage })] });
  ensureSyntaxTree(state, doc.length, 10_000);
  // The state has the tree that its start had the time for.
  return state.update({}).state;
}

test.each<[before: string, size: PictureSize, after: string]>([
  ['![a](b.png "c")', 'wide', '![a](b.png#wide "c")'],
  ['![a](<b c.png#small>)', 'full', '![a](<b c.png#full>)'],
  ['![a](b.png#full)', 'normal', '![a](b.png)'],
  ['![a](b.svg#part)', 'small', '![a](b.svg#part#small)'],
])('ADD-EDIT-1 the size of %s becomes %s', (...[before, size, after]) => {
  const state = open(before);
  const changed = state.update({ changes: sizeChange(state, imageAt(state, 0)!, size) }).state;
  expect(changed.doc.toString()).toBe(after);
  const parsed = open(after);
  expect(pictureIn(parsed, imageAt(parsed, 0)!)).toMatchObject({ size });
});

test.each([
  ['![a](b.png#wide "c")', 'd.png', '![e](d.png#wide "c")'],
  ['![a](b.png#full)', '<d e.png>', '![e](<d e.png#full>)'],
  ['![a](<b c.png> "c")', 'd.png', '![e](d.png "c")'],
])('ADD-EDIT-6 %s keeps its size and caption as %s', (...[before, destination, after]) => {
  const state = open(before);
  const changes = replacementOf(state, imageAt(state, 0)!, { destination, alt: 'e' });
  expect(state.update({ changes }).state.doc.toString()).toBe(after);
});

test.each([
  ['![a](b.png)\n![c](d.png "e")', 2],
  ['![a](b.png)  \n![c](d.png)\\\n![e](f.png)', 3],
  ['![a](b.png) ![c](d.png)', 0],
  ['![a](b.png)\n![c](d.png)\nText', 0],
  ['![a](b.png) text\n![c](d.png)', 0],
  ['![a](b.mp4)\n![c](d.png)', 0],
  ['> ![a](b.png)\n> ![c](d.png)', 0],
])('ADD-EDIT-2 the gallery of %j has %d pictures', (...[text, count]) => {
  expect(topBlocks(open(text)).galleries.flat()).toHaveLength(count);
});
