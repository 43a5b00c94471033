import { canonicalJson, sha256 } from '@galley/kernel';
import type { TokensList } from 'marked';
import type { BlockCall, PageFilters } from '../filters/page-filters.ts';
import type { BlockText, PluginBlock } from './block-syntax.ts';
import { visitTokens } from './marked-text.ts';
import { placeholderFor } from './shortcodes.ts';

/** Further blocks are displayed as source. */
const maxBlocks = 200;

/** Blocks of plugins; the others are shortcodes, which become placeholders with their index. */
export function renderBlocks(
  found: readonly BlockText[],
  filters: PageFilters,
  { path, lang, tag }: Pick<BlockCall, 'path' | 'lang'> & { readonly tag: string },
): Promise<(string | undefined)[]> {
  const making = new Map<string, Promise<string | undefined>>();
  const made = found.map(async (token, index): Promise<string | undefined> => {
    if (!filters.blocks.has(token.name)) return placeholderFor(tag, index);
    const { name, attributes, text, isInline } = token;
    const key = sha256(canonicalJson([name, attributes, text, isInline]));
    const call = { name, attributes, text, isInline, path, lang };
    const html = making.get(key) ?? filters.block(call);
    making.set(key, html);
    return html;
  });
  return Promise.all(made);
}

export function listBlocks(tokens: TokensList): readonly PluginBlock[] {
  const found: PluginBlock[] = [];
  visitTokens(tokens, (token) => {
    if (token.type === 'pluginBlock') found.push(token as unknown as PluginBlock);
  });
  return found.slice(0, maxBlocks);
}
