import type { Migration } from 'kysely/migration';
import * as foundation from './0001-foundation.ts';
import * as people from './0002-people.ts';

/** Forwards only; a merged migration is never edited. The names are their order. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-people': people,
};
