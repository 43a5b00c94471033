import type { DocumentStatus } from '@galley/sdk';
import { defineWords, wordsNow } from './words.ts';

/** In the order in which a text goes through them. */
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

/** The name of a state; of what is none, what was given. */
export function statusName(status: string): string {
  const words: Readonly<Record<string, string>> = wordsNow(statusWords);
  return words[status] ?? status;
}

/** To which states people may bring a document by asking; the server has the last word. */
export const waysFrom: Readonly<Record<DocumentStatus, readonly DocumentStatus[]>> = {
  draft: ['in_review', 'scheduled', 'published', 'archived'],
  in_review: ['draft', 'scheduled', 'published', 'archived'],
  scheduled: ['draft', 'published', 'archived'],
  published: ['draft', 'archived'],
  archived: ['draft', 'in_review', 'scheduled', 'published'],
};
