import type { MarkedExtension, Token, Tokens } from 'marked';

/** LaTeX between dollar signs. */
export interface Formula {
  readonly type: 'formula';
  readonly raw: string;
  readonly text: string;
  /** Centred on lines of its own. */
  readonly isDisplay: boolean;
  /** Outside of paragraphs. */
  readonly isBlock: boolean;
}

export interface FormulaRenderer {
  formula(token: Formula): string;
}

/** Longer ones stay text. */
const maxInline = 1_000;
const maxDisplay = 10_000;

const inlineSpan = /\$[^\s$][^$]{0,1000}\$/g;

export const mathSyntax: MarkedExtension = {
  // Emphasis cannot begin before a formula and end in it.
  hooks: {
    emStrongMask: (text) => text.replace(inlineSpan, (span) => 'a'.repeat(span.length)),
  },
  extensions: [
    {
      name: 'formulaBlock',
      level: 'block',
      tokenizer: (source) => readBlock(source),
    },
    {
      name: 'formula',
      level: 'inline',
      start(source) {
        const found = source.indexOf('$');
        return found < 0 ? undefined : found;
      },
      tokenizer: (source, before) => readInline(source, before),
      renderer(token) {
        const renderer = this.parser.renderer as unknown as FormulaRenderer;
        return renderer.formula(token as unknown as Formula);
      },
    },
  ],
};

/** Begins and ends with its lines. */
function readBlock(source: string): Tokens.Generic | undefined {
  const head = /^ {0,3}\$\$/.exec(source)?.[0];
  const inner = head && readDisplay(source.slice(head.length - 2, head.length + maxDisplay + 2));
  if (!inner) return undefined;
  const rest = source.slice(head.length - 2 + inner.raw.length);
  const line = /^[ \t]*(?:\n|$)/.exec(rest)?.[0];
  if (line === undefined) return undefined;
  return {
    ...inner,
    isBlock: true,
    raw: source.slice(0, source.length - rest.length + line.length),
  };
}

function readInline(source: string, before: readonly Token[]): Tokens.Generic | undefined {
  const dollars = /^\$+/.exec(source)?.[0];
  if (dollars === undefined) return undefined;
  // A run of them is read once.
  if (dollars.length > 2) return { type: 'text', raw: dollars, text: dollars, escaped: false };
  if (dollars.length === 2) return readDisplay(source.slice(0, maxDisplay + 4));
  // Such as `US$5`.
  if (/[\p{L}\p{N}]$/u.test(before.at(-1)?.raw.slice(-2) ?? '')) return undefined;
  return readFormula(source.slice(0, maxInline + 2));
}

/** `$$ … $$` without empty lines. */
function readDisplay(source: string): Tokens.Generic | undefined {
  const end = source.indexOf('$$', 2);
  const text = end < 0 ? '' : source.slice(2, end);
  if (text.trim() === '' || /\n[ \t]*\n/.test(text)) return undefined;
  return {
    type: 'formula',
    raw: source.slice(0, end + 2),
    text: text.trim(),
    isDisplay: true,
    isBlock: false,
  };
}

/** As in Pandoc, no space within the dollar signs and no digit behind them, so that prices stay text. */
function readFormula(source: string): Tokens.Generic | undefined {
  if (/^\$\s/.test(source)) return undefined;
  for (let at = 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '$') {
      const isClosed = !/\s/.test(source[at - 1]!) && !/\d/.test(source[at + 1] ?? '');
      const text = source.slice(1, at);
      return isClosed
        ? { type: 'formula', raw: source.slice(0, at + 1), text, isDisplay: false, isBlock: false }
        : undefined;
    }
  }
  return undefined;
}
