import { memoize } from '@galley/kernel';

/** `Ink & Paper` → `ink-paper`; letters of all scripts stay. */
export const termSlug = memoize(
  (term: string) =>
    term
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  10_000,
);
