import type { DocumentStatus } from '@galley/sdk';
import { defineWords, wordsNow } from './words.ts';

/** In workflow order. */
export const statuses: readonly DocumentStatus[] = [
  'draft',
  'in_review',
  'scheduled',
  'published',
  'archived',
];

export const statusWords = defineWords({
  en: {
    draft: 'Draft',
    in_review: 'In review',
    scheduled: 'Scheduled',
    published: 'Published',
    archived: 'Archived',
  },
  de: {
    draft: 'Entwurf',
    in_review: 'In Prüfung',
    scheduled: 'Geplant',
    published: 'Veröffentlicht',
    archived: 'Archiviert',
  },
});

/** Name of a status; unknown values are returned as they are. */
export function statusName(status: string): string {
  const words: Readonly<Record<string, string>> = wordsNow(statusWords);
  return words[status] ?? status;
}

/** Status changes that the admin offers; the server checks them again. */
export const waysFrom: Readonly<Record<DocumentStatus, readonly DocumentStatus[]>> = {
  draft: ['in_review', 'scheduled', 'published', 'archived'],
  in_review: ['draft', 'scheduled', 'published', 'archived'],
  scheduled: ['draft', 'published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft', 'in_review', 'scheduled', 'published'],
};
