import type { Lexer, MarkedExtension, Token, Tokens } from 'marked';
import { endOfLine } from './footnotes.ts';

/** Longer ones, and more terms of one definition, are a paragraph. Limits the lines that are read in vain. */
const maxTermLength = 300;
const maxTerms = 10;

/** Each level is parsed again. */
const maxDepth = 8;
let depth = 0;

const marker = /^ {0,3}:[ \t]+(?=\S)/;
const continuation = /^(?: {2}|\t)/;
const beginsABlock =
  /^ {0,3}(?:\[\^|\*\[|#{1,6}[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|\$\$|:::|\||<|=+\s*$|-+\s*$)/;

/** As in PHP Markdown Extra: terms on lines of their own, then lines that begin with a colon. */
export const definitionListSyntax: MarkedExtension = {
  extensions: [
    {
      name: 'definitionList',
      level: 'block',
      childTokens: ['tokens'],
      tokenizer(source) {
        return readList(source, this.lexer);
      },
      renderer(token) {
        return `<dl>\n${this.parser.parse(token.tokens ?? [])}</dl>\n`;
      },
    },
    {
      name: 'definitionTerm',
      renderer(token) {
        return `<dt>${this.parser.parseInline(token.tokens ?? [])}</dt>\n`;
      },
    },
    {
      name: 'definitionDescription',
      renderer(token) {
        return `<dd>${this.parser.parse(token.tokens ?? []).trimEnd()}</dd>\n`;
      },
    },
  ],
};

interface Part {
  /** Offset after the last line that belongs to it. */
  readonly end: number;
  readonly tokens: readonly Token[];
}

function readList(source: string, lexer: Lexer): Tokens.Generic | undefined {
  if (depth >= maxDepth) return undefined;
  const tokens: Token[] = [];
  let end = 0;
  for (
    let group = readGroup(source, 0, lexer);
    group;
    group = readGroup(source, skipBlank(source, end), lexer)
  ) {
    tokens.push(...group.tokens);
    end = group.end;
  }
  return end === 0 ? undefined : { type: 'definitionList', raw: source.slice(0, end), tokens };
}

/** Terms with their definitions. */
function readGroup(source: string, start: number, lexer: Lexer): Part | undefined {
  const terms = readTerms(source, start);
  if (!terms) return undefined;
  const tokens: Token[] = terms.lines.map((term) => ({
    type: 'definitionTerm',
    raw: term,
    tokens: lexer.inline(term),
  }));
  let { end, isLoose } = terms;
  for (let line = end; isMarker(source, line); line = skipBlank(source, end)) {
    isLoose ||= line !== end;
    const found = readDescription(source, line);
    tokens.push(describe(found.text, { isLoose, raw: source.slice(line, found.end) }, lexer));
    end = found.end;
    isLoose = false;
  }
  return { tokens, end };
}

function readTerms(
  source: string,
  start: number,
):
  | { readonly lines: readonly string[]; readonly end: number; readonly isLoose: boolean }
  | undefined {
  const lines: string[] = [];
  let line = start;
  while (line < source.length && lines.length <= maxTerms) {
    if (isMarker(source, line))
      return lines.length > 0 ? { lines, end: line, isLoose: false } : undefined;
    const next = endOfLine(source, line);
    const text = source.slice(line, Math.min(next, line + maxTermLength));
    if (text.trim() === '') {
      const isTerm = lines.length > 0 && isMarker(source, next);
      return isTerm ? { lines, end: next, isLoose: true } : undefined;
    }
    const isTooLong = next - line > maxTermLength;
    if (isTooLong || beginsABlock.test(text) || /^(?: {4}|\t)/.test(text)) return undefined;
    lines.push(text.trim());
    line = next;
  }
  return undefined;
}

/** Lines that follow belong to it as to a list item; after an empty line they must be indented. */
function readDescription(
  source: string,
  start: number,
): { readonly text: string; readonly end: number } {
  let end = endOfLine(source, start);
  let isAfterBlank = false;
  for (let line = end; line < source.length; line = endOfLine(source, line)) {
    const text = source.slice(line, endOfLine(source, line));
    const isBlank = text.trim() === '';
    const isLazy = !isAfterBlank && !marker.test(text) && !beginsABlock.test(text);
    if (!isBlank && !isLazy && !continuation.test(text)) break;
    if (!isBlank) end = line + text.length;
    isAfterBlank = isBlank;
  }
  const content = source.slice(start, end).replace(marker, '');
  return { text: content.replace(/\n(?: {1,4}|\t)/g, '\n'), end };
}

function describe(
  text: string,
  { isLoose, raw }: { readonly isLoose: boolean; readonly raw: string },
  lexer: Lexer,
): Token {
  depth += 1;
  try {
    const [first, ...others] = lexer.blockTokens(text, []);
    const isPlain = first?.type === 'paragraph' && !isLoose;
    const tokens = isPlain ? [{ ...first, type: 'text' }, ...others] : [first, ...others];
    return {
      type: 'definitionDescription',
      raw,
      tokens: tokens.filter((token) => token !== undefined),
    };
  } finally {
    depth -= 1;
  }
}

function isMarker(source: string, line: number): boolean {
  return marker.test(source.slice(line, line + 100));
}

/** Only to a line that continues the list. */
function skipBlank(source: string, from: number): number {
  let line = from;
  while (line < source.length) {
    const next = endOfLine(source, line);
    if (source.slice(line, next).trim() !== '') break;
    line = next;
  }
  return line;
}
