/** In characters. */
export const openingLength = 1_000;

/** Earlier documents for each term. */
export const relatedAmong = 20;
