import type { Text } from '@codemirror/state';

export interface TextMeasures {
  readonly words: number;
  readonly characters: number;
  /** At least 1. */
  readonly minutes: number;
}

type LineMeasures = Pick<TextMeasures, 'words' | 'characters'>;

const wordsPerMinute = 220;

let known: ReadonlyMap<string, LineMeasures> = new Map();

/** Leaves out link addresses and Markdown syntax. Caches lines, so that long texts stay cheap. */
export function countText(text: Text): TextMeasures {
  const counted = new Map<string, LineMeasures>();
  const sum = { words: 0, characters: 0 };
  for (const line of text.iterLines()) {
    const one = counted.get(line) ?? known.get(line) ?? countLine(line);
    counted.set(line, one);
    sum.words += one.words;
    // A line break counts as a space.
    if (one.characters > 0) sum.characters += one.characters + (sum.characters > 0 ? 1 : 0);
  }
  known = counted;
  return { ...sum, minutes: Math.max(1, Math.round(sum.words / wordsPerMinute)) };
}

function countLine(line: string): LineMeasures {
  const text = line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/, '')
    .replace(/[*_`~|]+/g, '');
  const messages = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
  return { words: messages, characters: text.replace(/\s+/g, ' ').trim().length };
}
