/** An entry of an index of PostgreSQL holds 2,704 bytes: what is longer could not be stored at all. */
const longestBytes = 2_400;

/**
 * Text as the audit log keeps and compares it: at most so many characters (code points), and without what PostgreSQL
 * does not take, so that nobody escapes being recorded by what they send.
 */
export function auditText(text: string, longest: number): string {
  // No character has more than two units: what comes after these is cut off in any case.
  const cut = [...text.slice(0, 2 * longest)].slice(0, longest).join('');
  const clean = cut.toWellFormed().replaceAll('\0', '\uFFFD');
  const { read } = new TextEncoder().encodeInto(clean, new Uint8Array(longestBytes));
  return clean.slice(0, read);
}

/** How long the parts of an entry can be, in characters. */
export const auditLengths = {
  actor: 200,
  target: 1_000,
  address: 100,
  requestId: 100,
} as const;
