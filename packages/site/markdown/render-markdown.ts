import { countWords, readingMinutes } from '@galley/kernel';
import type { Picture } from '@galley/media';
import type { Token, Tokens, TokensList } from 'marked';
import type { CodeBlock } from './code-highlighter.ts';
import { readCodeInfo } from './code-lines.ts';
import { escapeHtml } from './escape-html.ts';
import type { Heading } from './headings.ts';
import { interfaceTexts, type InterfaceTexts } from '../texts/interface-texts.ts';
import { HtmlRenderer, toPlainText } from './html-renderer.ts';
import { parseMarkdown, withDepthFallback, visitTokens, renderTokens } from './marked-text.ts';
import type { BlockHtml, BlockText } from './block-syntax.ts';
import type { Drawing } from './drawings.ts';
import { listDrawings } from './list-drawings.ts';
import { listBlocks } from './plugin-blocks.ts';
import { publicAddress, type AddressOptions } from './public-address.ts';
import { sanitize, type HtmlRules } from './safe-html.ts';
import type { TextSyntax } from './text-syntax.ts';

export interface MarkdownOptions extends AddressOptions {
  readonly lang?: string;
  /** Defaults to the included ones of the language. */
  readonly texts?: InterfaceTexts;
  /** Defaults to the rules of any site. */
  readonly html?: HtmlRules;
  /** Defaults to that of any site. */
  readonly syntax?: TextSyntax;
  /** Elements that stand for drawings and shortcodes and pass the sanitizer. */
  readonly placeholder?: string;
}

export interface RenderedMarkdown {
  /** Safe to embed in a page. */
  readonly html: string;
  readonly headings: readonly Heading[];
  /** At least one. */
  readonly readingMinutes: number;
  readonly pictures: ReadonlyMap<string, Picture | undefined>;
  /** Formatting timed out. */
  readonly isUnformatted?: true;
  /** Shortcodes whose templates failed. */
  readonly failures?: readonly Error[];
}

const noHighlighting: ReadonlyMap<Tokens.Code, string> = new Map();
const noBlocks: BlockHtml = new Map();
const noPictures: RenderedMarkdown['pictures'] = new Map();

/** Safe HTML, with plain code, unchanged pictures, and drawings as source. The sanitizer runs only for raw HTML. */
export function renderMarkdown(body: string, options: MarkdownOptions): RenderedMarkdown {
  const write = () =>
    written(body, parseMarkdown(body, options), {
      options,
      code: noHighlighting,
      blocks: noBlocks,
    });
  return withDepthFallback(write, () => asPlainText(body));
}

/** In text order; undefined leaves a block as source. */
export interface RenderedParts {
  readonly code: readonly (string | undefined)[];
  readonly blocks: readonly (string | undefined)[];
  /** Elements in place of drawings. */
  readonly drawings: readonly (string | undefined)[];
}

export interface NeededParts {
  readonly code: readonly CodeBlock[];
  readonly blocks: readonly BlockText[];
  readonly drawings: readonly Drawing[];
}

/** Without `made`, returns the blocks to render first, if any. */
export function renderParts(
  body: string,
  options: MarkdownOptions,
  { blockNames, made }: { readonly blockNames: ReadonlySet<string>; readonly made?: RenderedParts },
): RenderedMarkdown | NeededParts {
  const render = (): RenderedMarkdown | NeededParts => {
    const { syntax, baseUrl } = options;
    const tokens = parseMarkdown(body, { blocks: blockNames, syntax });
    // Readers of feeds may not display MathML and SVG.
    const drawings = !syntax || baseUrl !== undefined ? [] : listDrawings(tokens, syntax);
    const drawn = new Set(drawings.map(({ token }) => token));
    const code = codeBlocks(body, tokens).filter(({ token }) => !drawn.has(token));
    const blocks = blockNames.size === 0 ? [] : listBlocks(tokens);
    if (made === undefined && code.length + blocks.length + drawings.length > 0) {
      return {
        drawings: drawings.map(({ drawing }) => drawing),
        code: code.map(({ language, text }) => ({ language, text })),
        blocks: blocks.map(({ name, attributes, args, text, isInline }) => {
          return { name, attributes, args, text, isInline };
        }),
      };
    }
    return written(body, tokens, {
      options,
      code: htmlByToken(
        code.map(({ token }) => token),
        made?.code,
      ),
      blocks: htmlByToken<Token>(blocks, made?.blocks),
      drawings: new Map(
        drawings.map(({ token }, index) => [token, made?.drawings[index] ?? null] as const),
      ),
    });
  };
  return withDepthFallback(render, () => asPlainText(body));
}

function htmlByToken<Found>(
  tokens: readonly Found[],
  html: readonly (string | undefined)[] = [],
): ReadonlyMap<Found, string> {
  const made = tokens.map((token, at) => [token, html[at]] as const);
  return new Map(made.filter((one): one is readonly [Found, string] => one[1] !== undefined));
}

interface WritingOptions {
  readonly options: MarkdownOptions;
  readonly code: ReadonlyMap<Tokens.Code, string>;
  readonly blocks: BlockHtml;
  readonly drawings?: ReadonlyMap<Token, string | null>;
}

function written(
  body: string,
  tokens: TokensList,
  { options, code, blocks, drawings }: WritingOptions,
): RenderedMarkdown {
  const renderer = new HtmlRenderer(tokens, {
    ...options,
    takesHtml: options.html?.raw ?? true,
    codeHtml: (token) => code.get(token),
    blockHtml: blocks,
    drawingHtml: drawings,
  });
  const found = renderTokens(tokens, renderer);
  return {
    html: renderer.sawHtml ? sanitized(found, options) : found,
    headings: renderer.headings,
    readingMinutes: readingMinutes(countWords(body)),
    pictures: noPictures,
  };
}

export function sanitized(html: string, options: MarkdownOptions): string {
  const check = (address: string, use: 'link' | 'image') => publicAddress(address, use, options);
  return sanitize(html, check, options);
}

export function asPlainText(body: string): RenderedMarkdown {
  return {
    html: `<pre>${escapeHtml(body)}</pre>\n`,
    headings: [],
    readingMinutes: readingMinutes(countWords(body)),
    pictures: noPictures,
  };
}

export function renderUnformatted(
  body: string,
  { lang = 'en', texts = interfaceTexts(lang) }: Pick<MarkdownOptions, 'lang' | 'texts'>,
): RenderedMarkdown {
  const plain = asPlainText(body);
  const reason = escapeHtml(texts.unformatted);
  return { ...plain, html: `<p><mark>${reason}</mark></p>\n${plain.html}`, isUnformatted: true };
}

interface ColourableBlock extends CodeBlock {
  readonly token: Tokens.Code;
}

function codeBlocks(body: string, tokens: TokensList): readonly ColourableBlock[] {
  if (!/```|~~~|highlight/.test(body)) return [];
  const found: ColourableBlock[] = [];
  visitTokens(tokens, (token) => {
    if (token.type !== 'code') return;
    const code = token as Tokens.Code;
    const { language } = readCodeInfo(code.lang ?? '');
    if (language !== '') found.push({ language, text: code.text.replace(/\n$/, ''), token: code });
  });
  return found;
}

/** First paragraph as plain text, cut at a word. */
export function extractExcerpt(
  body: string,
  { length, syntax }: { readonly length: number; readonly syntax?: TextSyntax | undefined },
): string {
  const text = firstParagraph(body, syntax) ?? '';
  if (text.length <= length) return text;
  return `${text.slice(0, text.lastIndexOf(' ', length)).replace(/[\s,;:.–—-]+$/, '')}…`;
}

function firstParagraph(body: string, syntax: TextSyntax | undefined): string | undefined {
  const tokens = withDepthFallback<readonly Token[]>(
    () => parseMarkdown(body, { syntax }),
    () => [],
  );
  const first = tokens.find(
    (token) => token.type === 'paragraph' && !/^(?:[!<[]|:::|\{\{)/.test(token.raw),
  );
  const inline = (first as { tokens?: Token[] } | undefined)?.tokens;
  return inline && toPlainText(inline).replace(/\s+/g, ' ').trim();
}
