import type { Picture } from '@galley/media';
import type { Token, Tokens, TokensList } from 'marked';
import type { CodeBlock } from './code-highlighter.ts';
import { readCodeInfo } from './code-lines.ts';
import { escapeHtml } from './escape-html.ts';
import type { Heading } from './headings.ts';
import { interfaceTexts } from '../interface-texts.ts';
import { HtmlRenderer, plainText } from './html-renderer.ts';
import { readMarkdown, unlessTooDeep, visitTokens, writeMarkdown } from './marked-text.ts';
import type { BlockHtml, BlockText } from './block-syntax.ts';
import { blocksIn } from './plugin-blocks.ts';
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
  /** Formatting it took too long. */
  readonly isUnformatted?: true;
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

/** HTML of code blocks and plugin blocks, in the order of the text; undefined leaves one as it is written. */
export interface MadeParts {
  readonly code: readonly (string | undefined)[];
  readonly blocks: readonly (string | undefined)[];
}

/** Parts of a text that are made elsewhere. */
export interface NeededParts {
  readonly code: readonly CodeBlock[];
  readonly blocks: readonly BlockText[];
}

/** A whole text as HTML; without `made`, the parts that have to be made for it first, where there are any. */
export function renderParts(
  body: string,
  options: MarkdownOptions,
  { blockNames, made }: { readonly blockNames: ReadonlySet<string>; readonly made?: MadeParts },
): RenderedMarkdown | NeededParts {
  const render = (): RenderedMarkdown | NeededParts => {
    const tokens = readMarkdown(body, blockNames);
    const code = codeBlocks(body, tokens);
    const blocks = blockNames.size === 0 ? [] : blocksIn(tokens);
    if (made === undefined && code.length + blocks.length > 0) {
      return {
        code: code.map(({ language, text }) => ({ language, text })),
        blocks: blocks.map(({ name, attributes, text, isInline }) => {
          return { name, attributes, text, isInline };
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
    });
  };
  return unlessTooDeep(render, () => asPlainText(body));
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

export function sanitized(html: string, options: MarkdownOptions): string {
  const check = (address: string, use: 'link' | 'image') => publicAddress(address, use, options);
  return sanitize(html, check, options.html);
}

export function asPlainText(body: string): RenderedMarkdown {
  return {
    html: `<pre>${escapeHtml(body)}</pre>\n`,
    headings: [],
    readingMinutes: readingMinutes(body),
    pictures: noPictures,
  };
}

/** The text as it is written, below a sentence that says why. */
export function asUnformatted(body: string, lang: string): RenderedMarkdown {
  const plain = asPlainText(body);
  const reason = escapeHtml(interfaceTexts(lang).unformatted);
  return { ...plain, html: `<p><mark>${reason}</mark></p>\n${plain.html}`, isUnformatted: true };
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

/** The first paragraph of a text as plain text, cut at a word, for descriptions where no summary was written. */
export function excerpt(body: string, length: number): string {
  const text = firstParagraph(body) ?? '';
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
