/** Computed as the server does: letters of every script stay. */
export function slugOf(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
