import { canonicalJson, sha256 } from '@galley/kernel';
import type { Token, TokensList } from 'marked';
import type { BlockCall, PageFilters } from '../filters/page-filters.ts';
import type { BlockHtml, PluginBlock } from './block-syntax.ts';
import { visitTokens } from './marked-text.ts';

/** Asking a plugin takes time: of a text with more blocks than this, the others are shown as they are written. */
const mostBlocks = 200;

/** Has the blocks of a text made, of two that are alike one. */
export async function makeBlocks(
  tokens: TokensList,
  filters: PageFilters,
  place: Pick<BlockCall, 'path' | 'lang'>,
): Promise<BlockHtml> {
  const found = blocksIn(tokens).slice(0, mostBlocks);
  const making = new Map<string, Promise<string | undefined>>();
  const made = found.map(async (token): Promise<[Token, string | undefined]> => {
    const { name, attributes, text, isInline } = token;
    const key = sha256(canonicalJson([name, attributes, text, isInline]));
    const call = { name, attributes, text, isInline, ...place };
    const html = making.get(key) ?? filters.block(call);
    making.set(key, html);
    return [token, await html];
  });
  const all = await Promise.all(made);
  return new Map(all.filter((one): one is [Token, string] => one[1] !== undefined));
}

function blocksIn(tokens: TokensList): readonly PluginBlock[] {
  const found: PluginBlock[] = [];
  visitTokens(tokens, (token) => {
    if (token.type === 'pluginBlock') found.push(token as unknown as PluginBlock);
  });
  return found;
}
