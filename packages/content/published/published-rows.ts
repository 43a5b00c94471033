import type { PublishedRow } from '@galley/database';
import { fieldNames, type DocumentFields, type FieldName } from '@galley/kernel';
import { fieldsOf } from '../store/document-rows.ts';
import type { PublishedSummary } from './published.ts';

type PublicField = FieldName<'public'>;
const publicFields = fieldNames('public');

const otherColumns = {
  path: 'path',
  id: 'public_id',
  type: 'type',
  lang: 'lang',
  translationKey: 'translation_key',
  hasOwnDate: 'has_own_date',
  authorName: 'author_name',
  authorPictures: 'author_pictures',
  hash: 'hash',
  revision: 'revision',
  publishedAt: 'published_at',
  aliases: 'aliases',
  version: 'version',
} as const satisfies Readonly<
  Record<Exclude<keyof PublishedSummary, keyof DocumentFields<PublicField>>, keyof PublishedRow>
>;

type SummaryColumn = PublicField | (typeof otherColumns)[keyof typeof otherColumns];
export type SummaryRow = Pick<PublishedRow, SummaryColumn>;

export const summaryColumns: readonly SummaryColumn[] = [
  ...publicFields,
  ...Object.values(otherColumns),
];

export function summaryFrom(row: SummaryRow): PublishedSummary {
  const others = Object.entries(otherColumns).map(([name, column]) => [name, row[column]]);
  return {
    ...fieldsOf(row, publicFields),
    ...(Object.fromEntries(others) as Omit<PublishedSummary, keyof DocumentFields<PublicField>>),
    date: row.date,
  };
}
