import type { PublishedRow } from '@galley/database';
import type { PublishedSummary } from './published.ts';

export type SummaryRow = Omit<PublishedRow, 'body' | 'document_id' | 'terms'>;

/** Columns of a summary. */
export const summaryColumns = [
  'path',
  'public_id',
  'translation_key',
  'type',
  'lang',
  'slug',
  'title',
  'url',
  'layout',
  'summary',
  'author',
  'last_editor',
  'date',
  'has_own_date',
  'taxonomies',
  'fields',
  'params',
  'hash',
  'revision',
  'created_at',
  'updated_at',
  'published_at',
  'aliases',
  'version',
] as const satisfies readonly (keyof SummaryRow)[];

/** A row as others know it. */
export function summaryFrom(row: SummaryRow): PublishedSummary {
  return {
    path: row.path,
    id: row.public_id,
    type: row.type,
    lang: row.lang,
    translationKey: row.translation_key,
    slug: row.slug,
    title: row.title,
    url: row.url,
    layout: row.layout,
    summary: row.summary,
    author: row.author,
    lastEditor: row.last_editor,
    date: row.date,
    hasOwnDate: row.has_own_date,
    taxonomies: row.taxonomies,
    fields: row.fields,
    params: row.params,
    hash: row.hash,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    aliases: row.aliases,
    version: row.version,
  };
}
