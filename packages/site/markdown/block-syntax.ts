import type { Lexer, MarkedExtension, Token, TokenizerThis, Tokens } from 'marked';

export interface BlockText {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly isInline: boolean;
}

/** `:::name key="value"` with content, or `{{name key="value"}}` */
export interface PluginBlock extends BlockText {
  readonly type: 'pluginBlock';
  readonly raw: string;
  /** Empty for inline blocks. */
  readonly tokens: Token[];
}

/** Failed blocks are missing. */
export type BlockHtml = ReadonlyMap<Token, string>;

export interface BlockRenderer {
  pluginBlock(token: PluginBlock): string;
}

/** Each level is parsed again. */
const maxDepth = 8;
let depth = 0;

/** Limits blocks that follow without empty line: marked reparses the rest for each. */
const maxInterruptions = 200;
const cuts = new WeakMap<Lexer, number>();

const maxOpeningLength = 200;
const opening = /^(:{3,})[ \t]*([a-z][a-z\d-]{0,63})([ \t][^\n]*)?(?:\n|$)/;
const inline = /^\{\{[ \t]*([a-z][a-z\d-]{0,63})((?:[ \t]+[^\n{}]*)?)\}\}/;
const attribute = /([a-z][a-z\d_-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/gi;

export const blockRenderingExtension: MarkedExtension = {
  extensions: [
    {
      name: 'pluginBlock',
      renderer(token) {
        const renderer = this.parser.renderer as unknown as BlockRenderer;
        return renderer.pluginBlock(token as unknown as PluginBlock);
      },
    },
  ],
};

/** Other names stay text. */
export function createBlockParsing(names: ReadonlySet<string>): MarkedExtension {
  return {
    extensions: [
      {
        name: 'pluginBlock',
        level: 'block',
        childTokens: ['tokens'],
        start(source) {
          const cut = cuts.get(this.lexer) ?? 0;
          const found = cut < maxInterruptions ? findNextOpening(source, names) : undefined;
          if (found !== undefined) cuts.set(this.lexer, cut + 1);
          return found;
        },
        tokenizer(source) {
          return readContainer(source, names, this);
        },
      },
      {
        name: 'pluginInline',
        level: 'inline',
        start(source) {
          const found = source.indexOf('{{');
          return found < 0 ? undefined : found;
        },
        tokenizer(source) {
          const [raw, name, given] = inline.exec(source) ?? [];
          if (raw === undefined || !names.has(name!)) return undefined;
          const attributes = attributesIn(given!);
          const token: PluginBlock = {
            type: 'pluginBlock',
            raw,
            name: name!,
            attributes,
            text: '',
            isInline: true,
            tokens: [],
          };
          return { ...token };
        },
      },
    ],
  };
}

/** Searches the current paragraph only, because it is called for each. */
function findNextOpening(source: string, names: ReadonlySet<string>): number | undefined {
  if (depth >= maxDepth) return undefined;
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) {
    if (source[end + 1] === '\n') return undefined;
    if (!source.startsWith(':::', end + 1)) continue;
    const name = opening.exec(source.slice(end + 1, end + 1 + maxOpeningLength))?.[2];
    if (name !== undefined && names.has(name)) return end + 1;
  }
  return undefined;
}

/** Ends at a line with at least as many colons, or at the end of the text. */
function readContainer(
  source: string,
  names: ReadonlySet<string>,
  { lexer }: TokenizerThis,
): Tokens.Generic | undefined {
  const [head, colons, name, given] = opening.exec(source) ?? [];
  if (head === undefined || !names.has(name!) || depth >= maxDepth) return undefined;
  const closing = new RegExp(`^:{${colons!.length},}[ \\t]*(?:\\n|$)`, 'gm');
  closing.lastIndex = head.length;
  const end = closing.exec(source);
  const text = source.slice(head.length, end?.index ?? source.length);
  const token: PluginBlock = {
    type: 'pluginBlock',
    raw: end ? source.slice(0, end.index + end[0].length) : source,
    name: name!,
    attributes: attributesIn(given ?? ''),
    text,
    isInline: false,
    tokens: tokensWithin(text, lexer),
  };
  return { ...token };
}

function tokensWithin(text: string, lexer: Lexer): Token[] {
  depth += 1;
  try {
    return lexer.blockTokens(text, []);
  } finally {
    depth -= 1;
  }
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(attribute)];
  return Object.fromEntries(
    found.map(([, key, double, single, bare]) => [key!, double ?? single ?? bare ?? '']),
  );
}
