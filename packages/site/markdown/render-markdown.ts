import type { Picture } from '@galley/media';
import type { Token, Tokens, TokensList } from 'marked';
import type { PageFilters } from '../filters/page-filters.ts';
import type { CodeBlock } from './code-highlighter.ts';
import { readCodeInfo } from './code-lines.ts';
import { escapeHtml } from './escape-html.ts';
import type { Heading } from './headings.ts';
import { HtmlRenderer, plainText } from './html-renderer.ts';
import { readMarkdown, unlessTooDeep, visitTokens, writeMarkdown } from './marked-text.ts';
import type { BlockHtml } from './block-syntax.ts';
import { makeBlocks } from './plugin-blocks.ts';
import { publicAddress, type AddressOptions } from './public-address.ts';
import { readingMinutes } from './reading-time.ts';
import { sanitize, type HtmlRules } from './safe-html.ts';

export interface MarkdownOptions extends AddressOptions {
  /** The language of what is said beside the text, such as "Footnotes"; English when it is absent. */
  readonly lang?: string;
  /** Without it, what every site may show. */
  readonly html?: HtmlRules;
}

export interface RenderedMarkdown {
  /** Safe to stand in a page as it is. */
  readonly html: string;
  readonly headings: readonly Heading[];
  /** Whole minutes, at least one. */
  readonly readingMinutes: number;
  /** The pictures of the media library that stand in it, by path, and what was known of each. */
  readonly pictures: ReadonlyMap<string, Picture | undefined>;
}

/** Gives blocks of code their colours; `CodeHighlighter` does. */
export interface Highlighting {
  highlight<Block extends CodeBlock>(blocks: readonly Block[]): Promise<ReadonlyMap<Block, string>>;
}

const noHighlighting: ReadonlyMap<Tokens.Code, string> = new Map();
const noBlocks: BlockHtml = new Map();
const noPictures: RenderedMarkdown['pictures'] = new Map();

/**
 * Markdown (GFM) to safe HTML, with plain code and pictures as they are. The renderer escapes all it does not write
 * itself; the sanitizer runs over the whole where the document brings HTML of its own.
 */
export function renderMarkdown(body: string, options: MarkdownOptions): RenderedMarkdown {
  const write = () =>
    written(body, readMarkdown(body), { options, code: noHighlighting, blocks: noBlocks });
  return unlessTooDeep(write, () => asPlainText(body));
}

/** What a body is rendered with beside the text and where it stands. */
export interface RenderingMeans {
  readonly highlighting: Highlighting;
  readonly filters: PageFilters;
}

/**
 * As `renderMarkdown`, with colours in the code, and with what plugins make of it. Waits only where there is code in a
 * language that is known, or something for a plugin.
 */
export async function renderBody(
  body: string,
  options: MarkdownOptions,
  { highlighting, filters }: RenderingMeans,
): Promise<RenderedMarkdown> {
  const tokens = unlessTooDeep(
    () => readMarkdown(body, filters.blocks),
    () => undefined,
  );
  if (tokens === undefined) return asPlainText(body);
  const { path, lang = 'en' } = options;
  const blocks = codeBlocks(body, tokens);
  const code = blocks.length === 0 ? noHighlighting : await coloured(blocks, highlighting);
  const made =
    filters.blocks.size === 0 ? noBlocks : await makeBlocks(tokens, filters, { path, lang });
  const rendered = unlessTooDeep(
    () => written(body, tokens, { options, code, blocks: made }),
    () => asPlainText(body),
  );
  if (!filters.has('document.html')) return rendered;
  const html = await filters.filter('document.html', rendered.html, { path, lang });
  return html === rendered.html ? rendered : { ...rendered, html: sanitized(html, options) };
}

interface WritingOptions {
  readonly options: MarkdownOptions;
  readonly code: ReadonlyMap<Tokens.Code, string>;
  readonly blocks: BlockHtml;
}

function written(
  body: string,
  tokens: TokensList,
  { options, code, blocks }: WritingOptions,
): RenderedMarkdown {
  const renderer = new HtmlRenderer(tokens, {
    ...options,
    takesHtml: options.html?.raw ?? true,
    codeHtml: (token) => code.get(token),
    blockHtml: blocks,
  });
  const found = writeMarkdown(tokens, renderer);
  return {
    html: renderer.sawHtml ? sanitized(found, options) : found,
    headings: renderer.headings,
    readingMinutes: readingMinutes(body),
    pictures: noPictures,
  };
}

function sanitized(html: string, options: MarkdownOptions): string {
  const check = (address: string, use: 'link' | 'image') => publicAddress(address, use, options);
  return sanitize(html, check, options.html);
}

function asPlainText(body: string): RenderedMarkdown {
  return {
    html: `<pre>${escapeHtml(body)}</pre>\n`,
    headings: [],
    readingMinutes: readingMinutes(body),
    pictures: noPictures,
  };
}

interface ColourableBlock extends CodeBlock {
  readonly token: Tokens.Code;
}

function codeBlocks(body: string, tokens: TokensList): readonly ColourableBlock[] {
  if (!body.includes('```') && !body.includes('~~~')) return [];
  const found: ColourableBlock[] = [];
  visitTokens(tokens, (token) => {
    if (token.type !== 'code') return;
    const code = token as Tokens.Code;
    const { language } = readCodeInfo(code.lang ?? '');
    if (language !== '') found.push({ language, text: code.text.replace(/\n$/, ''), token: code });
  });
  return found;
}

async function coloured(
  blocks: readonly ColourableBlock[],
  highlighting: Highlighting,
): Promise<ReadonlyMap<Tokens.Code, string>> {
  const found = await highlighting.highlight(blocks);
  return new Map([...found].map(([{ token }, html]) => [token, html]));
}

/** Characters of a text in which its first paragraph nearly always stands. */
const beginning = 4096;

/** The beginning of a document as plain text, cut at a word, for descriptions where no summary was written. */
export function excerpt(body: string, length: number): string {
  // The whole must be read where the beginning may refer to what stands further below.
  const part = body.includes(']:') ? body : body.slice(0, beginning);
  const text = firstParagraph(part) ?? (part === body ? '' : (firstParagraph(body) ?? ''));
  if (text.length <= length) return text;
  return `${text.slice(0, text.lastIndexOf(' ', length)).replace(/[\s,;:.–—-]+$/, '')}…`;
}

function firstParagraph(body: string): string | undefined {
  const tokens = unlessTooDeep<readonly Token[]>(
    () => readMarkdown(body),
    () => [],
  );
  const first = tokens.find(
    (token) => token.type === 'paragraph' && !/^(?:[!<[]|:::|\{\{)/.test(token.raw),
  );
  const inline = (first as { tokens?: Token[] } | undefined)?.tokens;
  return inline && plainText(inline).replace(/\s+/g, ' ').trim();
}
