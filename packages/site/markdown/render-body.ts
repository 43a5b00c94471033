import { randomUUID } from 'node:crypto';
import { formViews, requireForm, type FormSource } from '../forms/form-view.ts';
import type { PageFilters } from '../filters/page-filters.ts';
import type { CodeBlock } from './code-highlighter.ts';
import type { SentOptions } from './markdown-jobs.ts';
import type { MarkdownThread } from './markdown-thread.ts';
import { interfaceTexts } from '../texts/interface-texts.ts';
import { renderBlocks } from './plugin-blocks.ts';
import {
  expandShortcodes,
  noShortcodes,
  placeholderFor,
  type ExpandedShortcodes,
  type Shortcodes,
} from './shortcodes.ts';
import type { BlockText } from './block-syntax.ts';
import {
  renderUnformatted,
  type RenderedParts,
  type NeededParts,
  type RenderedMarkdown,
} from './render-markdown.ts';

export interface Highlighting {
  highlight<Block extends CodeBlock>(blocks: readonly Block[]): Promise<ReadonlyMap<Block, string>>;
}

export interface RenderingServices {
  readonly thread: MarkdownThread;
  readonly highlighting: Highlighting;
  readonly filters: PageFilters;
  readonly shortcodes?: Shortcodes;
  /** If missing, the site has no forms. */
  readonly forms?: FormSource | undefined;
}

/** A text that takes too long is displayed as source with a notice. */
export async function renderBody(
  body: string,
  options: SentOptions,
  means: RenderingServices,
): Promise<RenderedMarkdown> {
  const { thread, filters, shortcodes = noShortcodes, forms } = means;
  const tag = `sc-${randomUUID()}`;
  const sent = { ...options, placeholder: tag };
  const request = { body, options: sent, blockNames: namesOf(filters.blocks, shortcodes.names) };
  const first = await thread.run('render', request);
  const needed = first && 'code' in first ? first : undefined;
  const drawings = await drawAll(needed, thread);
  const made = needed && (await partsFor(needed, { ...options, tag, drawings }, means));
  const found = made ? await thread.run('render', { ...request, made }) : first;
  const rendered = found && 'html' in found ? found : renderUnformatted(body, options);
  const filtered = await filter(rendered, sent, means);
  if (!needed) return filtered;
  const calls = needed.blocks;
  const isShortcode = ({ name }: BlockText) => !filters.blocks.has(name);
  if (drawings.length === 0 && !calls.some(isShortcode)) return filtered;
  const calling = { tag, calls, drawings, options, shortcodes, forms };
  return { ...filtered, ...expanded(filtered.html, calling) };
}

/** Milliseconds for the drawings of a text; further ones are displayed as source. */
const drawingTimeMs = 10_000;

async function drawAll(
  needed: NeededParts | undefined,
  thread: MarkdownThread,
): Promise<(string | undefined)[]> {
  const end = performance.now() + drawingTimeMs;
  const made: (string | undefined)[] = [];
  for (const drawing of needed?.drawings ?? [])
    made.push(performance.now() < end ? await thread.run('draw', drawing) : undefined);
  return made;
}

interface FoundShortcodes {
  readonly tag: string;
  readonly calls: readonly BlockText[];
  readonly drawings: readonly (string | undefined)[];
  readonly options: SentOptions;
  readonly shortcodes: Shortcodes;
  readonly forms: FormSource | undefined;
}

function expanded(
  html: string,
  { tag, calls, drawings, options, shortcodes, forms: source }: FoundShortcodes,
): ExpandedShortcodes {
  const { path, lang = 'en', texts = interfaceTexts(lang), html: rules, baseUrl } = options;
  const forms = source ? formViews(source, { path, texts, baseUrl }) : {};
  const view = { path, lang, t: texts, embeds: rules?.embeds ?? [], forms };
  const check = (call: BlockText): void => requireForm(call, forms);
  return expandShortcodes(html, { tag, calls, drawings, view, check }, shortcodes);
}

async function filter(
  rendered: RenderedMarkdown,
  options: SentOptions,
  { thread, filters }: RenderingServices,
): Promise<RenderedMarkdown> {
  if (!filters.has('document.html')) return rendered;
  const { path, lang = 'en' } = options;
  const html = await filters.filter('document.html', rendered.html, { path, lang });
  if (html === rendered.html) return rendered;
  const safe = await thread.run('sanitize', { html, options });
  return safe === undefined ? { ...rendered, isUnformatted: true } : { ...rendered, html: safe };
}

const joined = new WeakMap<ReadonlySet<string>, WeakMap<ReadonlySet<string>, Set<string>>>();

/** The same object for the same sets, because parsers are cached by it. */
function namesOf(blocks: ReadonlySet<string>, shortcodes: ReadonlySet<string>): Set<string> {
  const known = joined.get(blocks) ?? new WeakMap<ReadonlySet<string>, Set<string>>();
  joined.set(blocks, known);
  const names = known.get(shortcodes) ?? new Set([...blocks, ...shortcodes]);
  known.set(shortcodes, names);
  return names;
}

async function partsFor(
  { code, blocks }: NeededParts,
  {
    path,
    lang = 'en',
    tag,
    drawings,
  }: Pick<SentOptions, 'path' | 'lang'> & {
    readonly tag: string;
    readonly drawings: readonly (string | undefined)[];
  },
  { highlighting, filters }: RenderingServices,
): Promise<RenderedParts> {
  const coloured = code.length === 0 ? undefined : await highlighting.highlight(code);
  return {
    code: code.map((block) => coloured?.get(block)),
    blocks: blocks.length === 0 ? [] : await renderBlocks(blocks, filters, { path, lang, tag }),
    drawings: drawings.map((html, index) =>
      html === undefined ? undefined : placeholderFor(tag, blocks.length + index),
    ),
  };
}
