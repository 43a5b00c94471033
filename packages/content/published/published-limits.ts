/** Characters of a text that are its opening. */
export const openingLength = 1_000;

/** How many documents that came before it, under each of its terms, a document's relatives are looked for in. */
export const relatedAmong = 20;
