import type { PageFilters } from '../filters/page-filters.ts';
import type { CodeBlock } from './code-highlighter.ts';
import type { SentOptions } from './markdown-jobs.ts';
import type { MarkdownThread } from './markdown-thread.ts';
import { renderBlocks } from './plugin-blocks.ts';
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
}

/** A text that takes too long is displayed as source with a notice. */
export async function renderBody(
  body: string,
  options: SentOptions,
  means: RenderingServices,
): Promise<RenderedMarkdown> {
  const { thread, filters } = means;
  const { path, lang = 'en' } = options;
  const request = { body, options, blockNames: filters.blocks };
  const first = await thread.run('render', request);
  const found =
    first && 'code' in first
      ? await thread.run('render', { ...request, made: await partsFor(first, options, means) })
      : first;
  const rendered = found && 'html' in found ? found : renderUnformatted(body, lang);
  if (!filters.has('document.html')) return rendered;
  const html = await filters.filter('document.html', rendered.html, { path, lang });
  if (html === rendered.html) return rendered;
  const safe = await thread.run('sanitize', { html, options });
  return safe === undefined ? { ...rendered, isUnformatted: true } : { ...rendered, html: safe };
}

async function partsFor(
  { code, blocks }: NeededParts,
  { path, lang = 'en' }: SentOptions,
  { highlighting, filters }: RenderingServices,
): Promise<RenderedParts> {
  const coloured = code.length === 0 ? undefined : await highlighting.highlight(code);
  return {
    code: code.map((block) => coloured?.get(block)),
    blocks: blocks.length === 0 ? [] : await renderBlocks(blocks, filters, { path, lang }),
  };
}
