import { readPreference, storePreference } from '../../../lib/local-preference.ts';
import { createStore } from '../../../lib/store.ts';

/** Off until a person turns it on, in this browser. */
export const areSmartQuotesOn = createStore(readPreference('smart-quotes') === 'on');
areSmartQuotesOn.subscribe(() =>
  storePreference('smart-quotes', areSmartQuotesOn.get() ? 'on' : 'off'),
);

/** Opening and closing, double and single. */
type Quotes = readonly [string, string, string, string];

const english: Quotes = ['“', '”', '‘', '’'];
const space = '\u202F';

/** By language; others use the English marks. */
const quotes: Readonly<Record<string, Quotes>> = {
  de: ['„', '“', '‚', '‘'],
  fr: [`«${space}`, `${space}»`, '“', '”'],
  es: ['«', '»', '“', '”'],
};

/** The mark for a quote after `before`, the line up to it. An apostrophe is the same in all languages. */
export function smartQuote(
  typed: '"' | "'",
  { before, lang }: { readonly before: string; readonly lang: string },
): string {
  const language = lang.toLowerCase().split('-')[0]!;
  const [open, close, openInner, closeInner] = quotes[language] ?? english;
  const isOpening = /(?:^|[\s([{–—/«„“‚‘*_~>-])$/u.test(before);
  if (typed === '"') return isOpening ? open : close;
  const opened = before.lastIndexOf(openInner);
  const isOpen = opened >= 0 && !before.slice(opened + 1).includes(closeInner);
  if (isOpening) return openInner;
  return isOpen ? closeInner : '’';
}
