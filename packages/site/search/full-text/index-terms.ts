/** The functions by which browsers split a query, so that both find the same words. */
interface IndexTerms {
  /** Words as they are written. */
  readonly runsOf: (text: string) => readonly string[];
  /** Index terms of a run. */
  readonly termsOf: (run: string) => readonly string[];
}

const script = new URL('../../included/assets/full-text-search.js', import.meta.url);

export const { runsOf, termsOf } = (await import(script.href)) as IndexTerms;
