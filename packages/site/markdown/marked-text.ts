import { Marked, Parser, type MarkedExtension, type Token, type TokensList } from 'marked';
import { createBlockParsing, blockRenderingExtension } from './block-syntax.ts';
import { footnoteExtension } from './footnotes.ts';
import type { HtmlRenderer } from './html-renderer.ts';

/** marked takes quadratic time: 20,000 marks in a paragraph block the process for half a minute. */
const maxEmphasisMarks = 1000;

let counted = { text: '', isTooMuch: false };

function hasTooManyMarks(text: string): boolean {
  if (counted.text !== text) {
    const marks = text.length < maxEmphasisMarks ? 0 : (text.match(/[*_~]/g)?.length ?? 0);
    counted = { text, isTooMuch: marks > maxEmphasisMarks };
  }
  return counted.isTooMuch;
}

/** Text up to the next possible markup. */
const plainRun = /^[^`~][^\\<![`*_~@]*/;
/** Hard breaks, autolinks and references. */
const moreThanPlain = / {2}\n|http|www\.|ftp:|mailto:|xmpp:|&#/i;

/** 0 leaves the decision to marked, whose own pattern takes a third of the lexing time. */
function plainLength(source: string): number {
  const run = plainRun.exec(source)?.[0] ?? '';
  if (run === '' || moreThanPlain.test(run)) return 0;
  // E-mail addresses may begin within the run.
  const isEmailPossible = '!`*_~@'.includes(source.charAt(run.length) || ' ');
  return isEmailPossible && source.includes('@', run.length) ? 0 : run.length;
}

const base: MarkedExtension = {
  gfm: true,
  tokenizer: {
    inlineText(source) {
      const length = plainLength(source);
      if (length === 0) return false;
      const raw = source.slice(0, length);
      return { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock };
    },
    // False delegates to marked; undefined means no emphasis.
    emStrong: (_source, masked) => (hasTooManyMarks(masked) ? undefined : false),
    del: (_source, masked) => (hasTooManyMarks(masked) ? undefined : false),
  },
};

const plain = new Marked(base);
const withFootnotes = new Marked(base, footnoteExtension);
const withEverything = new Marked(base, footnoteExtension, blockRenderingExtension);

const noNames: ReadonlySet<string> = new Set();

/** GFM, footnotes, and `ref`, `figure` and `highlight`; `blocks` are names. Throws a `RangeError` for nesting deeper than the stack. */
export function parseMarkdown(body: string, blocks?: ReadonlySet<string>): TokensList {
  const hasBlocks = body.includes(':::') || body.includes('{{');
  return (hasBlocks ? withBlocks(blocks ?? noNames) : selectMarked(body)).lexer(body);
}

export function renderTokens(tokens: TokensList, renderer: HtmlRenderer): string {
  const parser = new Parser({ renderer, extensions: withEverything.defaults.extensions ?? null });
  return parser.parse(tokens) + renderer.footnotes();
}

export function visitTokens(tokens: TokensList, visit: (token: Token) => void): void {
  void withFootnotes.walkTokens(tokens, visit);
}

/** The footnote extension slows lexing. */
function selectMarked(body: string): Marked {
  return body.includes('[^') ? withFootnotes : plain;
}

const knownBlocks = new WeakMap<ReadonlySet<string>, Marked>();

function withBlocks(blocks: ReadonlySet<string>): Marked {
  const known =
    knownBlocks.get(blocks) ?? new Marked(base, footnoteExtension, createBlockParsing(blocks));
  knownBlocks.set(blocks, known);
  return known;
}

/** Only hostile texts exceed the stack. */
export function withDepthFallback<Result>(work: () => Result, otherwise: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return otherwise();
    throw error;
  }
}
