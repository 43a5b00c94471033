import type { Lexer, MarkedExtension, Token, Tokens } from 'marked';
import type { CalloutKind } from './callout.ts';

/** `:::note`, `:::note[Title]` or `:::note Title`, as in Docusaurus and Starlight. */
export interface Admonition {
  readonly type: 'admonition';
  readonly raw: string;
  readonly kind: CalloutKind;
  /** Empty for the name of the kind. */
  readonly title: readonly Token[];
  readonly tokens: Token[];
}

export interface AdmonitionRenderer {
  admonition(token: Admonition): string;
}

const kinds: Readonly<Record<string, CalloutKind>> = {
  note: 'note',
  info: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'warning',
  danger: 'caution',
};

export const admonitionNames: readonly string[] = Object.keys(kinds);

/** Each level is parsed again. */
const maxDepth = 8;
let depth = 0;

/** Limits those that follow without empty line: marked reparses the rest for each. */
const maxInterruptions = 200;
const cuts = new WeakMap<Lexer, number>();

const opening =
  /^(:{3,})[ \t]*(note|info|tip|important|warning|caution|danger)(?:\[([^[\]\n]{0,200})\])?(?:\{[^{}\n]{0,200}\})?([ \t][^\n]{0,200})?(?:\n|$)/;

export const admonitionSyntax: MarkedExtension = {
  extensions: [
    {
      name: 'admonition',
      level: 'block',
      childTokens: ['title', 'tokens'],
      start(source) {
        const cut = cuts.get(this.lexer) ?? 0;
        const found = cut < maxInterruptions ? findOpening(source) : undefined;
        if (found !== undefined) cuts.set(this.lexer, cut + 1);
        return found;
      },
      tokenizer(source) {
        return readAdmonition(source, this.lexer);
      },
      renderer(token) {
        const renderer = this.parser.renderer as unknown as AdmonitionRenderer;
        return renderer.admonition(token as unknown as Admonition);
      },
    },
  ],
};

/** Searches the current paragraph only, because it is called for each. */
function findOpening(source: string): number | undefined {
  if (depth >= maxDepth) return undefined;
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) {
    if (source[end + 1] === '\n') return undefined;
    if (source.startsWith(':::', end + 1) && opening.test(source.slice(end + 1, end + 600)))
      return end + 1;
  }
  return undefined;
}

/** Ends at a line with at least as many colons, or at the end of the text. */
function readAdmonition(source: string, lexer: Lexer): Tokens.Generic | undefined {
  const [head, colons, kind, bracketed, rest = ''] = opening.exec(source) ?? [];
  if (head === undefined || depth >= maxDepth) return undefined;
  const { contentEnd, end } = findEnd(source, head.length, colons!.length);
  // Docusaurus permits attributes after the title.
  const written = bracketed ?? rest.replace(/\{[^{}]*\}[ \t]*$/, '').trim();
  return {
    type: 'admonition',
    raw: source.slice(0, end),
    kind: kinds[kind!]!,
    title: written === '' ? [] : lexer.inline(written),
    tokens: tokensWithin(source.slice(head.length, contentEnd), lexer),
  };
}

/** A block inside it that is closed with as many colons does not end it. */
function findEnd(
  source: string,
  start: number,
  colons: number,
): { readonly contentEnd: number; readonly end: number } {
  const fence = /^(:{3,})[ \t]*([^\n]*)(?:\n|$)/gm;
  fence.lastIndex = start;
  const open: number[] = [];
  for (let found = fence.exec(source); found; found = fence.exec(source)) {
    const length = found[1]!.length;
    if (/^[a-z{]/.test(found[2]!)) open.push(length);
    else if (found[2] !== '') continue;
    else if (open.length === 0) {
      if (length >= colons) return { contentEnd: found.index, end: fence.lastIndex };
    } else if (length >= open.at(-1)!) open.pop();
  }
  return { contentEnd: source.length, end: source.length };
}

function tokensWithin(text: string, lexer: Lexer): Token[] {
  depth += 1;
  try {
    return lexer.blockTokens(text, []);
  } finally {
    depth -= 1;
  }
}
