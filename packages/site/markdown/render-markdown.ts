import { Marked, Parser, type Token, type TokensList } from 'marked';
import { decodeReferences, escapeHtml } from './escape-html.ts';
import { HtmlRenderer, plainText, type Heading } from './html-renderer.ts';
import { linkedDocument, publicAddress, type AddressOptions } from './public-address.ts';
import { sanitize } from './safe-html.ts';

export type MarkdownOptions = AddressOptions;

export interface RenderedMarkdown {
  /** Safe to stand in a page as it is. */
  readonly html: string;
  readonly headings: readonly Heading[];
  /** Whole minutes, at least one. */
  readonly readingMinutes: number;
}

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

const markdown = new Marked({
  gfm: true,
  tokenizer: {
    // To return false is to let marked's own tokenizer go on; undefined means that there is no emphasis here.
    emStrong: (_source, masked) => (hasTooManyMarks(masked) ? undefined : false),
    del: (_source, masked) => (hasTooManyMarks(masked) ? undefined : false),
  },
});

const wordsPerMinute = 220;
const ideographsPerMinute = 450;

/**
 * Markdown (GFM) to safe HTML. The renderer escapes all it does not write itself; the sanitizer runs over the whole
 * where the document brings HTML of its own.
 */
export function renderMarkdown(body: string, options: MarkdownOptions): RenderedMarkdown {
  return unlessTooDeep(() => rendered(body, options), asPlainText(body));
}

function rendered(body: string, options: MarkdownOptions): RenderedMarkdown {
  const tokens = markdown.lexer(body);
  const renderer = new HtmlRenderer(options);
  const written = new Parser({ renderer }).parse(tokens);
  const html = hasRawHtml(tokens)
    ? sanitize(written, (address, use) => publicAddress(address, use, options))
    : written;
  return { html, headings: renderer.headings, readingMinutes: readingMinutes(body) };
}

/** Paths in the content tree that the document at `path` links to, each once. */
export function linkedDocuments(body: string, path: string): readonly string[] {
  // Nearly every document links to none, and reading it for that alone would double the work.
  if (!body.includes('.md')) return [];
  const found = new Set<string>();
  const collect = (token: Token): void => {
    for (const address of addressesOf(token)) {
      const document = linkedDocument(address, path);
      if (document !== undefined) found.add(document);
    }
  };
  unlessTooDeep(() => void markdown.walkTokens(markdown.lexer(body), collect), undefined);
  return [...found];
}

function addressesOf(token: Token): readonly string[] {
  if (token.type === 'link') return [decodeReferences(String(token.href))];
  if (token.type !== 'html') return [];
  return [...token.raw.matchAll(/href\s*=\s*["']?([^"'\s>]+)/gi)].map((match) =>
    decodeReferences(match[1]!),
  );
}

/** The parser recurses; only hostile text nests deeper than the stack, and it must not take the page or feed with it. */
function unlessTooDeep<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return otherwise;
    throw error;
  }
}

function asPlainText(body: string): RenderedMarkdown {
  return {
    html: `<pre>${escapeHtml(body)}</pre>\n`,
    headings: [],
    readingMinutes: readingMinutes(body),
  };
}

function hasRawHtml(tokens: TokensList): boolean {
  let found = false;
  void markdown.walkTokens(tokens, (token) => {
    found ||= token.type === 'html';
  });
  return found;
}

function readingMinutes(body: string): number {
  const ideographs =
    body.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const words =
    body.match(/[\p{Letter}\p{Number}][\p{Letter}\p{Mark}\p{Number}'’-]*/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / wordsPerMinute + ideographs / ideographsPerMinute));
}

/** The beginning of a document as plain text, cut at a word, for descriptions where no summary was written. */
export function excerpt(body: string, length: number): string {
  const tokens = unlessTooDeep<readonly Token[]>(() => markdown.lexer(body), []);
  const first = tokens.find((token) => token.type === 'paragraph' && !/^[!<[]/.test(token.raw));
  const text = plainText((first as { tokens?: Token[] } | undefined)?.tokens ?? [])
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= length) return text;
  return `${text.slice(0, text.lastIndexOf(' ', length)).replace(/[\s,;:.–—-]+$/, '')}…`;
}
