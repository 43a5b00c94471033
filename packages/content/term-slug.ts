/** The form of a taxonomy term in addresses and look-ups: `Ink & Paper` → `ink-paper`. Letters of every script stay. */
export function termSlug(term: string): string {
  return term
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
