export interface TextMeasures {
  readonly words: number;
  readonly characters: number;
  /** To read it, at least one. */
  readonly minutes: number;
}

const wordsPerMinute = 220;

/** Of what is read: without addresses of links and the signs that are Markdown's own. */
export function countText(markdown: string): TextMeasures {
  const text = markdown
    .replace(/(!?)\[([^\]\n]*)\]\([^)\n]*\)/g, '$2')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/[*_`~|]+/g, '');
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0;
  const characters = text.replace(/\s+/g, ' ').trim().length;
  return { words, characters, minutes: Math.max(1, Math.round(words / wordsPerMinute)) };
}
