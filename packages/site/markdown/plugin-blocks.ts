import { canonicalJson, sha256 } from '@galley/kernel';
import type { TokensList } from 'marked';
import type { BlockCall, PageFilters } from '../filters/page-filters.ts';
import type { BlockText, PluginBlock } from './block-syntax.ts';
import { visitTokens } from './marked-text.ts';

/** Further blocks are displayed as source. */
const maxBlocks = 200;

export function renderBlocks(
  found: readonly BlockText[],
  filters: PageFilters,
  place: Pick<BlockCall, 'path' | 'lang'>,
): Promise<(string | undefined)[]> {
  const making = new Map<string, Promise<string | undefined>>();
  const made = found.map(async (token): Promise<string | undefined> => {
    const { name, attributes, text, isInline } = token;
    const key = sha256(canonicalJson([name, attributes, text, isInline]));
    const call = { name, attributes, text, isInline, ...place };
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
