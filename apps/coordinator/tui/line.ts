import { firstColumns, visible, widthOf } from './visible-text.ts';

/** Shown as colour. Without colours, the text alone has to convey the meaning. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'warning' | 'bad' | 'selected';

export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

export type Line = readonly Span[];

export function line(text: string, tone: Tone = 'plain'): Line {
  return [{ text, tone }];
}

/** Visible text of at most `columns` columns. All screen output passes through here. */
export function fitLine(spans: Line, columns: number): Line {
  const fitted: Span[] = [];
  let left = columns;
  for (const { text, tone } of spans) {
    const shown = visible(text);
    const cut = widthOf(shown) <= left ? shown : firstColumns(shown, left);
    if (cut !== '') fitted.push({ text: cut, tone });
    left -= widthOf(cut);
    if (cut !== shown) break;
  }
  return fitted;
}
