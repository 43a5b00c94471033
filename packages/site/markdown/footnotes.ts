import type { Lexer, MarkedExtension, Token, Tokens } from 'marked';

/** `[^label]` in a text that has a definition for it. */
export interface FootnoteReference {
  readonly type: 'footnoteReference';
  readonly raw: string;
  readonly label: string;
}

/** `[^label]: …` with all that belongs to it; stands where it was written and is shown at the end. */
export interface FootnoteDefinition {
  readonly type: 'footnoteDefinition';
  readonly raw: string;
  readonly label: string;
  readonly tokens: Token[];
}

/** What renders the tokens of footnotes; the renderer of the page implements it. */
export interface FootnoteRenderer {
  footnoteReference(token: FootnoteReference): string;
}

/** The definitions of a text, by the keys of their labels; the text is known by the list of its tokens. */
const definitionsIn = new WeakMap<readonly Token[], Map<string, FootnoteDefinition>>();

const definitionHead = /^\[\^([^\]\s]{1,200})\]:[ \t]*/;
const definitionOnNextLine = /\n\[\^[^\]\s]{1,200}\]:/;
const reference = /^\[\^([^\]\s]{1,200})\]/;
const beginsABlock = /^(?:\[\^|#{1,6}[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|\||<)/;

/** Labels are compared without case, as the references of links are. */
export const footnoteKey = (label: string): string => label.toLowerCase();

/** Footnotes as GitHub writes them, for Marked. A definition stands anywhere but in a list. */
export const footnoteExtension: MarkedExtension = {
  // Where it is no definition of a footnote, it is not one of a link either.
  tokenizer: { def: (source) => (/^ {0,3}\[\^/.test(source) ? undefined : false) },
  extensions: [
    {
      name: 'footnoteDefinition',
      level: 'block',
      childTokens: ['tokens'],
      // Looks no further than this paragraph: the lexer asks anew with each.
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
  const end = endOfDefinition(source, head.length);
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
  // The first definition counts, as with the references of links.
  if (!known.has(footnoteKey(label))) known.set(footnoteKey(label), definition);
  return { ...definition };
}

/** After the lines that belong to a definition: those that are indented, and those that go on with its paragraph. */
function endOfDefinition(source: string, start: number): number {
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

function endOfLine(source: string, from: number): number {
  const found = source.indexOf('\n', from);
  return found < 0 ? source.length : found + 1;
}

/** A footnote that was named. */
export interface NamedFootnote {
  readonly number: number;
  readonly tokens: readonly Token[];
  /** How often it was named so far. */
  times: number;
}

/** Numbers the footnotes of one page in the order in which they are first named. */
export class FootnoteList {
  readonly #definitions: ReadonlyMap<string, FootnoteDefinition>;
  readonly #named = new Map<string, NamedFootnote>();

  /** `tokens` are those of the whole text. */
  constructor(tokens: readonly Token[]) {
    this.#definitions = definitionsIn.get(tokens) ?? new Map();
  }

  /** The footnote of a label, which is named once more by this. */
  name(label: string): NamedFootnote {
    const key = footnoteKey(label);
    const tokens = this.#definitions.get(key)?.tokens ?? [];
    const named = this.#named.get(key) ?? { number: this.#named.size + 1, tokens, times: 0 };
    this.#named.set(key, named);
    named.times += 1;
    return named;
  }

  /** Those that were named, in order; one that is first named while these are gone through comes after them. */
  named(): Iterable<NamedFootnote> {
    return this.#named.values();
  }
}

/** No heading has an underscore in its id, so that none can clash with these. */
export const footnoteId = (number: number): string => `_fn-${number}`;

/** Of the place in the text that names a footnote for the `time`th time. */
export const footnoteReferenceId = (number: number, time: number): string =>
  `_fnref-${number}${time === 1 ? '' : `-${time}`}`;
