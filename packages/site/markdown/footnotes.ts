import type { Lexer, MarkedExtension, Token, Tokens } from 'marked';

export interface FootnoteReference {
  readonly type: 'footnoteReference';
  readonly raw: string;
  readonly label: string;
}

/** `[^label]: …`, displayed at the end. */
export interface FootnoteDefinition {
  readonly type: 'footnoteDefinition';
  readonly raw: string;
  readonly label: string;
  readonly tokens: Token[];
}

export interface FootnoteRenderer {
  footnoteReference(token: FootnoteReference): string;
}

const definitionsIn = new WeakMap<readonly Token[], Map<string, FootnoteDefinition>>();

const definitionHead = /^\[\^([^\]\s]{1,200})\]:[ \t]*/;
const definitionOnNextLine = /\n\[\^[^\]\s]{1,200}\]:/;
const reference = /^\[\^([^\]\s]{1,200})\]/;
const beginsABlock = /^(?:\[\^|#{1,6}[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|\||<)/;

export const footnoteKey = (label: string): string => label.toLowerCase();

/** Definitions are allowed anywhere except in lists. */
export const footnoteExtension: MarkedExtension = {
  // An invalid footnote definition is no link definition either.
  tokenizer: { def: (source) => (/^ {0,3}\[\^/.test(source) ? undefined : false) },
  extensions: [
    {
      name: 'footnoteDefinition',
      level: 'block',
      childTokens: ['tokens'],
      // Searches this paragraph only, because the lexer calls it for each.
      start(source) {
        if (!this.lexer.state.top) return undefined;
        const end = source.indexOf('\n\n');
        const found = (end < 0 ? source : source.slice(0, end)).search(definitionOnNextLine);
        return found < 0 ? undefined : found + 1;
      },
      tokenizer(source) {
        return this.lexer.state.top ? readDefinition(source, this.lexer) : undefined;
      },
      renderer: () => '',
    },
    {
      name: 'footnoteReference',
      level: 'inline',
      tokenizer(source) {
        const [raw, label] = reference.exec(source) ?? [];
        if (raw === undefined || label === undefined || this.lexer.state.inLink) return undefined;
        if (!definitionsIn.get(this.lexer.tokens)?.has(footnoteKey(label))) return undefined;
        return { type: 'footnoteReference', raw, label } satisfies FootnoteReference;
      },
      renderer(token) {
        const renderer = this.parser.renderer as unknown as FootnoteRenderer;
        return renderer.footnoteReference(token as unknown as FootnoteReference);
      },
    },
  ],
};

function readDefinition(source: string, lexer: Lexer): Tokens.Generic | undefined {
  const [head, label] = definitionHead.exec(source) ?? [];
  if (head === undefined || label === undefined) return undefined;
  const end = findDefinitionEnd(source, head.length);
  const content = source.slice(head.length, end).replace(/\n(?: {1,4}|\t)/g, '\n');
  const tokens = lexer.blockTokens(content, []);
  const definition: FootnoteDefinition = {
    type: 'footnoteDefinition',
    raw: source.slice(0, end),
    label,
    tokens,
  };
  const known = definitionsIn.get(lexer.tokens) ?? new Map<string, FootnoteDefinition>();
  definitionsIn.set(lexer.tokens, known);
  // The first definition counts, as with link references.
  if (!known.has(footnoteKey(label))) known.set(footnoteKey(label), definition);
  return { ...definition };
}

/** Includes continuation lines of the paragraph. */
function findDefinitionEnd(source: string, start: number): number {
  let end = endOfLine(source, start);
  let isAfterBlank = false;
  for (let line = end; line < source.length; line = endOfLine(source, line)) {
    const next = endOfLine(source, line);
    const text = source.slice(line, next);
    const isBlank = text.trim() === '';
    const belongs = /^(?: {4}|\t)/.test(text) || (!isAfterBlank && !beginsABlock.test(text));
    if (!isBlank && !belongs) break;
    if (!isBlank) end = next;
    isAfterBlank = isBlank;
  }
  return end;
}

export function endOfLine(source: string, from: number): number {
  const found = source.indexOf('\n', from);
  return found < 0 ? source.length : found + 1;
}

export interface ReferencedFootnote {
  readonly number: number;
  readonly tokens: readonly Token[];
  times: number;
}

/** Numbers footnotes in the order of first references. */
export class FootnoteList {
  readonly #definitions: ReadonlyMap<string, FootnoteDefinition>;
  readonly #named = new Map<string, ReferencedFootnote>();

  /** `tokens` of the whole text. */
  constructor(tokens: readonly Token[]) {
    this.#definitions = definitionsIn.get(tokens) ?? new Map();
  }

  name(label: string): ReferencedFootnote {
    const key = footnoteKey(label);
    const tokens = this.#definitions.get(key)?.tokens ?? [];
    const named = this.#named.get(key) ?? { number: this.#named.size + 1, tokens, times: 0 };
    this.#named.set(key, named);
    named.times += 1;
    return named;
  }

  /** Includes those first referenced during iteration. */
  named(): Iterable<ReferencedFootnote> {
    return this.#named.values();
  }
}

/** Heading ids never contain underscores. */
export const footnoteId = (number: number): string => `_fn-${number}`;

export const footnoteReferenceId = (number: number, time: number): string =>
  `_fnref-${number}${time === 1 ? '' : `-${time}`}`;
