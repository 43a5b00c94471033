/** Length of the opening of a text, in characters. */
export const openingLength = 1_000;

/** Number of earlier documents, for each term, among which related ones are searched. */
export const relatedAmong = 20;
