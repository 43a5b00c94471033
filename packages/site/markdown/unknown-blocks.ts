import { admonitionNames } from './admonitions.ts';
import type { PluginBlock } from './block-syntax.ts';
import { LineFinder } from './line-finder.ts';
import { parseMarkdown, visitTokens, withDepthFallback } from './marked-text.ts';
import type { TextSyntax } from './text-syntax.ts';

export interface UnknownBlock {
  readonly name: string;
  /** In the body, from 1. */
  readonly line: number;
}

/** Accepts blocks of any name. */
const anyName: ReadonlySet<string> = Object.assign(new Set(['any']), { has: () => true });

/** Blocks that no plugin renders, in order: readers would see their source. */
export function listUnknownBlocks(
  body: string,
  known: ReadonlySet<string>,
  syntax?: TextSyntax,
): UnknownBlock[] {
  const included = new Set(syntax?.admonitions ? admonitionNames : []);
  const source = body.replace(/\r\n|\r/g, '\n');
  const lines = new LineFinder(source);
  const found: UnknownBlock[] = [];
  const tokens = withDepthFallback(
    () => parseMarkdown(source, { blocks: anyName, syntax }),
    () => Object.assign([], { links: {} }),
  );
  visitTokens(tokens, (token) => {
    const line = lines.advanceTo(token);
    if (token.type !== 'pluginBlock') return;
    const { name } = token as unknown as PluginBlock;
    if (!known.has(name) && !included.has(name)) found.push({ name, line });
  });
  return found;
}
