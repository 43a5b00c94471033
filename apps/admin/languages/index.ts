/** Translated texts by area and name. Texts of messages with values are ICU MessageFormat. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every language beside English, which stands in the code; loaded when it is chosen. */
export const catalogues: Readonly<Record<string, () => Promise<{ default: Catalogue }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
};
