import { firstColumns, visible, widthOf } from './visible-text.ts';

/** What a part of a line is, for terminals with colour; without, the words alone have to say it. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'warning' | 'bad' | 'selected';

export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** One row of the screen. */
export type Line = readonly Span[];

export function line(text: string, tone: Tone = 'plain'): Line {
  return [{ text, tone }];
}

/** The line as it may be written: visible, and not wider than `columns`. Everything on the screen passes here. */
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
