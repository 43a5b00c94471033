import { countWords, readingMinutes, type WordCount } from '../../../lib/word-count.ts';
import type { Text } from '@codemirror/state';

export interface TextMeasures {
  /** Chinese and Japanese characters count as words. */
  readonly words: number;
  readonly characters: number;
  /** As on the page of the document. At least 1. */
  readonly minutes: number;
}

interface LineMeasures extends WordCount {
  readonly characters: number;
}

let known: ReadonlyMap<string, LineMeasures> = new Map();

/** Leaves out link addresses and Markdown syntax. Caches lines, so that long texts stay cheap. */
export function countText(text: Text): TextMeasures {
  const counted = new Map<string, LineMeasures>();
  const sum = { words: 0, ideographs: 0, characters: 0 };
  for (const line of text.iterLines()) {
    const one = counted.get(line) ?? known.get(line) ?? countLine(line);
    counted.set(line, one);
    sum.words += one.words;
    sum.ideographs += one.ideographs;
    // A line break counts as a space.
    if (one.characters > 0) sum.characters += one.characters + (sum.characters > 0 ? 1 : 0);
  }
  known = counted;
  const { words, ideographs, characters } = sum;
  return { words: words + ideographs, characters, minutes: readingMinutes(sum) };
}

function countLine(line: string): LineMeasures {
  const text = line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/, '')
    .replace(/[*_`~|]+/g, '');
  return { ...countWords(line), characters: text.replace(/\s+/g, ' ').trim().length };
}
