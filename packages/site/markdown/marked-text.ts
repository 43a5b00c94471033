import { Marked, Parser, type MarkedExtension, type Token, type TokensList } from 'marked';
import { attachAttributes } from './attributes.ts';
import { createBlockParsing, blockRenderingExtension } from './block-syntax.ts';
import { footnoteExtension } from './footnotes.ts';
import type { HtmlRenderer } from './html-renderer.ts';
import {
  allSyntax,
  extensionOf,
  listExtensions,
  plainSyntax,
  type SyntaxExtension,
  type TextSyntax,
} from './text-syntax.ts';

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
const withEverything = new Marked(base, footnoteExtension, blockRenderingExtension, ...allSyntax);

const noNames: ReadonlySet<string> = new Set();

export interface ParsedSyntax {
  /** Names. */
  readonly blocks?: ReadonlySet<string> | undefined;
  readonly syntax?: TextSyntax | undefined;
}

/** GFM, footnotes, `ref`, `figure` and `highlight`, and what is asked for. Throws a `RangeError` for nesting deeper than the stack. */
export function parseMarkdown(
  body: string,
  { blocks = noNames, syntax = plainSyntax }: ParsedSyntax = {},
): TokensList {
  const further = listExtensions(body, syntax);
  const hasBlocks = body.includes(':::') || body.includes('{{');
  const marked =
    hasBlocks || further.length > 0
      ? withExtensions(hasBlocks ? blocks : undefined, further)
      : selectMarked(body);
  const tokens = marked.lexer(body);
  if (syntax.attributes && body.includes('{'))
    attachAttributes(tokens, (visit) => visitTokens(tokens, visit));
  return tokens;
}

export function renderTokens(tokens: TokensList, renderer: HtmlRenderer): string {
  const parser = new Parser({ renderer, extensions: withEverything.defaults.extensions ?? null });
  return parser.parse(tokens) + renderer.footnotes();
}

export function visitTokens(tokens: TokensList, visit: (token: Token) => void): void {
  void withEverything.walkTokens(tokens, visit);
}

/** The footnote extension slows lexing. */
function selectMarked(body: string): Marked {
  return body.includes('[^') ? withFootnotes : plain;
}

const knownParsers = new WeakMap<ReadonlySet<string>, Map<string, Marked>>();

/** Later extensions are asked first: blocks of plugins win over admonitions of the same name. */
function withExtensions(
  blocks: ReadonlySet<string> | undefined,
  further: readonly SyntaxExtension[],
): Marked {
  const parsers = knownParsers.get(blocks ?? noNames) ?? new Map<string, Marked>();
  knownParsers.set(blocks ?? noNames, parsers);
  const key = `${blocks !== undefined} ${further.join(' ')}`;
  const parsing = blocks === undefined ? [] : [createBlockParsing(blocks)];
  const known =
    parsers.get(key) ??
    new Marked(base, footnoteExtension, ...further.map(extensionOf), ...parsing);
  parsers.set(key, known);
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
