import { isBlock, isElement, isText, tagOf } from './dom.ts';

interface Piece {
  /** Undefined for what is written as it is: code, images, line breaks. */
  readonly node: Text | undefined;
  readonly value: string;
}

interface Run {
  readonly pieces: Piece[];
  /** Emphasis and code add marks of their own, with which a lone mark of the text could pair. */
  hasMarks: boolean;
}

const verbatim = new Set(['code', 'pre', 'kbd', 'samp', 'tt']);
const marks = new Set(['b', 'strong', 'i', 'em', 'del', 's', 'strike', 'code']);

/** Escapes the text nodes of a page, where Markdown would read their characters as syntax. */
export function escapeTexts(block: Node): void {
  if (tagOf(block) === 'pre') return;
  let run: Run = { pieces: [], hasMarks: false };
  const flush = () => {
    escapeRun(run, { isCell: /^t[dh]$/.test(tagOf(block)) });
    run = { pieces: [], hasMarks: false };
  };
  const collect = (node: Node): void => {
    if (isText(node)) run.pieces.push({ node, value: node.data });
    if (!isElement(node)) return;
    const tag = tagOf(node);
    if (marks.has(tag)) run.hasMarks = true;
    if (isBlock(node)) {
      flush();
      escapeTexts(node);
    } else if (tag === 'br') run.pieces.push({ node: undefined, value: '\n' });
    else if (verbatim.has(tag)) run.pieces.push({ node: undefined, value: 'x' });
    else node.childNodes.forEach(collect);
  };
  block.childNodes.forEach(collect);
  flush();
}

function escapeRun({ pieces, hasMarks }: Run, { isCell }: { readonly isCell: boolean }): void {
  const text = pieces.map(({ value }) => value).join('');
  const places = syntaxPlaces(text, { hasMarks, isCell });
  if (places.size === 0) return;
  let from = 0;
  for (const { node, value } of pieces) {
    if (node)
      node.data = [...value.split('')]
        .map((character, at) => (places.has(from + at) ? `\\${character}` : character))
        .join('');
    from += value.length;
  }
}

interface Surroundings {
  readonly hasMarks?: boolean;
  readonly isCell?: boolean;
}

export function escapeText(text: string, surroundings: Surroundings = {}): string {
  const places = syntaxPlaces(text, surroundings);
  return [...text.split('')]
    .map((character, at) => (places.has(at) ? `\\${character}` : character))
    .join('');
}

/** Positions of the characters that need a backslash. */
function syntaxPlaces(text: string, { hasMarks = false, isCell = false }: Surroundings) {
  const places = new Set<number>();
  const add = (pattern: RegExp, offset = 0) => {
    for (const { index } of text.matchAll(pattern)) places.add(index + offset);
  };
  for (const mark of ['*', '_', '~']) addPairs(text, { mark, hasMarks, places });
  const ticks = [...text.matchAll(/`+/g)];
  if (hasMarks || ticks.length > 1 || /^ *```/m.test(text)) add(/`/g);
  add(/\\(?=[!-/:-@[-`{-~]|\n|$)/g);
  add(/<(?=[a-z/!?])/gi);
  add(/&(?=(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);)/gi);
  add(/\[(?=[^\]\n]*\](?:\(|\[))/g);
  add(/\[(?=\^[^\]\s]+\])/g);
  if (isCell) {
    add(/\|/g);
    return places;
  }
  add(/^\[(?=[^\]\n]+\]:)/gm);
  add(/^\[(?=!\w+\]|[ x]\] )/gim);
  add(/^#(?=#{0,5}(?: |$))/gm);
  add(/^[-+*](?= |$)/gm);
  add(/^(?:-(?=-+ *$)|=(?==* *$)|\*(?=(?: *\*){2,} *$)|_(?=(?: *_){2,} *$))/gm);
  add(/^(?:>|~(?=~~)|:(?=::))/gm);
  for (const { index, 0: number } of text.matchAll(/^\d{1,9}(?=[.)](?: |$))/gm))
    places.add(index + number.length);
  return places;
}

/** A mark before a word opens emphasis only if the same mark follows a word later. */
function addPairs(
  text: string,
  {
    mark,
    hasMarks,
    places,
  }: { readonly mark: string; readonly hasMarks: boolean; readonly places: Set<number> },
): void {
  const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);
  const isSpace = (character: string) => /^\s?$/.test(character);
  const runs = [...text.matchAll(new RegExp(`\\${mark}+`, 'g'))].map(({ index, 0: run }) => {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + run.length);
    const isInWord = mark === '_' && isWord(before) && isWord(after);
    return {
      index,
      run,
      opens: !isInWord && !isSpace(after),
      closes: !isInWord && !isSpace(before),
    };
  });
  const opening = runs.findIndex(({ opens }) => opens);
  const isPaired = opening >= 0 && runs.slice(opening + 1).some(({ closes }) => closes);
  if (!isPaired && !hasMarks) return;
  for (const { index, run, opens, closes } of runs)
    if (opens || closes) for (let at = 0; at < run.length; at += 1) places.add(index + at);
}
