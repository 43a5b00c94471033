import { memoize } from '@galley/kernel';

/** Form of a taxonomy term in addresses and look-ups: `Ink & Paper` → `ink-paper`. Letters of all scripts stay. */
export const termSlug = memoize(
  (term: string) =>
    term
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  10_000,
);
