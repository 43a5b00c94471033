import type { Lexer, MarkedExtension, Token, TokenizerThis, Tokens } from 'marked';

/** The text of a block, as a plugin gets it. */
export interface BlockText {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly isInline: boolean;
}

/** `:::name key="value"` with what stands in it, or `{{name key="value"}}`. */
export interface PluginBlock extends BlockText {
  readonly type: 'pluginBlock';
  readonly raw: string;
  /** What stands in it; none within a line. */
  readonly tokens: Token[];
}

/** The HTML of the blocks of a text, by their tokens; a block that cannot be made is not among them. */
export type BlockHtml = ReadonlyMap<Token, string>;

/** What renders the blocks of plugins; the renderer of the page implements it. */
export interface BlockRenderer {
  pluginBlock(token: PluginBlock): string;
}

/** So that nobody can have a text read again and again by writing blocks within blocks. */
const deepest = 8;
let depth = 0;

/** Each time that a block ends a paragraph without an empty line, marked reads again what follows up to the next one. */
const mostCuts = 200;
const cuts = new WeakMap<Lexer, number>();

/** Characters in which the name of a block has been told. */
const longestOpening = 200;
const opening = /^(:{3,})[ \t]*([a-z][a-z\d-]{0,63})([ \t][^\n]*)?(?:\n|$)/;
const inline = /^\{\{[ \t]*([a-z][a-z\d-]{0,63})((?:[ \t]+[^\n{}]*)?)\}\}/;
const attribute = /([a-z][a-z\d_-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/gi;

/** Writes the blocks of plugins, whichever there are. */
export const blockWriting: MarkedExtension = {
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

/** Reads the blocks of these names; whatever has another name is text, as it would be without any plugin. */
export function blockReading(names: ReadonlySet<string>): MarkedExtension {
  return {
    extensions: [
      {
        name: 'pluginBlock',
        level: 'block',
        childTokens: ['tokens'],
        start(source) {
          const cut = cuts.get(this.lexer) ?? 0;
          const found = cut < mostCuts ? nextOpening(source, names) : undefined;
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

/** Where the paragraph that `source` begins with is ended by a block; looks no further, since it is asked for each. */
function nextOpening(source: string, names: ReadonlySet<string>): number | undefined {
  if (depth >= deepest) return undefined;
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) {
    if (source[end + 1] === '\n') return undefined;
    if (!source.startsWith(':::', end + 1)) continue;
    const name = opening.exec(source.slice(end + 1, end + 1 + longestOpening))?.[2];
    if (name !== undefined && names.has(name)) return end + 1;
  }
  return undefined;
}

/** Ends at a line of as many colons at least, or with the text, as a fence of code does. */
function readContainer(
  source: string,
  names: ReadonlySet<string>,
  { lexer }: TokenizerThis,
): Tokens.Generic | undefined {
  const [head, colons, name, given] = opening.exec(source) ?? [];
  if (head === undefined || !names.has(name!) || depth >= deepest) return undefined;
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
