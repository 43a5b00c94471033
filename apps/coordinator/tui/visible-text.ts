import stringWidth from 'string-width';

const ascii = /^[ -~]*$/;
/** No terminal has more columns. */
const maxLineLength = 4096;

/**
 * The result cannot move the cursor, change modes or reorder adjacent text, and its characters have the same width in
 * all terminals. Spells out invisible characters; splits composed emoji.
 */
export function visible(text: string): string {
  if (ascii.test(text)) return text;
  return (
    text
      .replace(/\r?\n/g, ' ')
      .replaceAll('\t', '    ')
      .replace(/\p{Regional_Indicator}/gu, flagLetter)
      // Terminals disagree on the width of sequences with these characters.
      .replace(/[\u200c\u200d]|\p{Variation_Selector}|\p{Emoji_Modifier}|\p{Me}/gu, '')
      // Unlimited combining marks would cover the lines above.
      .replace(/(\p{M}{3})\p{M}+/gu, '$1')
      .replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, spelledOut)
  );
}

function flagLetter(indicator: string): string {
  return String.fromCodePoint(indicator.codePointAt(0)! - 0x1f1e6 + 0x41);
}

function spelledOut(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

export function widthOf(text: string): number {
  return ascii.test(text) ? text.length : stringWidth(text);
}

export interface FitOptions {
  readonly align?: 'left' | 'right';
  /** Ids differ at their end. */
  readonly keep?: 'start' | 'end';
}

/** Makes text visible and exactly `width` columns wide. */
export function fit(text: string, width: number, options: FitOptions = {}): string {
  if (width <= 0) return '';
  const shown = visible(options.keep === 'end' ? text.slice(-maxLineLength) : headOf(text));
  const cut = widthOf(shown) <= width ? shown : shortened(shown, width, options.keep);
  const padding = ' '.repeat(width - widthOf(cut));
  let fitted = options.align === 'right' ? padding + cut : cut + padding;
  // Some characters join the space behind them.
  while (widthOf(fitted) < width) fitted += ' ';
  return fitted;
}

export function clipped(text: string, width: number, keep: FitOptions['keep'] = 'start'): string {
  return fit(text, width, { keep }).trimEnd();
}

function headOf(text: string): string {
  return text.slice(0, maxLineLength);
}

function shortened(text: string, width: number, keep: FitOptions['keep']): string {
  return keep === 'end' ? `…${lastColumns(text, width - 1)}` : `${firstColumns(text, width - 1)}…`;
}

export function firstColumns(text: string, width: number): string {
  if (ascii.test(text)) return text.slice(0, Math.max(0, width));
  return taken(graphemes(text), width).join('');
}

export function lastColumns(text: string, width: number): string {
  return taken(graphemes(text).reverse(), width).reverse().join('');
}

function taken(parts: readonly string[], width: number): string[] {
  let left = width;
  const end = parts.findIndex((part) => (left -= widthOf(part)) < 0);
  return end === -1 ? [...parts] : parts.slice(0, end);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** User-perceived characters. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Breaks between words if possible. */
export function wrapped(text: string, width: number): string[] {
  return text.split(/\r?\n/).flatMap((line) => broken(visible(line), width, betweenWords));
}

/** Keeps all spaces. */
export function hardWrapped(line: string, width: number): string[] {
  return broken(visible(line), width, anywhere);
}

type Break = (line: string, length: number) => { readonly piece: string; readonly next: number };

const anywhere: Break = (line, length) => ({ piece: line.slice(0, length), next: length });

const betweenWords: Break = (line, length) => {
  const space = line.lastIndexOf(' ', length);
  if (space <= 0) return anywhere(line, length);
  return { piece: line.slice(0, space).trimEnd(), next: space + 1 };
};

function broken(line: string, width: number, breakAt: Break): string[] {
  const pieces: string[] = [];
  let rest = line;
  for (;;) {
    const head = headOf(rest);
    if (widthOf(head) <= width) return [...pieces, rest];
    // A character wider than the line is taken anyway, so that the loop ends.
    const fitting = firstColumns(head, width) || graphemes(head)[0]!;
    const { piece, next } = breakAt(rest, fitting.length);
    pieces.push(piece);
    rest = rest.slice(next);
  }
}
