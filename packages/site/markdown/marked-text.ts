import { Marked, Parser, type MarkedExtension, type Token, type TokensList } from 'marked';
import { blockReading, blockWriting } from './block-syntax.ts';
import { footnoteExtension } from './footnotes.ts';
import type { HtmlRenderer } from './html-renderer.ts';

/**
 * Matching emphasis takes marked a time that grows with the square of the marks in one paragraph: 20,000 of them hold
 * the process for half a minute. No written paragraph comes near this number; beyond it they stay plain characters.
 */
const maxEmphasisMarks = 1000;

let counted = { text: '', isTooMuch: false };

function hasTooManyMarks(text: string): boolean {
  // The lexer asks again and again with the same paragraph.
  if (counted.text !== text) {
    const marks = text.length < maxEmphasisMarks ? 0 : (text.match(/[*_~]/g)?.length ?? 0);
    counted = { text, isTooMuch: marks > maxEmphasisMarks };
  }
  return counted.isTooMuch;
}

/** Up to where something other than plain text may begin. */
const plainRun = /^[^`~][^\\<![`*_~@]*/;
/** Hard breaks, addresses that become links by themselves, and references to characters. */
const moreThanPlain = / {2}\n|http|www\.|ftp:|mailto:|xmpp:|&#/i;

/**
 * How much of a source is plain text; 0 where that is for marked to say. Its own pattern looks at every character for
 * everything that may begin there, which takes a third of the time of reading a text.
 */
function plainLength(source: string): number {
  const run = plainRun.exec(source)?.[0] ?? '';
  if (run === '' || moreThanPlain.test(run)) return 0;
  // An e-mail address may have any of these in it, and begin within the run.
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
    // To return false is to let marked's own tokenizer go on; undefined means that there is no emphasis here.
    emStrong: (_source, masked) => (hasTooManyMarks(masked) ? undefined : false),
    del: (_source, masked) => (hasTooManyMarks(masked) ? undefined : false),
  },
};

const plain = new Marked(base);
const withFootnotes = new Marked(base, footnoteExtension);
const withEverything = new Marked(base, footnoteExtension, blockWriting);

/**
 * Reads Markdown (GFM and footnotes), and in it the blocks of plugins that have these names. Throws a `RangeError` when
 * it is nested deeper than the stack.
 */
export function readMarkdown(body: string, blocks?: ReadonlySet<string>): TokensList {
  const hasBlocks = blocks && blocks.size > 0 && (body.includes(':::') || body.includes('{{'));
  return (hasBlocks ? withBlocks(blocks) : markedFor(body)).lexer(body);
}

/** Writes tokens out, with the footnotes below them. */
export function writeMarkdown(tokens: TokensList, renderer: HtmlRenderer): string {
  const parser = new Parser({ renderer, extensions: withEverything.defaults.extensions ?? null });
  return parser.parse(tokens) + renderer.footnotes();
}

/** Shows every token to `visit`, in the order of the text. */
export function visitTokens(tokens: TokensList, visit: (token: Token) => void): void {
  void withFootnotes.walkTokens(tokens, visit);
}

/** Most texts have no footnotes, and to look for them at every word takes time. */
function markedFor(body: string): Marked {
  return body.includes('[^') ? withFootnotes : plain;
}

/** The blocks of a site stay the same set until a plugin comes or goes. */
const knownBlocks = new WeakMap<ReadonlySet<string>, Marked>();

function withBlocks(blocks: ReadonlySet<string>): Marked {
  const known =
    knownBlocks.get(blocks) ?? new Marked(base, footnoteExtension, blockReading(blocks));
  knownBlocks.set(blocks, known);
  return known;
}

/** Reading recurses; only hostile text nests deeper than the stack, and it must not take the page or feed with it. */
export function unlessTooDeep<Result>(work: () => Result, otherwise: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return otherwise();
    throw error;
  }
}
