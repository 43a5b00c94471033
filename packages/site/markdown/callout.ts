import type { Token, Tokens } from 'marked';

export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;

export type CalloutKind = (typeof calloutKinds)[number];

export interface Callout {
  readonly kind: CalloutKind;
  /** Without the marker line. */
  readonly tokens: Token[];
}

const mark = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** A quote that starts with a line `[!NOTE]`, as on GitHub. */
export function parseCallout({ tokens }: Tokens.Blockquote): Callout | undefined {
  const [first, ...others] = tokens;
  if (first?.type !== 'paragraph') return undefined;
  const [opening, ...rest] = first.tokens ?? [];
  if (opening?.type !== 'text') return undefined;
  const { text } = opening as Tokens.Text;
  const found = mark.exec(text);
  if (found === null) return undefined;
  const kind = found[1]!.toLowerCase() as CalloutKind;
  const remaining = text.slice(found[0].length);
  const inline =
    remaining === '' ? rest : [{ ...opening, raw: remaining, text: remaining }, ...rest];
  if (remaining === '' && inline[0]?.type === 'br') inline.shift();
  return {
    kind,
    tokens: inline.length === 0 ? others : [{ ...first, tokens: inline }, ...others],
  };
}
