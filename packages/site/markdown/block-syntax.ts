import type { Lexer, MarkedExtension, Token, TokenizerThis, Tokens } from 'marked';

export interface BlockText {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Values without a name. */
  readonly args: readonly string[];
  readonly text: string;
  readonly isInline: boolean;
}

/** `:::name key="value"` with content, or `{{name key="value"}}`; also as in Hugo, `{{< name >}}`. */
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
const call = /^\{\{([<%]?)[ \t]*([a-z][a-z\d-]{0,63})(?![a-z\d-])([^\n{}]*)\}\}/;
const hugoLink =
  /^\[([^[\]\n]{1,500})\]\((\{\{[<%][ \t]*(?:rel)?ref[ \t]+"?([^\s"{}]+)"?[ \t]*[>%]\}\})\)/;
const bareValue = /([a-z][\w-]*=)?(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))/gi;
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
          return readContainer(source, names, this) ?? readPair(source, names, this);
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
          const found = readCall(source);
          if (!found) return undefined;
          const { raw, name, given } = found;
          const block = { ...readValues(given), name, text: '', isInline: true };
          if (names.has(name)) return { type: 'pluginBlock', raw, tokens: [], ...block };
          return includedToken(raw, block);
        },
      },
      {
        name: 'pluginReference',
        level: 'inline',
        start(source) {
          const middle = source.indexOf(']({{');
          const found = middle < 0 ? -1 : source.lastIndexOf('[', middle);
          return found < 0 ? undefined : found;
        },
        tokenizer(source) {
          const [raw, text, , page] = hugoLink.exec(source) ?? [];
          if (raw === undefined || names.has('ref')) return undefined;
          return linkToken(raw, page!, this.lexer.inlineTokens(text!));
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
    if (name !== undefined && isContainer(name, names)) return end + 1;
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
  if (head === undefined || !isContainer(name!, names) || depth >= maxDepth) return undefined;
  const closing = new RegExp(`^:{${colons!.length},}[ \\t]*(?:\\n|$)`, 'gm');
  closing.lastIndex = head.length;
  const end = closing.exec(source);
  const text = source.slice(head.length, end?.index ?? source.length);
  const raw = end ? source.slice(0, end.index + end[0].length) : source;
  return containerToken({ raw, name: name!, given: given ?? '', text }, names, lexer);
}

interface Call {
  readonly raw: string;
  readonly name: string;
  /** Attributes and values. */
  readonly given: string;
  readonly isHugo: boolean;
}

/** `{{name key="value"}}` or, as in Hugo, `{{< name "value" >}}`, `{{% name %}}` and `{{< name />}}` */
function readCall(source: string): Call | undefined {
  const [raw, sign, name, rest] = call.exec(source) ?? [];
  if (raw === undefined) return undefined;
  const isHugo = sign !== '';
  if (isHugo && !/[>%]$/.test(rest!)) return undefined;
  const given = isHugo ? rest!.slice(0, -1).replace(/(?:^|[ \t])\/$/, '') : rest!;
  return given === '' || /^[ \t]/.test(given) ? { raw, name: name!, given, isHugo } : undefined;
}

/** Searches for the end of a pair that found none, per text: each reads the rest of it. */
const maxVainSearches = 200;
const vainSearches = new WeakMap<Lexer, number>();

/** `{{< name >}}` … `{{< /name >}}`, as in Hugo. */
function readPair(
  source: string,
  names: ReadonlySet<string>,
  { lexer }: TokenizerThis,
): Tokens.Generic | undefined {
  const { raw: head, name, given, isHugo } = readCall(source) ?? {};
  if (head === undefined || !isHugo || !isContainer(name!, names) || depth >= maxDepth)
    return undefined;
  const vain = vainSearches.get(lexer) ?? 0;
  if (vain >= maxVainSearches) return undefined;
  const closing = new RegExp(
    `\\{\\{[<%][ \\t]*/[ \\t]*${name!}[ \\t]*[>%]\\}\\}[ \\t]*(?:\\n|$)`,
    'g',
  );
  closing.lastIndex = head.length;
  const end = closing.exec(source);
  if (!end) {
    vainSearches.set(lexer, vain + 1);
    return undefined;
  }
  const raw = source.slice(0, end.index + end[0].length);
  const text = source.slice(head.length, end.index).replace(/^\n/, '');
  return containerToken({ raw, name: name!, given: given!, text }, names, lexer);
}

function isContainer(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || name === 'highlight';
}

function containerToken(
  { raw, name, given, text }: { raw: string; name: string; given: string; text: string },
  names: ReadonlySet<string>,
  lexer: Lexer,
): Tokens.Generic {
  const call = { ...readValues(given), name, text, isInline: false };
  if (names.has(name))
    return { type: 'pluginBlock', raw, ...call, tokens: tokensWithin(text, lexer) };
  const { lang = call.args[0] ?? '', options = call.args[1] ?? '' } = call.attributes;
  return { type: 'code', raw, lang: `${lang} ${options}`.trim(), text: text.replace(/\n$/, '') };
}

/** `ref` and `figure` become what Markdown has for them, so links are checked and pictures have sizes. */
function includedToken(
  raw: string,
  { name, attributes, args }: Pick<BlockText, 'name' | 'attributes' | 'args'>,
): Tokens.Generic | undefined {
  if (name === 'ref' || name === 'relref') {
    const page = attributes.page ?? args[0];
    if (page === undefined) return undefined;
    const text = attributes.text ?? args[1] ?? page;
    return linkToken(raw, page, [{ type: 'text', raw: text, text, escaped: false }]);
  }
  return name === 'figure' ? figureToken(raw, attributes, args[0]) : undefined;
}

function figureToken(
  raw: string,
  attributes: BlockText['attributes'],
  first: string | undefined,
): Tokens.Generic | undefined {
  const { src = first, alt = '', caption, title } = attributes;
  if (src === undefined) return undefined;
  return { type: 'image', raw, href: src, title: caption ?? title ?? null, text: alt };
}

/** The ending `.md` may be missing. */
function linkToken(raw: string, page: string, tokens: Token[]): Tokens.Generic {
  const [, path = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(page)!;
  const href = (path === '' || path.endsWith('.md') ? path : `${path}.md`) + fragment;
  return { type: 'link', raw, href, title: null, text: page, tokens };
}

function tokensWithin(text: string, lexer: Lexer): Token[] {
  depth += 1;
  try {
    return lexer.blockTokens(text, []);
  } finally {
    depth -= 1;
  }
}

function readValues(text: string): Pick<BlockText, 'attributes' | 'args'> {
  const found = [...text.matchAll(attribute)];
  const values = [...text.matchAll(bareValue)].filter(([, key]) => key === undefined);
  return {
    attributes: Object.fromEntries(
      found.map(([, key, double, single, bare]) => [key!, double ?? single ?? bare ?? '']),
    ),
    args: values.map(([, , double, single, bare]) => double ?? single ?? bare ?? ''),
  };
}
